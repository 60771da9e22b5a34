import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from referee.errors import BadInput, Undefined
from referee.metrics import crps_of_quantiles, crps_of_samples, mase, pinball, rmsse


def test_mase_and_rmsse_by_hand():
    """Steps of one are 2, 1, 4, 2, 1 (mean 2, mean square 5.2), of two 1, 3, 2, 1 (mean 1.75, mean square 3.75)."""
    past, truth, said = [3, 5, 4, 8, 6, 7], [8, 9, 7], [7, 9, 10]
    assert mase(truth, said, past) == pytest.approx((4 / 3) / 2)
    assert mase(truth, said, past, season=2) == pytest.approx((4 / 3) / 1.75)
    assert rmsse(truth, said, past) == pytest.approx(np.sqrt((10 / 3) / 5.2))
    assert rmsse(truth, said, past, season=2) == pytest.approx(np.sqrt((10 / 3) / 3.75))


def test_the_last_value_within_its_own_past_has_mase_one():
    past = np.cumsum([1.0, -2.0, 3.0, 0.5, -1.0])
    assert mase(past[1:], past[:-1], past) == pytest.approx(1)
    assert rmsse(past[1:], past[:-1], past) == pytest.approx(1)


@given(scale=st.floats(0.01, 100), shift=st.floats(-10, 10))
def test_units_do_not_matter_to_scaled_errors_and_scale_crps(scale, shift):
    past, truth, said = np.array([1.0, 4.0, 2.0, 5.0]), np.array([3.0, 6.0]), np.array([2.0, 8.0])
    moved = [values * scale + shift for values in (truth, said, past)]
    assert mase(*moved) == pytest.approx(mase(truth, said, past))
    drawn = np.array([[1.0, 2.0, 5.0], [7.0, 6.0, 3.0]])
    assert crps_of_samples(truth * scale, drawn * scale) == pytest.approx(scale * crps_of_samples(truth, drawn))


def test_crps_of_a_normal_law_is_gneiting_and_rafterys():
    """σ (z (2Φ(z) − 1) + 2φ(z) − 1/√π), eq. 5 of Gneiting, Raftery, Westveld & Goldman (2005)."""
    z = 0.7
    known = z * (2 * stats.norm.cdf(z) - 1) + 2 * stats.norm.pdf(z) - 1 / np.sqrt(np.pi)
    at = (np.arange(2000) + 0.5) / 2000
    assert crps_of_quantiles([z], [stats.norm.ppf(at)], at) == pytest.approx(known, rel=1e-3)
    assert crps_of_samples([z], [stats.norm.ppf(at)]) == pytest.approx(known, rel=5e-3)


def test_crps_of_two_samples_by_the_integral():
    """The fair score takes away half the distance of different draws: |x − y| on average less |x₁ − x₂|/2."""
    drawn, truth = np.array([1.0, 4.0]), 2.0
    assert crps_of_samples([truth], [drawn]) == pytest.approx((1 + 2) / 2 - 3 / 2)
    empirical = integrate.quad(lambda x: ((drawn <= x).mean() - (truth <= x)) ** 2, 0, 5, points=[1, 2, 4])[0]
    assert empirical == pytest.approx((1 + 2) / 2 - 3 / 4)       # the other score, in which a draw meets itself


def test_one_quantile_is_twice_its_pinball_loss():
    assert crps_of_quantiles([1.0, 5.0], [[2.0], [2.0]], [0.9]) == pytest.approx(
        2 * pinball([1, 5], [2, 2], quantile=0.9))


@pytest.mark.parametrize(("call", "error", "sentence"), [
    (lambda: mase([1], [2], [3, 3, 3]), Undefined, "the past does not change"),
    (lambda: mase([1], [2], [3, 4], season=2), BadInput, "season is 2"),
    (lambda: rmsse([1], [2], [3, 4], season=0), BadInput, "season is 0"),
    (lambda: crps_of_samples([1], [[2.0]]), Undefined, "one sample a row"),
    (lambda: crps_of_samples([1, 2], [[2.0, 3.0]]), BadInput, "one row of them each"),
    (lambda: crps_of_quantiles([1], [[2.0, 1.0]], [0.1, 0.9]), BadInput, "a higher quantile below a lower one"),
    (lambda: crps_of_quantiles([1], [[2.0, 3.0]], [0.1, 1.0]), BadInput, "between 0 and 1"),
])
def test_what_has_no_score_says_why(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()
