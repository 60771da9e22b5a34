import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from referee.errors import BadInput, Undefined
from referee.metrics import crps_of_quantiles, crps_of_samples, pinball


@given(scale=st.floats(0.01, 100), shift=st.floats(-10, 10))
def test_the_unit_is_that_of_crps(scale, shift):
    truth = np.array([3.0, 6.0])
    drawn = np.array([[1.0, 2.0, 5.0], [7.0, 6.0, 3.0]])
    assert crps_of_samples(truth * scale + shift, drawn * scale + shift) == pytest.approx(
        scale * crps_of_samples(truth, drawn), abs=1e-12)


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
    (lambda: crps_of_samples([1], [[2.0]]), Undefined, "one sample a row"),
    (lambda: crps_of_samples([1, 2], [[2.0, 3.0]]), BadInput, "one row of them each"),
    (lambda: crps_of_quantiles([1], [[2.0, 1.0]], [0.1, 0.9]), BadInput, "a higher quantile below a lower one"),
    (lambda: crps_of_quantiles([1], [[2.0, 3.0]], [0.1, 1.0]), BadInput, "between 0 and 1"),
])
def test_what_has_no_score_says_why(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()
