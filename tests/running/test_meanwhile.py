"""What another process has recorded meanwhile of one study is not made again, and that is told."""

import time
import warnings
from contextlib import closing

import numpy as np

from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import WorkShared
from referee.ledger import open_ledger
from referee.running import meanwhile, run
from running.learners_for_tests import Majority, RaisesWhen, learner

rng = np.random.default_rng(0)
PROBLEM = make_problem(rng.normal(size=(60, 3)), rng.integers(0, 2, 60), name="toy")
LEARNERS = (learner("a", Majority), learner("b", RaisesWhen, 99.0))
PLAN = make_plan("kfold:folds=5,repeats=16", PROBLEM, seed=1)


class Here:
    """An engine that makes each fit in this thread, in so many seconds."""

    def __init__(self, seconds, another=None):
        self.seconds, self.another = seconds, another

    def run(self, bench, jobs, total):  # noqa: ARG002
        for done, job in enumerate(jobs):
            if self.another:
                self.another(done)
            time.sleep(self.seconds)
            yield job.do(bench)


def done_by(place, engine, learners=LEARNERS):
    with closing(open_ledger(place)) as ledger, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        done = run(PROBLEM, PLAN, learners, ledger=ledger, engine=engine, seed=7)
    return done, [word for word in told if word.category is WorkShared]


def test_what_another_records_meanwhile_is_not_made_here_again(tmp_path, monkeypatch):
    monkeypatch.setattr(meanwhile, "EVERY_SECONDS", 0.0)
    monkeypatch.setattr(meanwhile, "AT_MOST", float("inf"))           # a look may take long on a busy machine
    place = tmp_path / "l.db"

    def another(done):
        if done == 10:
            made, told = done_by(place, Here(0))
            assert (made.fitted, made.reused, told) == (160, 0, [])      # nothing was flushed before

    made, told = done_by(place, Here(0, another))
    assert (made.fitted, made.reused, made.total) == (11, 149, 160)
    assert [str(word.message) for word in told] == [
        "another process makes fits of this study in the same ledger: what it records is not made here again."]
    with closing(open_ledger(place)) as ledger:
        assert len(ledger.keys()) == 160


def test_what_others_record_of_other_learners_or_plans_is_nothing_to_this_run(tmp_path, monkeypatch):
    monkeypatch.setattr(meanwhile, "EVERY_SECONDS", 0.0)
    monkeypatch.setattr(meanwhile, "AT_MOST", float("inf"))           # a look may take long on a busy machine
    place = tmp_path / "l.db"

    def another(done):
        if done == 10:
            done_by(place, Here(0), [learner("c", RaisesWhen, 98.0)])

    made, told = done_by(place, Here(0, another))
    assert (made.fitted, made.reused, told) == (160, 0, [])


def test_jobs_come_in_order_and_the_ledger_is_not_asked_before_it_is_time(tmp_path, monkeypatch):
    order = []

    class Noting(Here):
        def run(self, bench, jobs, total):
            yield from super().run(bench, (order.append((job.split.label, job.learner)) or job for job in jobs), total)

    made, told = done_by(tmp_path / "l.db", Noting(0))
    assert (made.fitted, told) == (160, [])
    assert order == [(split.label, k) for split in PLAN.splits() for k in (0, 1)]
