"""F-08 of tables of all runs, one of each model marked as reported: the best on the test set, or another."""

import numpy as np
import pytest

import referee


def _runs(models=("crf", "span (ours)"), seeds=10, seed=7):
    rng = np.random.default_rng(seed)
    rows = [{"model": model, "seed": k + 1, "dev_f1": round(0.78 + 0.01 * rng.normal(), 4),
             "test_f1": round(0.77 + 0.01 * rng.normal(), 4)} for model in models for k in range(seeds)]
    for model in models:                    # the best on the one is never the best on the other
        own = [row for row in rows if row["model"] == model]
        assert _best(own, "dev_f1") is not _best(own, "test_f1")
    return rows


def _best(rows, by, least=False):
    return (min if least else max)(rows, key=lambda row: row[by])


def _table(rows, mark, chosen, yes="yes", no=""):
    models = dict.fromkeys(row.get("model", "") for row in rows)
    marked = [id(chosen([row for row in rows if row.get("model", "") == model])) for model in models]
    names = [*rows[0], mark]
    lines = [[*row.values(), yes if id(row) in marked else no] for row in rows]
    return "\n".join(",".join(map(str, line)) for line in [names, *lines]) + "\n"


def _told(tmp_path, table):
    path = tmp_path / "runs.csv"
    path.write_text(table)
    return [finding for finding in referee.audit(path).findings if finding.code == "F-08"]


@pytest.mark.parametrize(("mark", "yes", "no"), [
    ("reported_in_paper", "yes", ""), ("reported", "x", ""), ("chosen", "*", ""), ("in the paper", "1", "0"),
    ("selected", "TRUE", "FALSE"), ("note", "reported", ""), ("remark", "this one is in the main table", "-"),
    ("status", "published", "not published"), ("ausgewählt", "ja", "nein")])
def test_the_best_on_the_test_set_is_told(tmp_path, mark, yes, no):
    told, = _told(tmp_path, _table(_runs(), mark, lambda rows: _best(rows, "test_f1"), yes, no))
    assert told.severity.value == "fatal"
    assert "the best of 10" in told.message


def _renamed(rows, **names):
    return [{names.get(name, name): value for name, value in row.items() if names.get(name, name)} for row in rows]


@pytest.mark.parametrize(("names", "by", "least"), [
    ({"seed": "run", "test_f1": "test accuracy"}, "test accuracy", False),
    ({"dev_f1": "", "test_f1": "F1"}, "F1", False),
    ({"seed": "restart", "test_f1": "held-out RMSE", "dev_f1": "val RMSE"}, "held-out RMSE", True)])
def test_under_other_names(tmp_path, names, by, least):
    rows = _renamed(_runs(), **names)
    assert _told(tmp_path, _table(rows, "reported", lambda own: _best(own, by, least=least)))


def test_of_one_model(tmp_path):
    rows = _renamed(_runs(models=("one",), seeds=12), model="")
    assert _told(tmp_path, _table(rows, "reported", lambda own: _best(own, "test_f1"), "x"))


@pytest.mark.parametrize(("mark", "chosen"), [
    ("reported", lambda rows: _best(rows, "dev_f1")),                          # by the development set
    ("reported", lambda rows: sorted(rows, key=lambda row: row["test_f1"])[5]),          # the median run
    ("reported", lambda rows: rows[0]),                                        # the same seed for all
    ("restarted once", lambda rows: _best(rows, "test_f1")),                   # says nothing of what is reported
    ("not reported", lambda rows: _best(rows, "test_f1"))], ids=["dev", "median", "first", "restarted", "not"])
def test_other_choices_are_in_order(tmp_path, mark, chosen):
    assert not _told(tmp_path, _table(_runs(), mark, chosen))


def test_what_luck_may_do_is_not_told(tmp_path):
    rows = _runs(models=("one",), seeds=4, seed=5)
    assert not _told(tmp_path, _table(rows, "reported", lambda own: _best(own, "test_f1")))


def test_the_best_of_both_is_in_order(tmp_path):
    rows = [row | {"dev_f1": row["test_f1"] + 0.01} for row in _runs()]
    assert not _told(tmp_path, _table(rows, "reported", lambda own: _best(own, "test_f1")))
