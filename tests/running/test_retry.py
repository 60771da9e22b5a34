"""Failed fits once more: they give way to what comes of them now, nothing else does, and the old error is kept."""

import os
import signal
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

import referee
from referee.errors import LedgerError
from referee.learners import Learner
from referee.ledger import Record, open_ledger, retrying
from running.cabinet import Tame

rng = np.random.default_rng(0)
X, Y = rng.normal(size=(40, 2)), np.array(["a", "b"] * 20)
WHAT = {"design": "kfold:folds=4", "jobs": 1, "baseline": False, "metrics": "accuracy"}


class Moody(Tame):
    """Fails as long as its mood is bad; the mood is no part of what it is."""

    def misbehave(self, *given):  # noqa: ARG002
        if not self.place.exists():
            raise OSError("the licence server is down")


class Hunted(Tame):
    """Its process is killed as often as there are files in a folder; one goes each time."""

    def misbehave(self, *given):  # noqa: ARG002
        for life in self.place.iterdir():
            life.unlink()
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def model(tmp_path):
    return Learner(name="moody", make=_Made(Moody, tmp_path / "licence"), recipe={"class": "Moody"})


class _Made:
    def __init__(self, kind, place):
        self.kind, self.place = kind, place

    def __call__(self, seed):  # noqa: ARG002
        made = self.kind()
        made.place = self.place
        return made


def compare(model, place, **more):
    return referee.compare({"moody": model, "tree": "tree"}, X, Y, ledger=place, **WHAT, **more)


def records(place):
    with closing(open_ledger(place)) as ledger:
        return {record.job: record for record in ledger.read_many(sorted(ledger.keys()))}


@pytest.mark.slow
def test_what_failed_is_fitted_again_only_if_asked(model, tmp_path):
    place = tmp_path / "ledger.db"
    assert compare(model, place).done.failed == 4
    (tmp_path / "licence").touch()
    before = records(place)
    again = compare(model, place)
    assert (again.done.fitted, again.failed) == (0, True)
    retried = compare(model, place, retry_failed=True)
    assert (retried.done.fitted, retried.done.failed, retried.done.reused) == (4, 0, 4)
    assert not retried.failed
    after = records(place)
    assert before.keys() == after.keys()
    for job, record in before.items():
        if record.failed:
            assert after[job].notes["failed before"] == ["OSError: the licence server is down"]
            assert after[job].labels is not None
        else:
            assert after[job].created == record.created
    with closing(open_ledger(place)) as ledger:
        assert ledger.check() == []


def test_what_fails_again_has_both_errors_and_is_tried_once_a_run(model, tmp_path):
    place = tmp_path / "ledger.db"
    compare(model, place)
    again = compare(model, place, retry_failed=True)
    assert (again.done.fitted, again.done.failed) == (4, 4)
    told = [record.notes["failed before"] for record in records(place).values() if record.failed]
    assert told == [["OSError: the licence server is down"]] * 4


def test_a_record_that_another_process_has_mended_meanwhile_is_left(tmp_path):
    with closing(open_ledger(tmp_path / "ledger.db")) as ledger:
        failed = Record(problem="p", learner="l", split="s", error="E")
        ledger.append([failed])
        mine = retrying(ledger)
        assert mine.keys() == set()
        good = replace(failed, error="", labels=np.array([1]))
        retrying(ledger).append([good])
        mine.append([replace(failed, error="", labels=np.array([0]))])
        assert ledger.read(failed.job).labels.tolist() == [1]


def test_a_ledger_that_keeps_failures_says_so():
    class Stone:
        def __repr__(self):
            return "<stone>"

    with pytest.raises(LedgerError, match="<stone> keeps failed fits for good"):
        retrying(Stone())


def lives(folder, n):
    for i in range(n):
        (folder / f"{i}").touch()


@pytest.mark.slow
def test_two_kills_from_outside_change_nothing_and_three_are_a_failure_that_is_mended_by_trying_again(tmp_path):
    hunt = tmp_path / "hunt"
    hunt.mkdir()
    model = Learner(name="hunted", make=_Made(Hunted, hunt), recipe={"class": "Hunted"})
    what = WHAT | {"design": "holdout:repeats=1,test=0.25"}
    places = {kills: tmp_path / f"{kills}.db" for kills in (0, 2, 3)}
    for kills, place in places.items():
        lives(hunt, kills)
        referee.compare({"moody": model, "tree": "tree"}, X, Y, ledger=place, **what)
    alone, twice, thrice = map(records, places.values())
    assert alone.keys() == twice.keys() == thrice.keys()
    assert all(np.array_equal(twice[job].labels, record.labels) for job, record in alone.items())
    (killed,) = [record for record in thrice.values() if record.failed]
    assert killed.error == ("the worker process died while fitting (SIGKILL: killed from outside, as when memory runs "
                            "out)")
    referee.compare({"moody": model, "tree": "tree"}, X, Y, ledger=places[3], retry_failed=True, **what)
    mended = records(places[3])
    assert all(np.array_equal(mended[job].labels, record.labels) for job, record in alone.items())
    assert mended[killed.job].notes["failed before"] == [killed.error]
