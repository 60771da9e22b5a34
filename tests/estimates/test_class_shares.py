"""The law of a forecaster of class shares: beside closed forms, and its coverage by enumeration."""

from functools import cache
from math import comb, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Undefined
from referee.estimates import wilson
from referee.estimates.proportions.class_shares import class_shares_interval, score_of_class_shares
from referee.metrics import METRICS


def _chances(n, share):
    return [comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize(("share", "n_train"), [(0.5, 10), (0.1, 90), (0.37, 7)])
def test_the_brier_score_is_that_of_the_share_and_of_its_estimate(share, n_train):
    """E (y − k/m)² = p(1 − p) + p(1 − p)/m."""
    expected = share * (1 - share) * (1 + 1 / n_train)
    assert score_of_class_shares(METRICS["brier"], share, n_train) == pytest.approx(expected)


def test_the_log_loss_by_enumeration():
    share, n_train = 0.5, 40
    chances = _chances(n_train, share)
    inside = [(k / n_train, chance) for k, chance in enumerate(chances) if chance > 1e-12]
    expected = -sum(chance * (share * log(q) + (1 - share) * log(1 - q)) for q, chance in inside)
    assert score_of_class_shares(METRICS["log_loss"], share, n_train) == pytest.approx(expected, rel=1e-9)
    assert expected == pytest.approx(log(2) + 1 / (2 * n_train), abs=6e-4)         # the price of not knowing the share


@given(share=st.floats(0.05, 0.95), n_train=st.integers(5, 60))
def test_f1_is_2pq_over_p_and_q(share, n_train):
    """q is the chance that the training rows have more of class 1: 2 p q hits, q + p said or true."""
    says = sum(chance for k, chance in enumerate(_chances(n_train, share)) if 2 * k > n_train)
    if says > 1e-9:
        expected = 2 * share * says / (share + says)
        assert score_of_class_shares(METRICS["f1"], share, n_train) == pytest.approx(expected, rel=1e-3)


def test_the_larger_class_alone_has_the_error_rate_for_a_brier_score():
    right = score_of_class_shares(METRICS["accuracy"], 0.45, 21)
    assert score_of_class_shares(METRICS["brier"], 0.45, 21, hard=True) == pytest.approx(1 - right)


@given(positives=st.integers(0, 30))
def test_it_holds_the_score_of_every_share_in_wilsons_interval(positives):
    ends = wilson(positives, 30)
    found = class_shares_interval(METRICS["brier"], positives, 30, 27)
    for share in np.linspace(ends.low, ends.high, 5):
        assert found.low - 1e-4 <= score_of_class_shares(METRICS["brier"], float(share), 27) <= found.high + 1e-4
    mirror = class_shares_interval(METRICS["brier"], 30 - positives, 30, 27)
    assert (found.low, found.high) == pytest.approx((mirror.low, mirror.high))


@cache
def _intervals(name, n):
    return [class_shares_interval(METRICS[name], k, n, round(0.9 * n)) for k in range(n + 1)]


@pytest.mark.parametrize("share", [0.5, 0.45, 0.3])
@pytest.mark.parametrize("name", ["log_loss", "brier", "f1"])
def test_coverage_by_enumeration(name, share):
    """At equal classes the halves jackknife held log loss and Brier score in 0.86, and F1 in 0.09, of the samples."""
    n = 50
    truth = score_of_class_shares(METRICS[name], share, round(0.9 * n))
    held = sum(chance for chance, one in zip(_chances(n, share), _intervals(name, n), strict=True)
               if one.low - 1e-9 <= truth <= one.high + 1e-9)
    assert held >= 0.93


@pytest.mark.parametrize("share", [0.5, 0.3])
def test_coverage_of_the_very_forecaster_by_enumeration(share):
    """Its log loss on new rows is −p log(k/n) − (1 − p) log(1 − k/n)."""
    n, held = 50, 0.0
    for k, chance in enumerate(_chances(n, share)):
        if 0 < k < n:
            loss, one = -share * log(k / n) - (1 - share) * log(1 - k / n), _intervals("log_loss", n)[k]
            held += chance * (one.low - 1e-3 <= loss <= one.high + 1e-3)
    assert held >= 0.93


def test_a_score_that_no_share_has():
    with pytest.raises(Undefined, match="one who knows the class shares alone"):
        class_shares_interval(METRICS["mcc"], 0, 1000, 900)
