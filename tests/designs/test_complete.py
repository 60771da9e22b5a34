from itertools import combinations
from math import comb

import numpy as np
import pytest

import referee
from designs.problems import regression
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import BadInput


def test_every_set_is_tested_once_on_all_others():
    splits = list(make_plan("complete:test=3", regression(7), seed=0).splits())
    assert [tuple(s.test.tolist()) for s in splits] == list(combinations(range(7), 3))
    assert all(np.array_equal(np.union1d(s.train_rows, s.test), np.arange(7)) and s.n_train == 4 for s in splits)
    assert len({s.label for s in splits}) == comb(7, 3)


def test_sets_of_one_are_leave_one_out_and_share_its_fits():
    problem = regression(9)
    complete, loo = (make_plan(design, problem, seed=4).card.entries for design in ("complete:test=1", "loo"))
    assert [e.split for e in complete] == [e.split for e in loo]


def test_whole_groups_are_left_out():
    groups = np.repeat(np.arange(5), 3)
    problem = make_problem(np.arange(30.0).reshape(15, 2), np.arange(15.0), groups=groups)
    splits = list(make_plan("complete:test=2", problem, seed=0).splits())
    assert len(splits) == 10
    assert all(not set(groups[s.test]) & set(groups[s.train_rows]) for s in splits)


@pytest.mark.parametrize(("design", "n", "words"), [
    ("complete:test=5", 5, "5 rows to test on leave none of the 5 rows"),
    ("complete:test=3", 60, "there are 34,220 sets of 3 out of 60 rows, more than the 20,000"),
    ("complete:test=500", 1000, r"there are about 10\^299 sets"),
    ("complete:test=0", 5, "test is a whole number of at least 1"),
    ("complete:stratified=true", 5, "has no parameter 'stratified'"),
])
def test_what_cannot_be_enumerated_is_refused_with_a_way_out(design, n, words):
    with pytest.raises(BadInput, match=words):
        make_plan(design, regression(n), seed=0)


def test_the_estimate_is_the_mean_over_all_sets_and_claims_no_interval():
    """Left-out pairs of 8 rows, by hand: the mean of the others as prediction."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(8, 1)), rng.normal(size=8)
    result = referee.evaluate("mean", X, y, design="complete:test=2", metrics="mse", jobs=1)
    byhand = [np.mean((y[list(s)] - np.delete(y, s).mean()) ** 2) for s in combinations(range(8), 2)]
    estimate = result.estimates["mean"]
    assert estimate.value == pytest.approx(np.mean(byhand), rel=1e-12)
    assert estimate.interval is None
    assert "overlap" in estimate.reason


def test_no_test_is_justified_for_overlapping_test_sets():
    from referee.metrics import metric
    from referee.reading.differences.named import TESTS
    from referee.reading.method import Cases

    problem = regression(8)
    card = make_plan("complete:test=2", problem, seed=0).card
    for test in TESTS:
        assert test.covers(card.traits, metric("mse"), Cases.of(problem)), test.name
