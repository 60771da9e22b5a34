"""What a stranger's file names is never imported, made or called by reading the file (docs/security.md)."""

import pickle
import sqlite3
from pathlib import Path

import joblib
import numpy as np
import pytest

import referee as package

SHELL = "subprocess.getoutput:cmd='touch SHELL'"
SYSTEM = "os.system:command='touch SHELL'"


FEW_ROWS = "x,y\n" + "".join(f"{i % 7}.{i},{'ab'[i % 2]}\n" for i in range(24))      # an audit has no fits to make


def study(**fields):
    whole = {"data": "iris", "models": "[tree, prior]", "design": "kfold:folds=3"} | fields
    return "".join(f"{name}: {said}\n" for name, said in whole.items())


STUDIES = {
    "design-getoutput": study(design=f'"{SHELL}"'),
    "design-system": study(design=f'"{SYSTEM}"'),
    "design-function": study(design="trap.sprung"),
    "design-class": study(design="trap.Splitter"),
    "design-no-interface": study(design="trap.NoInterface"),
    "design-wrapped": study(design="'growing:design=trap.Splitter'"),
    "model-system": study(models=f'["{SYSTEM}", prior]'),
    "model-function": study(models="[trap.sprung, prior]"),
    "model-class": study(models="[trap.Learner, prior]"),
    "model-no-interface": study(models="[trap.NoInterface, prior]"),
    "model-mapping": study(models="[{name: a, learner: trap.Learner}, prior]"),
    "model-inner": study(models="[{name: a, learner: knn, space: {n_neighbors: [1, 2]}, inner: trap.Splitter}, prior]"),
    "model-space": study(models="[{name: a, learner: trap.Learner, space: {strategy: [prior, most_frequent]}}, prior]"),
    "metrics-path": study(metrics="['trap:sprung']"),
    "metrics-dotted": study(metrics="[trap.sprung]"),
    "primary-path": study(metrics="[accuracy]", primary="'trap:sprung'"),
    "test-path": study(test="'trap:sprung'"),
    "adjust-path": study(adjust="trap.sprung"),
    "tuning-path": study(tuning="trap.sprung"),
    "protocol-path": study(protocol="trap.sprung"),
    "data-path": study(data="trap.sprung"),
    "tag-apply": "data: !!python/object/apply:os.system ['touch SHELL']\n",
    "tag-new": "models: !!python/object/new:trap.Learner []\ndata: iris\n",
    "tag-name": "models: [!!python/name:trap.sprung '']\ndata: iris\n",
    "tag-module": "models: [!!python/module:trap '']\ndata: iris\n",
}


REFUSED = {"design-wrapped", "model-inner", "primary-path", "test-path", "adjust-path", "tuning-path", "protocol-path",
           "data-path", "metrics-path", "tag-apply", "tag-new", "tag-name", "tag-module"}


@pytest.mark.parametrize("which", STUDIES)
def test_auditing_a_study_file_runs_nothing(referee, trap, which):
    trap.write("rows.csv", FEW_ROWS)
    path = trap.write("study.yaml", STUDIES[which].replace("data: iris", "data: rows.csv\ntarget: y"))
    seen = referee("audit", path, "--fail-on", "never")
    assert trap.marks == set()
    assert seen.code == (2 if which in REFUSED else 0), seen.err


WRONG_DOORS = ["report", "ledger ls", "ledger check", "judge", "rank", "calibration", "data show"]


@pytest.mark.slow
@pytest.mark.parametrize("which", STUDIES)
def test_a_study_file_at_the_wrong_door_runs_nothing(referee, trap, which):
    path = trap.write("study.yaml", STUDIES[which])
    for command in WRONG_DOORS:
        assert referee(*command.split(), path).code == 2, command
        assert trap.marks == set(), command


@pytest.mark.parametrize("which", [name for name in STUDIES
                                   if name not in ("design-class", "model-class", "model-mapping", "model-inner",
                                                   "model-space", "design-wrapped")])
def test_running_a_study_file_calls_nothing_but_learners_and_designs(referee, trap, which):
    path = trap.write("study.yaml", STUDIES[which])
    seen = referee("run", path, "--jobs", "1", "--no-report")
    assert seen.code == 2
    assert not trap.marks & {"CALLED", "MADE", "SHELL"}


@pytest.mark.parametrize("option", [("--design", SHELL), ("--design", SYSTEM), ("--design", "trap.sprung"),
                                    ("--design", "trap.NoInterface"), ("--models", SYSTEM),
                                    ("--models", "trap.sprung"), ("--models", "trap.NoInterface")])
def test_a_typed_path_that_is_no_class_of_the_kind_is_not_called(referee, trap, option):
    words = dict([("--models", "prior"), ("--design", "holdout"), option])
    seen = referee("compare", "iris", *(word for pair in words.items() for word in pair), "--no-report", "--jobs", "1")
    assert seen.code == 2
    assert not trap.marks & {"CALLED", "MADE", "SHELL"}


def test_in_python_too(trap):
    for path in (SHELL, SYSTEM, "trap.sprung", "trap.NoInterface"):
        with pytest.raises(package.errors.RefereeError):
            package.compare(["tree", "prior"], "iris", design=path, jobs=1)
    assert not trap.marks & {"CALLED", "MADE", "SHELL"}


PREDICTIONS = {
    "cells.csv": "id,truth,model,prediction\n" + "".join(
        f"{i},{'ab'[i % 2]},{'trap.Learner' if i < 20 else 'trap:sprung'},{'ab'[i % 3 % 2]}\n" for i in range(40)),
    "metric.csv": "dataset,trap.Learner,trap:sprung\n" + "".join(f"d{i},0.{i + 1},0.5\n" for i in range(9)),
    "rows.jsonl": "".join(f'{{"id": {i}, "truth": "{"ab"[i % 2]}", "model": "trap.Learner", "prediction": "a", '
                          f'"metric": "trap:sprung", "py/object": "trap.Learner", "__reduce__": "os.system"}}\n'
                          for i in range(20)),
    "design.csv": "id,truth,model,prediction,design\n" + "".join(
        f"{i},{'ab'[i % 2]},m,{'ab'[i % 3 % 2]},trap.Splitter\n" for i in range(20)),
    "description.yaml": "study: x\ndesign: trap.Splitter\nmetric: trap:sprung\ntest: trap:sprung\n"
                        "models: [trap.Learner]\npredictions: cells.csv\n",
}
DOORS = ["audit", "report", "ledger ls", "ledger show", "ledger check", "ledger looks", "judge", "rank", "calibration",
         "data show"]


@pytest.mark.parametrize(("name", "door"), [(name, door) for name in PREDICTIONS for door in (
    ["audit"] if name == "description.yaml" else ["rank"] if name == "metric.csv" else ["audit", "judge"])])
def test_names_in_predictions_run_nothing_at_their_own_door(referee, trap, name, door):
    test_names_in_predictions_and_scores_run_nothing(referee, trap, name, door)


@pytest.mark.slow
@pytest.mark.parametrize("name", PREDICTIONS)
@pytest.mark.parametrize("door", DOORS)
def test_names_in_predictions_and_scores_run_nothing(referee, trap, name, door):
    trap.write("cells.csv", PREDICTIONS["cells.csv"])
    path = trap.write(name, PREDICTIONS[name])
    referee(*door.split(), path)
    assert trap.marks == set()


class Bomb:
    """Pickled, it makes a mark when it is loaded."""

    def __reduce__(self):
        return Path("SHELL").touch, ()


def pickled(folder, suffix):
    path = folder / f"file{suffix}"
    if suffix == ".npy":
        np.save(path, np.array([Bomb()], dtype=object), allow_pickle=True)
    elif suffix == ".npz":
        np.savez(path, a=np.array([Bomb()], dtype=object))
    elif suffix == ".joblib":
        joblib.dump(Bomb(), path)
    else:
        path.write_bytes(pickle.dumps(Bomb()))
    return path


@pytest.mark.parametrize(("suffix", "door"), [(".pkl", "audit"), (".npy", "judge"), (".joblib", "evaluate"),
                                              (".npz", "data show"), (".db", "report"), (".yaml", "run")])
def test_pickles_are_not_loaded(referee, trap, suffix, door):
    test_pickles_are_never_loaded(referee, trap, suffix, door)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".pkl", ".pickle", ".joblib", ".npy", ".npz", ".csv", ".db", ".parquet", ".yaml",
                                    ".jsonl", ".eval", ".csv.gz", ".arff", ".txt"])
@pytest.mark.parametrize("door", [*DOORS, "run", "evaluate"])
def test_pickles_are_never_loaded(referee, trap, suffix, door):
    path = pickled(trap.folder, suffix)
    assert referee(*door.split(), path).code == 2
    assert trap.marks == set()


@pytest.fixture
def ledger(referee, trap, few_resamples):
    """A whole ledger that somebody else made with a learner, a design and a metric of his own.

    His metric is asked for every resample of the test rows, of every model, and leaves its mark on the disk each time.
    """
    done = referee("compare", "iris", "--models", "trap.Learner,gaussian-nb", "--design", "trap.Splitter", "--metrics",
                   "accuracy,trap.sprung", "--no-report", "--jobs", "1", "--ledger", "theirs.db")
    assert done.code == 0, done.err
    assert {"IMPORTED", "MADE"} <= trap.marks
    trap.reset()
    return trap.folder / "theirs.db"


READING = [("audit", "{}"), ("report", "{}"), ("report", "{}", "--metrics", "accuracy"), ("ledger", "ls", "{}"),
           ("ledger", "show", "{}"), ("ledger", "check", "{}"), ("ledger", "looks", "{}"), ("calibration", "{}"),
           ("audit", "{}", "--data", "iris"), ("judge", "{}"), ("rank", "{}"), ("data", "show", "{}")]


@pytest.mark.slow
def test_a_ledger_that_names_paths_runs_nothing(referee, trap, ledger):
    for words in READING:
        referee(*(word.format(ledger) for word in words))
        assert trap.marks == set(), words


@pytest.mark.slow
def test_a_ledger_whose_every_text_is_a_path_runs_nothing(referee, trap, tmp_path):
    done = referee("compare", "iris", "--models", "tree,prior", "--design", "kfold:folds=3", "--no-report", "--jobs",
                   "1", "--ledger", "l.db")
    assert done.code == 0
    with sqlite3.connect("l.db") as base:
        tables = [row[0] for row in base.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            for _, column, kind, *_ in base.execute(f"pragma table_info({table})").fetchall():
                if kind.upper() in ("TEXT", "VARCHAR", "JSON") or kind.upper().startswith("VARCHAR"):
                    base.execute(f"update or ignore {table} set {column} = replace(replace(replace({column}, 'kfold', "
                                 f"'trap.Splitter'), 'tree', 'trap.Learner'), 'accuracy', 'trap:sprung')")
    base.close()
    for words in READING:
        referee(*(word.format("l.db") for word in words))
        assert trap.marks == set(), words


@pytest.mark.slow
def test_running_tells_what_it_imports_and_from_where(referee, trap):
    trap.write("study.yaml", study(models="[trap.Learner, prior]", design="trap.Splitter"))
    seen = referee("run", "study.yaml", "--jobs", "1", "--no-report")
    assert seen.code == 0
    assert f"The file names trap.Learner, which is imported now ({trap.folder / 'trap.py'})." in seen.err
    assert seen.err.count("The file names trap.Splitter") == 1


@pytest.mark.slow
def test_a_module_elsewhere_on_the_path_needs_a_word_of_the_user(referee, trap, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("REFEREE_ALLOW", "")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    compare = ("compare", "iris", "--models", "trap.Learner,gaussian-nb", "--design", "kfold:folds=2", "--no-report",
               "--jobs", "1")
    refused = referee(*compare)
    assert refused.code == 2
    assert "trap.Learner is neither installed nor in the working folder" in refused.err
    assert "--allow trap" in refused.err
    assert trap.marks == set()
    assert referee(*compare, "--allow", "trap").code == 0


def test_a_function_that_a_file_names_is_called_only_where_its_package_is_allowed(referee, trap, monkeypatch):
    monkeypatch.setenv("REFEREE_ALLOW", "")
    trap.write("study.yaml", study(metrics="[accuracy, trap.sprung]"))
    run = ("run", "study.yaml", "--jobs", "1", "--no-report")
    refused = referee(*run)
    assert (refused.code, trap.marks) == (2, set())
    assert "study.yaml, line 4: trap.sprung is a function that a file names" in refused.err
    assert referee(*run, "--allow", "trap").code == 0
    assert "CALLED" in trap.marks


def test_an_audit_of_a_study_file_says_what_it_did_not_look_at(referee, trap):
    trap.write("study.yaml", study(models="[trap.Learner, tree]", design="trap.Splitter",
                                   metrics="[accuracy, trap.cost]"))
    seen = referee("audit", "study.yaml", "--fail-on", "never")
    assert (seen.code, trap.marks) == (0, set())
    for told in ("The design trap.Splitter goes by its path and was not imported", "trap.cost", "trap.Learner"):
        assert told in seen.out
