"""Whole procedures on shuffled data: exact, resumable, the same on any number of workers."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from older_scikit_learn import as_now
from referee.data import load, make_problem
from referee.data.shuffle import shuffle_columns, shuffle_labels
from referee.designs import make_plan
from referee.errors import LedgerError
from referee.learners import resolve, tuned
from referee.ledger import Record, job_key, whole_plan
from referee.ledger import open_ledger as opening
from referee.running import Local
from referee.running.shuffling import run_shuffles


def open_ledger(*where, **how):
    return closing(opening(*where, **how))


def run_on(problem, plan, learners, shuffle, ledger, workers=1):
    return run_shuffles(problem, plan, learners, shuffle, ledger=ledger, engine=Local(workers=workers), seed=0)


def record_of(ledger, problem, plan, learner, shuffle, number):
    return ledger.read(job_key(problem.fingerprint, learner.fingerprint(0),
                               whole_plan(plan.fingerprint, shuffle.fingerprint, number)))


def noise(n=60, d=4, classes=2, seed=0):
    draw = np.random.default_rng(seed)
    return draw.normal(size=(n, d)) * 10.0 ** np.arange(d) + 3, draw.integers(0, classes, n)


@pytest.mark.parametrize("model", list(filter(as_now, [
    GaussianNB(), LinearDiscriminantAnalysis(), make_pipeline(StandardScaler(), GaussianNB()),
    make_pipeline(StandardScaler(), LinearDiscriminantAnalysis())])))
@pytest.mark.parametrize("data", ["breast-cancer", "iris", "noise"])
def test_many_shuffles_at_once_say_what_refits_say(model, data):
    """Refitted by hand on permuted labels: dealing rows to labels is dealing labels to rows."""
    problem = load(data) if data != "noise" else make_problem(*noise(53, classes=3))
    plan, shuffle = make_plan("kfold:folds=7", problem, seed=1), shuffle_labels(problem, seed=5, count=12)
    learners = resolve(model, problem)
    with open_ledger(":memory:") as ledger:
        done = run_on(problem, plan, learners, shuffle, ledger)
        assert done.shortcut == done.fitted == done.total == 7 * 12
        for number in (1, 2, 12):
            record = record_of(ledger, problem, plan, learners[0], shuffle, number)
            X, y = np.asarray(problem.features.matrix, dtype=float)[shuffle.order(number)], problem.labels
            with threadpool_limits(limits=1):
                said = np.concatenate([clone(model).fit(X[s.train_rows], y[s.train_rows]).predict_proba(X[s.test])
                                       for s in plan.splits()])
            assert np.abs(record.probabilities - said).max() < 1e-8
            assert np.array_equal(record.labels, said.argmax(axis=1))


def test_shuffling_labels_by_hand_gives_the_same_predictions_row_by_row():
    """The folds of the shuffled problem, carried back to the original rows, with the labels permuted."""
    X, y = noise()
    problem = make_problem(X, y)
    plan, shuffle = make_plan("kfold:folds=5", problem, seed=0), shuffle_labels(problem, seed=0, count=5)
    learners = resolve("tree", problem)
    with open_ledger(":memory:") as ledger:
        run_on(problem, plan, learners, shuffle, ledger)
        record = record_of(ledger, problem, plan, learners[0], shuffle, 3)
    order = shuffle.order(3)
    permuted = np.empty_like(y)
    permuted[order] = y                       # the row at place i came from order[i], and has the label of place i
    hits = []
    for split in plan.splits():
        train, test = order[split.train_rows], order[split.test]
        tree = DecisionTreeClassifier(random_state=0).fit(X[train], permuted[train])
        hits.append((tree.predict(X[test]) == permuted[test]).mean())
    ours = np.mean(record.labels == np.concatenate([y[s.test] for s in plan.splits()]))
    assert abs(ours - np.mean(hits)) < 0.1     # trees differ only in how they break ties


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["labels", "columns"])
def test_a_run_goes_on_where_it_stopped_and_bits_do_not_depend_on_workers(tmp_path, kind):
    problem = make_problem(*noise(40))
    plan = make_plan("kfold:folds=4", problem, seed=0)
    make = shuffle_labels if kind == "labels" else shuffle_columns
    few, many = make(problem, seed=0, count=2), make(problem, seed=0, count=9)
    learners = resolve(["gaussian-nb", "knn", "tree:max_depth=2"], problem)
    with open_ledger(tmp_path / "a.db") as once, open_ledger(tmp_path / "b.db") as twice:
        run_on(problem, plan, learners, many, once)
        run_on(problem, plan, learners, few, twice, workers=2)
        done = run_on(problem, plan, learners, many, twice, workers=2)
        assert (done.reused, done.fitted) == (2 * 4 * 3, 7 * 4 * 3)
        again = run_on(problem, plan, learners, many, twice)
        assert again.fitted == 0
        for learner in learners:
            for number in range(1, 10):
                a, b = (record_of(ledger, problem, plan, learner, many, number) for ledger in (once, twice))
                assert np.array_equal(a.labels, b.labels)
                assert np.array_equal(a.probabilities, b.probabilities)
        assert once.check() == twice.check() == []


def test_a_record_without_its_plan_is_found(tmp_path):
    with open_ledger(tmp_path / "a.db") as ledger:
        ledger.append([Record(problem="p", learner="l", split=whole_plan("no such plan 000", "s", 1))])
        assert any("records of shuffles name the plan no such plan 000" in said for said in ledger.check())


def test_other_shortcuts_serve_shuffle_by_shuffle():
    problem = make_problem(*noise(50))
    plan, shuffle = make_plan("kfold:folds=5", problem, seed=0), shuffle_labels(problem, seed=0, count=6)
    learners = resolve(KNeighborsClassifier(), problem)
    with open_ledger(":memory:") as ledger:
        assert run_on(problem, plan, learners, shuffle, ledger).shortcut > 0
        record = record_of(ledger, problem, plan, learners[0], shuffle, 2)
    X, y = problem.features.given[shuffle.order(2)], problem.labels
    said = np.concatenate([KNeighborsClassifier().fit(X[s.train_rows], y[s.train_rows]).predict_proba(X[s.test])
                           for s in plan.splits()])
    assert np.abs(record.probabilities - said).max() < 1e-8


@pytest.mark.slow
def test_tuned_learners_are_tuned_again_on_every_shuffle():
    """By hand: the choice on a shuffle is that of a study of the shuffled data."""
    from referee.running import run

    X, y = noise(60)
    X[:, 0] = y + np.random.default_rng(3).normal(size=60) / 3
    problem = make_problem(X, y)
    model = tuned("tree", {"max_depth": [1, 2, 6]}, inner="kfold:folds=3")
    plan, shuffle = make_plan("kfold:folds=4", problem, seed=0), shuffle_labels(problem, seed=0, count=2)
    learners = resolve(model, problem)
    chosen = set()
    with open_ledger(":memory:") as ledger:
        run_on(problem, plan, learners, shuffle, ledger)
        for number in (1, 2):
            by_hand = make_problem(X[shuffle.order(number)], y)
            laid, again = make_plan("kfold:folds=4", by_hand, seed=0), resolve(model, by_hand)
            run(by_hand, laid, again, ledger=ledger, engine=Local(workers=1), seed=0)
            expected = [ledger.read(job_key(by_hand.fingerprint, again[0].fingerprint(0), s.fingerprint))
                        for s in laid.splits()]
            chosen |= {r.notes["tuned"]["position"] for r in expected}
            record = record_of(ledger, problem, plan, learners[0], shuffle, number)
            assert np.array_equal(record.probabilities, np.concatenate([r.probabilities for r in expected]))
    assert len(chosen) > 1                    # otherwise not tuning at all would pass as well


class FailsOnRow7(DecisionTreeClassifier):
    """Refuses training rows that hold a marked value."""

    def fit(self, X, y):
        if (np.asarray(X)[:, 0] == 7).any():
            raise ValueError("row 7 is here")
        return super().fit(X, y)


def test_failed_splits_are_named_and_nothing_is_said_of_their_rows():
    X, y = noise(40)
    X[:, 0] = np.arange(40)
    problem = make_problem(X, y)
    plan, shuffle = make_plan("kfold:folds=4", problem, seed=0), shuffle_labels(problem, seed=0, count=3)
    learners = resolve(FailsOnRow7(), problem)
    with open_ledger(":memory:") as ledger:
        done = run_on(problem, plan, learners, shuffle, ledger)
        record = record_of(ledger, problem, plan, learners[0], shuffle, 1)
    assert done.failed == 9                   # three of four training parts hold the row
    assert len(record.notes["errors"]) == 3
    assert record.labels.size == 10
    assert not record.failed


KILLED = """
import sys
from contextlib import closing, suppress
from referee.data import make_problem
from referee.data.shuffle import shuffle_labels
from referee.designs import make_plan
from referee.errors import LedgerError
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running import Local
from referee.running.shuffling import run_shuffles
import numpy as np
draw = np.random.default_rng(0)
problem = make_problem(draw.normal(size=(80, 5)), draw.integers(0, 2, 80))
with closing(open_ledger(sys.argv[1])) as ledger:
    done = run_shuffles(problem, make_plan("kfold:folds=3", problem, seed=0), resolve("forest:n_estimators=10",
                        problem), shuffle_labels(problem, seed=0, count=30), ledger=ledger, engine=Local(workers=1),
                        seed=0)
    print(done.reused, done.fitted, len(ledger.check()))
"""


@pytest.mark.slow
def test_a_killed_run_keeps_what_it_did(tmp_path):
    path = tmp_path / "killed.db"
    command = [sys.executable, "-c", KILLED, str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.1)
        if Path(path).exists():
            with suppress(LedgerError), open_ledger(path, read_only=True) as ledger:      # it may not be founded yet
                if ledger.keys():
                    break
    process.send_signal(signal.SIGKILL)
    process.wait()
    reused, fitted, complaints = map(int, subprocess.run(command, capture_output=True, check=True).stdout.split())
    assert reused >= 3
    assert reused + fitted == 90
    assert complaints == 0
