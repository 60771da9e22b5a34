"""Engines of others: by object and by name, the same numbers, and a sentence where one breaks."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput, RefereeError, UnknownName
from referee.running import ENGINES, Local, NamedEngine, make_engine

RNG = np.random.default_rng(2)
X = RNG.normal(size=(60, 2))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
QUICK = {"metrics": "accuracy", "design": "kfold:folds=4"}


class Backwards:
    """One job after the other, the last one first."""

    def run(self, bench, jobs, total):  # noqa: ARG002
        for job in reversed(list(jobs)):
            yield job.do(bench)


class Stumbling(Backwards):
    def run(self, bench, jobs, total):  # noqa: ARG002
        yield next(jobs).do(bench)
        raise OSError("the cable is out")


@pytest.fixture
def named(monkeypatch):
    def add(make, name="backwards"):
        monkeypatch.setitem(ENGINES._items, name, NamedEngine(name=name, summary="for a test", make=make))
    return add


def test_an_engine_of_ones_own_gives_the_same_answer():
    local = referee.compare(["lda", "tree"], X, Y, jobs=1, **QUICK)
    own = referee.compare(["lda", "tree"], X, Y, engine=Backwards(), **QUICK)
    assert str(own) == str(local)


def test_an_engine_goes_by_name_with_its_parameters(named):
    made = {}

    def make(workers=None, time_limit=None, lanes=1):
        made.update(workers=workers, time_limit=time_limit, lanes=lanes)
        return Backwards()

    named(make)
    referee.evaluate("lda", X, Y, jobs=3, time_limit=9.0, engine="backwards:lanes=2", **QUICK)
    assert made == {"workers": 3, "time_limit": 9.0, "lanes": 2}


def test_an_engine_that_breaks_is_one_sentence_and_what_was_fitted_is_kept(tmp_path):
    with pytest.raises(RefereeError, match="the engine Stumbling stopped: OSError: the cable is out; what was fitted"):
        referee.compare(["logistic", "tree"], X, Y, engine=Stumbling(), ledger=tmp_path / "l.db", **QUICK)
    again = referee.compare(["logistic", "tree"], X, Y, jobs=1, ledger=tmp_path / "l.db", **QUICK)
    assert again.done.reused >= 1


def test_what_is_no_engine_is_refused(named):
    with pytest.raises(BadInput, match="int is no engine: it has no run"):
        make_engine(7)
    with pytest.raises(UnknownName, match="did you mean 'local'"):
        make_engine("locall")
    with pytest.raises(BadInput, match=r"engine local cannot be made: TypeError.*lanes"):
        make_engine("local:lanes=2")
    assert make_engine() == Local()
