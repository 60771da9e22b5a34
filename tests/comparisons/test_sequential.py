"""Tests that may be looked at after every case."""

import sys

import numpy as np
import pytest
from scipy import integrate

from referee.comparisons import confidence_sequence, e_mcnemar, e_value, e_values, mcnemar
from referee.comparisons.sequential.confidence_sequence import _limits, _log_capital, _stakes
from referee.errors import BadInput
from referee.seeds import stream


def test_e_mcnemar(worked):
    case = worked("e-mcnemar")
    assert float(e_value(35, 15)) == case.near(case.expected["e_beta11"])
    assert float(e_value(35, 15, prior=0.5)) == case.near(case.expected["e_jeffreys"])
    assert float(e_value(30, 20)) == case.near(case.expected["e_30_20_beta11"])
    last = [1, 0] * 15 + [1] * 20           # 35 to 15, the surplus at the end: the largest e-value is the last
    said = e_mcnemar(last, 1 - np.array(last))
    assert said.p == case.near(case.expected["p_from_final_e_beta11"])


def test_the_e_value_is_the_mixture_it_claims():
    for b, c in [(3, 9), (0, 4), (6, 6)]:
        mixture = integrate.quad(lambda x, b=b, c=c: x**b * (1 - x)**c, 0, 1)[0] * 2**(b + c)
        assert float(e_value(b, c)) == pytest.approx(mixture, rel=1e-9)


def test_its_mean_under_the_null_is_one():
    """Exactly, after any number of disagreements: that is what makes it an e-value."""
    from scipy.stats import binom
    for m in (1, 7, 40):
        b = np.arange(m + 1)
        assert (binom.pmf(b, m, 0.5) * e_value(b, m - b)).sum() == pytest.approx(1, rel=1e-10)


def test_the_p_value_keeps_the_largest_evidence():
    a = [1] * 12 + [0] * 12
    said = e_mcnemar(a, 1 - np.array(a))
    assert said.difference == 0
    assert said.p == pytest.approx(1 / e_values(a, 1 - np.array(a)).max())
    assert said.p < 0.01 < mcnemar(a, 1 - np.array(a)).p


def test_swap_and_self():
    a, b = stream(1, "a").integers(2, size=(2, 50))
    one, two = e_mcnemar(a, b), e_mcnemar(b, a)
    assert (two.p, two.difference) == (one.p, -one.difference)
    same = e_mcnemar(a, a)
    assert (same.p, same.flags) == (1.0, ("no_disagreement",))
    with pytest.raises(BadInput, match="prior"):
        e_mcnemar(a, b, prior=0)


def test_looking_always_is_allowed():
    """2000 studies of 1000 disagreements, a look after each: at most 5% ever see p ≤ 0.05."""
    wins = np.cumsum(stream(2, "null").integers(2, size=(2000, 1000)), axis=1)
    ever = (e_value(wins, np.arange(1, 1001) - wins) >= 20).any(axis=1).mean()
    assert 0.005 <= ever <= 0.05


def test_the_confidence_sequence_shrinks_and_holds_the_mean():
    d = stream(3, "d").choice([-1.0, 0.0, 1.0], p=[.1, .6, .3], size=800)
    said = confidence_sequence(d, 0)
    assert (np.diff(said.low) >= 0).all()
    assert (np.diff(said.high) <= 0).all()
    assert 0.2 in said.interval
    assert said.interval.width < 0.25
    assert said.difference in said.interval
    swapped = confidence_sequence(0 * d, d).interval
    assert (swapped.low, swapped.high) == pytest.approx((-said.interval.high, -said.interval.low), abs=1e-9)


def test_the_bets_against_the_truth_rarely_win():
    """2000 studies of 500 looks, true mean 0.55 on [0, 1]: the capital ever reaches 20 in at most 5%."""
    x = stream(4, "d").choice([0.0, 0.5, 1.0], p=[.2, .5, .3], size=(2000, 500))
    stakes = np.stack([_stakes(row, 0.05) for row in x])
    up, down = _log_capital(x, stakes, np.array([0.55]))
    capital = (np.exp(up.cumsum(axis=1)) + np.exp(down.cumsum(axis=1))) / 2
    assert 0.005 <= (capital >= 20).any(axis=1).mean() <= 0.05


def test_the_capital_is_that_of_the_paper():
    """Waudby-Smith and Ramdas (2024), the hedged capital and its plug-in bets, value by value at one mean."""
    x, m, error_rate = [0.2, 0.9, 0.5, 1.0, 0.0, 0.7] * 8, 0.4, 0.05
    up = down = 1.0
    seen, squares, stakes = [], [], []
    for t, value in enumerate(x, start=1):
        variance = (0.25 + sum(squares)) / t
        stake = np.sqrt(2 * np.log(2 / error_rate) / (variance * t * np.log(1 + t)))
        up *= 1 + min(stake, 0.5 / m) * (value - m)
        down *= 1 - min(stake, 0.5 / (1 - m)) * (value - m)
        seen.append(value)
        stakes.append(stake)
        squares.append((value - (0.5 + sum(seen)) / (t + 1)) ** 2)
    assert _stakes(np.array(x), error_rate) == pytest.approx(stakes, rel=1e-12)
    assert min(stakes) < 0.5 / (1 - m) < max(stakes)        # both sides of the truncation are met
    gains, losses = _log_capital(np.array(x), np.array(stakes), np.array([m]))
    assert (np.exp(gains.sum()), np.exp(losses.sum())) == pytest.approx((up, down), rel=1e-12)


def test_blocks_of_values_do_not_matter(monkeypatch):
    x = stream(5, "d").choice([0.0, 0.5, 1.0], p=[.2, .5, .3], size=300)
    whole = _limits(x, 0.05)
    monkeypatch.setattr(sys.modules[_limits.__module__], "AT_ONCE", 7)
    assert _limits(x, 0.05) == (pytest.approx(whole[0]), pytest.approx(whole[1]))
    assert whole[0][-1] > 0.4
    assert whole[1][-1] < 0.7


def test_bounds_are_checked():
    with pytest.raises(BadInput, match="outside the bounds"):
        confidence_sequence([0.5, 2.0], 0)
    wide = confidence_sequence([0.5, 2.0], 0, bounds=(-3, 3)).interval
    assert (wide.low, wide.high) == (-3, 3)
