"""A ledger as tables: everything another program needs is there, and comes back as it was; damage is refused."""

import contextlib
import json
import shutil

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import log_loss

import referee
from referee import api
from referee.errors import BadInput, LedgerError
from referee.ledger import Record, open_ledger
from referee.testing.ledger_samples import a_learner, a_problem, a_regression, same_array, same_record, some_splits
from referee.testing.ledgers import fill

KINDS = ("parquet", "csv", "jsonl")
READ = {"parquet": pd.read_parquet, "csv": pd.read_csv, "jsonl": lambda f: pd.read_json(f, lines=True)}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A ledger with one of everything, a regression with two targets, odd types and a failed fit."""
    path = tmp_path_factory.mktemp("made") / "full.db"
    with contextlib.closing(open_ledger(path)) as ledger:
        fill(ledger)
        problem, learner, split = a_regression(), a_learner("tree"), some_splits()[0]
        ledger.add_problem(problem)
        values = np.linspace(0, 1, 2 * split.n_test).reshape(-1, 2) / 3
        ledger.append([
            Record(problem=problem.fingerprint, learner=learner.fingerprint, split=split.fingerprint,
                   values=values.astype(np.float32), warnings=('odd,\n"quoted"',), notes={"ä": [1, None]}),
            Record(problem=a_problem().fingerprint, learner=learner.fingerprint, split=split.fingerprint,
                   error="ValueError: no", traceback="line 1\nline 2")])
    return path


@pytest.fixture(scope="module")
def exports(made):
    """Folders that it was exported to, one of each kind."""
    for kind in KINDS:
        api.export_ledger(made, made.with_name(kind), kind)
    return made.parent


@pytest.fixture
def full(made, tmp_path):
    """A copy of the ledger."""
    return shutil.copy(made, tmp_path / "full.db")


def everything(path):
    with contextlib.closing(open_ledger(path, create=False)) as ledger:
        assert ledger.check() == []
        return ({r.job: r for r in ledger.read_many(sorted(ledger.keys()))}, ledger.looks(), ledger.summary(),
                [(s.fingerprint, s.created) for s in ledger.studies()])


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_exported_comes_back_as_it_was(full, tmp_path, kind):
    api.export_ledger(full, tmp_path / "out", kind)
    merged = api.import_ledger(tmp_path / "back.db", tmp_path / "out")
    assert merged.conflicts == ()
    before, after = everything(full), everything(tmp_path / "back.db")
    assert before[1:] == after[1:]
    assert before[0].keys() == after[0].keys()
    for job, record in before[0].items():
        assert same_record(record, after[0][job])
        assert record.created == after[0][job].created
    with contextlib.closing(open_ledger(full)) as one, contextlib.closing(open_ledger(tmp_path / "back.db")) as other:
        for problem in (a_problem(), a_regression()):
            for name in ("y", "groups", "ids"):
                assert same_array(getattr(one.problem(problem.fingerprint), name),
                                  getattr(other.problem(problem.fingerprint), name))
    assert api.import_ledger(tmp_path / "back.db", tmp_path / "out").taken == {}


@pytest.fixture(scope="module")
def studied(tmp_path_factory):
    """A ledger with a comparison."""
    path = tmp_path_factory.mktemp("studied") / "study.db"
    referee.compare(["lda", "logistic"], "iris", design="kfold:folds=5", metrics="log_loss,accuracy", jobs=1,
                    ledger=path)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_another_program_computes_the_scores_from_predictions_and_truth(studied, tmp_path, kind):
    api.export_ledger(studied, tmp_path / "out", kind)
    table = {name: READ[kind](tmp_path / "out" / f"{name}.{kind}")
             for name in ("cases", "fits", "predictions", "scores")}
    said = table["predictions"].merge(table["fits"][["job", "problem", "learner", "split"]], on="job")
    said = said.merge(table["cases"], on=["problem", "row"])
    assert len(said) == 3 * 150
    columns = [f"probability_{k}" for k in range(3)]
    computed = {key: (log_loss(part["y_0"], part[columns], labels=[0, 1, 2]), (part["label_0"] == part["y_0"]).mean())
                for key, part in said.groupby(["learner", "split"])}
    seen = 0
    for row in table["scores"].itertuples():
        expected = computed[row.learner, row.split][row.metric == "accuracy"]
        assert row.score == pytest.approx(expected, rel=1e-9)
        seen += 1
    assert seen == 2 * 3 * 5


def test_an_export_says_what_it_holds_and_is_there_whole_or_not_at_all(full, tmp_path, monkeypatch):
    api.export_ledger(full, tmp_path / "out")
    about = json.loads((tmp_path / "out" / "ledger.json").read_text())
    assert (about["format"], about["version"], about["kind"]) == ("referee ledger export", 1, "parquet")
    assert {learner["name"] for learner in about["learners"]} == {"forest", "tree"}
    with pytest.raises(BadInput, match=r"out is there already; name a new folder\."):
        api.export_ledger(full, tmp_path / "out")

    def full_disk(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", full_disk)
    with pytest.raises(BadInput, match="No space left on device"):
        api.export_ledger(full, tmp_path / "other")
    assert {p.name for p in tmp_path.iterdir() if "-" not in p.name} == {"out", "full.db"}


@pytest.mark.parametrize(("what", "words"), [
    (("csv", "no/such/out"), "there is no folder"), (("xlsx", "out"), "cannot be written as 'xlsx'; choose parquet"),
])
def test_places_and_kinds_that_are_none_are_refused(full, tmp_path, what, words):
    kind, place = what
    with pytest.raises(BadInput, match=words):
        api.export_ledger(full, tmp_path / place, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["cases", "plan_entries", "splits", "fits", "predictions"])
def test_a_changed_file_is_refused(exports, tmp_path, kind, name):
    shutil.copytree(exports / kind, tmp_path / "out")
    file = tmp_path / "out" / f"{name}.{kind}"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(BadInput, match=f"{name}.{kind} is not as it was exported"):
        api.import_ledger(tmp_path / "back.db", tmp_path / "out")
    with contextlib.closing(open_ledger(tmp_path / "back.db")) as ledger:
        assert ledger.summary() == []


def forged(folder, change):
    """What says what the tables are, changed, with checksums that fit."""
    about = json.loads((folder / "ledger.json").read_text())
    change(about)
    (folder / "ledger.json").write_text(json.dumps(about))


@pytest.mark.parametrize("change", [
    lambda a: a.update(format="other"), lambda a: a.update(version=99), lambda a: a.update(kind="../x"),
    lambda a: a.pop("learners"), lambda a: a["problems"][0].pop("types"), lambda a: a["problems"][0].update(name=7),
    lambda a: a["plans"][0].update(fingerprint="0" * 16), lambda a: a["splits"][0].update(label=None),
    lambda a: a["problems"][0]["types"].update(y=["<i8", [5]]), lambda a: a["studies"][0].update(declared="[1"),
    lambda a: a["columns"].update(predictions={"job": "text"}), lambda a: a.update(files=[]),
    lambda a: a["problems"][0]["types"].update(y=["|V8", [12]]), lambda a: a["splits"][0].update(n_rows=5),
    lambda a: a["looks"][0].update(metric=["x"]),
])
def test_a_forged_description_is_a_sentence_and_nothing_is_taken(exports, tmp_path, change):
    shutil.copytree(exports / "csv", tmp_path / "out")
    forged(tmp_path / "out", change)
    with pytest.raises((BadInput, LedgerError)) as caught:
        api.import_ledger(tmp_path / "back.db", tmp_path / "out")
    assert str(caught.value).endswith((".", "…"))
    with contextlib.closing(open_ledger(tmp_path / "back.db")) as ledger:
        assert ledger.summary() == []


def test_a_folder_of_something_else_is_refused(full, tmp_path):
    (tmp_path / "empty").mkdir()
    for place, words in (("empty", "cannot be read"), ("nowhere", "is no folder"), ("full.db", "is no folder")):
        with pytest.raises(BadInput, match=words):
            api.import_ledger(tmp_path / "back.db", tmp_path / place)
    shutil.rmtree(tmp_path / "empty")


@pytest.mark.slow
def test_shuffles_and_a_server_are_exported_too(tmp_path, postgres):
    path = tmp_path / "study.db"
    referee.chance("lda", "iris", design="kfold:folds=3", shuffles=3, jobs=1, ledger=path)
    with contextlib.closing(open_ledger(path)) as file, contextlib.closing(open_ledger(postgres)) as server:
        server.take_in(file)
    api.export_ledger(postgres, tmp_path / "out")
    api.import_ledger(tmp_path / "back.db", tmp_path / "out")
    assert everything(path)[0].keys() == everything(tmp_path / "back.db")[0].keys()
