"""A test of one's own, given as an object."""

from dataclasses import replace

import pytest

import referee
from referee.errors import BadInput, NotJustified
from referee.reading import demands
from referee.reading import method as room
from referee.reading.method import TESTS, Method


def halved(table, a, b, metric, level):
    """The corrected t with half its p-value: wrong, and easy to tell from the right one."""
    made = TESTS["corrected-t"].test(table, a, b, metric, level)
    return replace(made, p=made.p / 2, method="halved t")


HALVED = Method(name="halved-t", title="the halved t", plan=demands.random_splits, test=halved,
                summary="half the p-value of the corrected t")


@pytest.fixture(autouse=True)
def nobody_else_meets_it(monkeypatch):
    """The registry as it was, for the tests after these."""
    monkeypatch.setattr(TESTS, "_items", dict.copy(TESTS._items) if len(TESTS) else {})
    monkeypatch.setattr(room, "_BY_OBJECT", {})


ASK = {"design": "kfold:folds=3,repeats=2", "metrics": "accuracy", "jobs": 1}


@pytest.mark.slow
def test_it_is_used_and_known_by_its_name_from_then_on():
    right = referee.compare(["lda", "gaussian-nb"], "iris", **ASK)["lda", "gaussian-nb"]
    mine = referee.compare(["lda", "gaussian-nb"], "iris", test=HALVED, **ASK)["lda", "gaussian-nb"]
    assert mine.comparison.p == pytest.approx(right.comparison.p / 2)
    assert mine.comparison.method == "halved t"
    again = referee.compare(["lda", "gaussian-nb"], "iris", test="halved-t", **ASK)["lda", "gaussian-nb"]
    assert again.comparison.p == mine.comparison.p
    replaced = replace(HALVED, test=lambda *given: replace(halved(*given), p=0.5))
    assert referee.compare(["lda", "gaussian-nb"], "iris", test=replaced,
                           **ASK)["lda", "gaussian-nb"].comparison.p == 0.5


def test_it_stands_behind_the_gate_and_cannot_take_the_name_of_another():
    with pytest.raises(NotJustified, match="the halved t needs at least two splits"):
        referee.compare(["lda", "gaussian-nb"], "iris", test=HALVED, **ASK | {"design": "holdout"})
    with pytest.raises(BadInput, match="a test called 'mcnemar' already"):
        referee.compare(["lda", "gaussian-nb"], "iris", test=replace(HALVED, name="mcnemar"), **ASK)
    with pytest.raises(BadInput, match="not a Method with a test"):
        referee.compare(["lda", "gaussian-nb"], "iris", test=replace(HALVED, name="empty-t", test=None), **ASK)
