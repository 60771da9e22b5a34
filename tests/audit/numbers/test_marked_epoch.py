"""F-03 of logs of trainings, in which one epoch of each run is marked as reported: the best on the test set, or not."""

import numpy as np
import pytest

import referee


def _log(runs=4, epochs=15, seed=3):
    rng = np.random.default_rng(seed)
    found = []
    for run in range(runs):
        level = 0.55 - 0.3 * np.exp(-np.arange(epochs) / 4)
        val, test = (level + rng.normal(0, 0.015, epochs) for _ in range(2))
        test[epochs // 2 + run % 3] = test.max() + 0.001          # no best of both, and none that is the last
        val[epochs - 2 - run % 2] = val.max() + 0.01
        val[epochs // 2 + run % 3] -= 0.02
        found += [{"run": f"net-s{run}", "arch": "net", "seed": run, "epoch": k + 1, "train/loss": f"{2 / (k + 1):.4f}",
                   "val/cmAP": f"{val[k]:.4f}", "test/cmAP": f"{test[k]:.4f}"} for k in range(epochs)]
    return found


def _best(by, least=False):
    return lambda rows: (min if least else max)(rows, key=lambda row: float(row[by]))


def _table(rows, mark, chosen, yes="yes", no="", run="run"):
    names = list(rows[0])
    picked = [id(chosen([row for row in rows if row[run] == one])) for one in dict.fromkeys(row[run] for row in rows)]
    lines = [[*row.values(), yes if id(row) in picked else no] for row in rows]
    return "\n".join(",".join(map(str, line)) for line in [[*names, mark], *lines]) + "\n"


def _renamed(rows, names):
    return [{names.get(name, name): value for name, value in row.items() if names.get(name, name)} for row in rows]


def _audit(tmp_path, table):
    path = tmp_path / "log.csv"
    path.write_text(table)
    return referee.audit(path)


def _grave(tmp_path, table):
    return [finding for finding in _audit(tmp_path, table).findings if finding.severity.value in ("serious", "fatal")]


@pytest.mark.parametrize(("mark", "yes", "no"), [
    ("ckpt_reported", "yes", ""), ("reported", "1", "0"), ("saved checkpoint", "TRUE", "FALSE"), ("in paper", "x", ""),
    ("note", "reported", ""), ("selected", "*", "-")])
def test_epochs_marked_by_the_test_set_are_told(tmp_path, mark, yes, no):
    told, = _grave(tmp_path, _table(_log(), mark, _best("test/cmAP"), yes, no))
    assert told.code == "F-03"
    assert "best test/cmAP in 4 runs of 4" in told.message


@pytest.mark.parametrize("names", [
    {"val/cmAP": "dev map", "test/cmAP": "test map", "epoch": "step"}, {"run": "", "arch": "", "seed": "fold"},
    {"val/cmAP": "valid_score", "test/cmAP": "test_score", "train/loss": ""},
    {"seed": "", "arch": "", "run": "run_id"}])
def test_under_other_names(tmp_path, names):
    rows = _renamed(_log(), names)
    run = next(name for name in rows[0] if name in ("run", "fold", "run_id"))
    told, = _grave(tmp_path, _table(rows, "reported", _best(names.get("test/cmAP", "test/cmAP")), run=run))
    assert told.code == "F-03"


def test_of_errors(tmp_path):
    rows = [row | {"val/cmAP": f"{1 - float(row['val/cmAP']):.4f}", "test/cmAP": f"{1 - float(row['test/cmAP']):.4f}"}
            for row in _log()]
    rows = _renamed(rows, {"val/cmAP": "val/error", "test/cmAP": "test/error"})
    assert _grave(tmp_path, _table(rows, "reported", _best("test/error", least=True)))
    assert not _grave(tmp_path, _table(rows, "reported", _best("val/error", least=True)))


def test_of_one_long_run(tmp_path):
    assert _grave(tmp_path, _table(_log(runs=1, epochs=40), "reported", _best("test/cmAP")))
    assert not _grave(tmp_path, _table(_log(runs=1, epochs=15), "reported", _best("test/cmAP")))


@pytest.mark.parametrize(("mark", "chosen"), [
    ("ckpt_reported", _best("val/cmAP")), ("reported", lambda rows: rows[-1]), ("reported", lambda rows: rows[9]),
    ("reported", _best("train/loss", least=True)), ("best_on_test", _best("test/cmAP")),
    ("not reported", _best("test/cmAP")), ("lr dropped", _best("test/cmAP"))],
    ids=["validation", "last", "same", "training", "of the test set", "not", "other"])
def test_other_marks_are_in_order(tmp_path, mark, chosen):
    assert not _grave(tmp_path, _table(_log(), mark, chosen))


def test_best_of_both_is_in_order(tmp_path):
    rows = [row | {"val/cmAP": row["test/cmAP"]} for row in _log()]
    assert not _grave(tmp_path, _table(rows, "reported", _best("test/cmAP")))


def test_not_all_of_them_is_not_told(tmp_path):
    def chosen(rows):
        return _best("val/cmAP" if rows[0]["seed"] == 2 else "test/cmAP")(rows)
    assert not _grave(tmp_path, _table(_log(), "reported", chosen))


@pytest.mark.parametrize("names", [{}, {"test/cmAP": ""}, {"val/cmAP": ""}])
def test_a_log_without_a_mark_is_read(tmp_path, names):
    rows = _renamed(_log(), names)
    table = "\n".join(",".join(map(str, line)) for line in [list(rows[0]), *(row.values() for row in rows)]) + "\n"
    seen = _audit(tmp_path, table)
    assert not seen.findings
    assert any("log of 4 runs by epoch" in notice for notice in seen.audit.bundle.notices)
