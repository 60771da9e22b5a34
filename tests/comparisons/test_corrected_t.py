import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import bouckaert_frank, corrected_t, corrected_t_of
from referee.errors import BadInput, Undefined
from referee.kinds import Estimand

scores = st.lists(st.floats(0, 1, width=16), min_size=2, max_size=20)


def test_nadeau_bengio(worked):
    case = worked("nadeau-bengio")
    said = corrected_t_of(case.inputs["d"], n_train=180, n_test=20)
    assert said.difference == case.near(case.expected["mean"])
    assert said.standard_error == case.near(case.expected["se"])
    assert said.statistic == case.near(case.expected["t"])
    assert said.p == case.near(case.expected["p"])
    assert (said.interval.low, said.interval.high) == case.near((case.expected["lo"], case.expected["hi"]))
    assert (said.df, said.n_units, said.unit, said.estimand) == (9, 10, "split", Estimand.PROCEDURE)


def test_bouckaert_frank(worked):
    case = worked("bouckaert-frank")
    said = bouckaert_frank(case.inputs["d"], 0, n_train=90, n_test=10)
    assert said.statistic == case.near(case.expected["t"])
    assert said.p == case.near(case.expected["p"])
    assert (said.interval.low, said.interval.high) == case.near((case.expected["lo"], case.expected["hi"]))
    assert "Bouckaert" in said.method


def test_unequal_folds_give_one_over_k_minus_one():
    """103 rows in 10 folds: three of 11, seven of 10; the paper's ratio is 1/9."""
    n_test = np.array([11] * 3 + [10] * 7)
    said = corrected_t(np.arange(10.0), 0, n_train=103 - n_test, n_test=n_test)
    assert said.detail("test_per_train") == pytest.approx(1 / 9, rel=1e-14)


def test_mooney_experiment_1_zero_variance(worked):
    case = worked("mooney-exp1-paired-t")
    said = corrected_t(case.inputs["A"], case.inputs["B"], n_train=9, n_test=1)
    assert (said.statistic, said.p, said.interval) == (math.inf, 0.0, None)
    assert "zero_variance" in said.flags
    assert said.detail("sign_flip_p") == case.expected["signflip_p"] == 2 / 2**5
    assert said.difference == 5


@pytest.mark.parametrize(("alternative", "p", "exact"), [("greater", 0.0, 1 / 32), ("less", 1.0, 1.0)])
def test_zero_variance_has_a_side(alternative, p, exact):
    said = corrected_t([5.0] * 5, 0, n_train=9, n_test=1, alternative=alternative)
    assert (said.p, said.detail("sign_flip_p")) == (p, exact)


def test_differences_that_differ_by_rounding_have_zero_variance():
    """0.87 − 0.82 and 0.83 − 0.78 are both 0.05, but not to the last bit."""
    a, b = np.array([.87, .83, .88, .82, .85]), np.array([.82, .78, .83, .77, .80])
    assert np.ptp(a - b) > 0
    assert "zero_variance" in corrected_t(a, b, n_train=9, n_test=1).flags


def test_a_learner_against_itself():
    said = corrected_t([.8, .7, .9], [.8, .7, .9], n_train=9, n_test=1)
    assert (said.difference, said.p, said.statistic) == (0.0, 1.0, 0.0)
    assert "identical" in said.flags


@given(scores, scores)
def test_swapping_flips_signs_and_nothing_else(a, b):
    n = min(len(a), len(b))
    one = corrected_t(a[:n], b[:n], n_train=9, n_test=1)
    two = corrected_t(b[:n], a[:n], n_train=9, n_test=1)
    assert (two.difference, two.statistic) == (-one.difference, -one.statistic)
    assert (two.p, two.standard_error, two.flags) == (one.p, one.standard_error, one.flags)
    if one.interval:
        assert (two.interval.low, two.interval.high) == (-one.interval.high, -one.interval.low)


@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_splits_does_not_matter(d, random):
    shuffled = random.sample(d, len(d))
    one, two = (corrected_t_of(x, n_train=9, n_test=1) for x in (d, shuffled))
    assert two.p == pytest.approx(one.p, rel=1e-9, abs=1e-15)
    assert two.difference == pytest.approx(one.difference, rel=1e-9, abs=1e-15)


def test_one_sided_halves_add_to_one():
    d = [.01, .03, -.01, .02]
    one, two = (corrected_t_of(d, n_train=9, n_test=1, alternative=side).p for side in ("greater", "less"))
    assert one + two == pytest.approx(1)
    assert one < .5


@pytest.mark.parametrize("sizes", [{"n_train": None, "n_test": 10}, {"n_train": 90, "n_test": 0},
                                   {"n_train": [90, 90], "n_test": 10}, {"n_train": [90, -1, 90], "n_test": 10}])
def test_sizes_must_be_known_and_positive(sizes):
    with pytest.raises(BadInput, match="n_t"):
        corrected_t([.1, .2, .3], 0, **sizes)


def test_sizes_have_no_default():
    with pytest.raises(TypeError):
        corrected_t([.1, .2, .3], 0)


def test_bad_input_is_named():
    with pytest.raises(BadInput, match=r"2 values .* index 1"):
        corrected_t([.1, np.nan, np.inf], [0, 0, 0], n_train=9, n_test=1)
    with pytest.raises(BadInput, match="a has 3 values and b has 2"):
        corrected_t([.1, .2, .3], [.1, .2], n_train=9, n_test=1)
    with pytest.raises(BadInput, match="two-sided, greater or less"):
        corrected_t([.1, .2, .3], 0, n_train=9, n_test=1, alternative="larger")
    with pytest.raises(BadInput, match="fraction"):
        corrected_t([.1, .2, .3], 0, n_train=9, n_test=1, level=95)
    with pytest.raises(Undefined, match="at least 2"):
        corrected_t([.1], 0, n_train=9, n_test=1)


def test_few_splits_are_flagged():
    assert corrected_t([.1, .2, .3], 0, n_train=9, n_test=1).flags == ("few_units",)
    assert corrected_t(np.arange(6.0), 0, n_train=9, n_test=1).flags == ()
