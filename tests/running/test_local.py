"""The local engine: the same records whatever the number of workers, through failing, dying and hanging fits."""

import time
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

from referee.data import make_problem
from referee.designs import make_plan
from referee.learners import resolve
from referee.ledger import batch, open_ledger
from referee.running import Local, before_waiting, pool, run
from referee.running import local as engine_room
from running.learners_for_tests import DiesWhen, Majority, RaisesWhen, Random, Sleeps, learner

rng = np.random.default_rng(0)
X = np.concatenate([np.arange(60.0)[:, None], rng.normal(size=(60, 3))], axis=1)
PROBLEM = make_problem(X, rng.integers(0, 2, 60), name="toy")
PLAN = make_plan("kfold:folds=5,repeats=2", PROBLEM, seed=1)


@pytest.fixture(scope="module", autouse=True)
def _no_workers_left_behind():
    yield
    pool.dismiss()


def fitted(learners, engine, plan=PLAN):
    ledger = open_ledger(":memory:")
    done = run(PROBLEM, plan, tuple(learners), ledger=ledger, engine=engine, seed=7)
    records = {record.job: record for record in ledger.read_many(sorted(ledger.keys()))}
    ledger.close()
    return done, records


def same(a, b):
    if a is None or b is None:
        return a is b
    return a.dtype == b.dtype and np.array_equal(a, b)


@pytest.fixture
def in_workers(monkeypatch):
    """Send everything to the workers, however small it is."""
    monkeypatch.setattr(engine_room, "LOOK_AROUND_SECONDS", 0.0)


def test_one_worker_or_two_give_identical_records(in_workers):
    learners = [learner("random", Random), *resolve(["forest:n_estimators=5", "logistic", "tree"], PROBLEM)]
    _, alone = fitted(learners, Local(workers=1))
    _, together = fitted(learners, Local(workers=2))
    assert alone.keys() == together.keys()
    assert len(alone) == 40
    for key, record in alone.items():
        for name in ("labels", "scores", "probabilities", "values", "error"):
            ours, theirs = getattr(record, name), getattr(together[key], name)
            assert ours == theirs if isinstance(ours, str) else same(ours, theirs)


def test_a_learner_that_raises_in_some_folds_loses_those_alone(in_workers):
    done, records = fitted([learner("m", Majority), learner("r", RaisesWhen, 3.0)], Local(workers=2))
    assert (done.fitted, done.failed) == (20, 8)      # row 3 is in the training part of 4 of 5 folds, twice
    assert sum(record.failed for record in records.values()) == 8


@pytest.mark.slow
def test_a_learner_that_kills_its_process_is_found_and_the_rest_goes_on(in_workers):
    plan = make_plan("kfold:folds=3", PROBLEM, seed=1)
    learners = [learner("m", Majority), learner("d", DiesWhen, 3.0)]
    done, records = fitted(learners, Local(workers=2), plan)
    assert (done.fitted, done.failed) == (6, 2)
    errors = {record.error for record in records.values() if record.failed}
    assert errors == {"the worker process died while fitting (exit code 9)"}


@pytest.mark.slow
def test_a_fit_that_hangs_is_stopped_at_the_time_limit_and_the_rest_goes_on():
    plan = make_plan("holdout:repeats=2", PROBLEM, seed=1)
    learners = [learner("m", Majority), learner("s", Sleeps, 600)]
    done, records = fitted(learners, Local(workers=2, time_limit=0.5), plan)
    assert (done.fitted, done.failed) == (4, 2)
    assert {r.error for r in records.values() if r.failed} == {"stopped after the time limit of 0.5 s"}


def test_what_is_recorded_is_not_fitted_again_even_under_another_plan():
    ledger = open_ledger(":memory:")
    learners = resolve(["gaussian-nb"], PROBLEM)
    first = run(PROBLEM, make_plan("kfold:folds=5", PROBLEM, seed=1), learners, ledger=ledger, engine=Local(), seed=7)
    more = run(PROBLEM, PLAN, learners, ledger=ledger, engine=Local(), seed=7)
    assert (first.fitted, more.reused, more.fitted) == (5, 5, 5)      # the 5-fold is the first repeat of the 2×5-fold
    ledger.close()


def test_one_learner_under_two_names_is_fitted_once():
    learners = resolve({"one": "gaussian-nb", "two": "gaussian-nb"}, PROBLEM)
    done, records = fitted(learners, Local(workers=1))
    assert done.total == done.fitted == len(records) == 10


def test_an_engine_is_asked_nothing_where_nothing_is_left_to_fit():
    class Gone:
        """A cluster that does not answer."""

        @property
        def n_workers(self):
            raise ConnectionError

    ledger = open_ledger(":memory:")
    made = [run(PROBLEM, PLAN, (learner("r", RaisesWhen, 3.0),), ledger=ledger, engine=engine, seed=7)
            for engine in (Local(workers=1), Gone())]
    assert [(done.fitted, done.reused) for done in made] == [(10, 0), (0, 10)]
    ledger.close()


@pytest.mark.parametrize("tells", [True, False])
def test_what_was_dear_is_in_the_ledger_before_an_engine_waits_for_the_next_fit(monkeypatch, tells):
    monkeypatch.setattr(batch, "time", SimpleNamespace(monotonic=lambda: 0.0))
    seen, ledger = [], open_ledger(":memory:")

    class Bursts:
        """Two fits at a time, each of which took a minute."""

        def run(self, bench, jobs, total):
            wait = before_waiting(jobs)
            for _ in range(total // 2):
                if tells:
                    assert wait() is None
                seen.append(len(ledger.keys()))
                for job in islice(jobs, 2):
                    yield replace(job.do(bench), fit_seconds=60.0)
                    seen.append(len(ledger.keys()))

    run(PROBLEM, make_plan("kfold:folds=4", PROBLEM, seed=1), (learner("r", RaisesWhen, 3.0),), ledger=ledger,
        engine=Bursts(), seed=7)
    assert seen == ([0, 0, 0, 2, 2, 2] if tells else [0, 1, 2, 2, 3, 4])
    assert len(ledger.keys()) == 4
    ledger.close()


@pytest.mark.slow
def test_fits_are_in_the_ledger_while_a_long_one_beside_them_goes_on(in_workers, monkeypatch):
    """Two that take a moment each, beside one of six seconds: neither waits to be written until that is done."""
    ledger, written = open_ledger(":memory:"), []
    append = ledger.append

    def watched(records):
        records = list(records)
        written.extend((record.learner, time.monotonic()) for record in records)
        append(records)

    monkeypatch.setattr(ledger, "append", watched)
    learners = (learner("a", Sleeps, 0.2), learner("long", Sleeps, 6), learner("b", Sleeps, 0.3))
    run(PROBLEM, make_plan("holdout:repeats=1", PROBLEM, seed=1), learners, ledger=ledger, engine=Local(workers=2),
        seed=7)
    (_, first), (_, second), (name, last) = written
    assert name == learners[1].fingerprint(7)
    assert last - max(first, second) > 2
    ledger.close()


def test_progress_counts_up_to_the_total():
    seen = []
    ledger = open_ledger(":memory:")
    run(PROBLEM, PLAN, (learner("r", RaisesWhen, 3.0),), ledger=ledger, engine=Local(workers=1), seed=7,
        progress=lambda *numbers, **_: seen.append(numbers))
    assert seen[0] == (0, 10, 0)
    assert seen[-1] == (10, 10, 8)
    assert [s[0] for s in seen] == list(range(11))
    ledger.close()


def test_the_number_of_workers_asked_for_is_kept_on_systems_that_cannot_tell_their_cores(monkeypatch):
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    assert Local(workers=1).n_workers == 1
    assert Local(workers=3).n_workers == 3
    assert Local().n_workers >= 1


@pytest.mark.slow
def test_of_a_large_table_no_fit_is_made_here_while_other_cores_wait(monkeypatch):
    monkeypatch.setattr(engine_room, "LARGE", PROBLEM.n_rows * len(PROBLEM.columns))
    monkeypatch.setattr(engine_room, "run_serial", lambda *_, **__: pytest.fail("a fit was made here"))
    pool.dismiss()
    done, _ = fitted(resolve(["tree"], PROBLEM), Local(workers=2))
    assert done.fitted == 10


def test_small_work_never_starts_a_worker(monkeypatch):
    monkeypatch.setattr(pool, "Crew", lambda: pytest.fail("a worker was started"))
    pool.dismiss()
    done, _ = fitted(resolve(["tree"], PROBLEM), Local(workers=2))
    assert done.fitted == 10
