"""Tests of two forecasters: the long-run t and Giacomini and White's."""

import numpy as np
import pytest
from scipy import stats

from referee.comparisons import diebold_mariano, giacomini_white, long_run_t
from referee.errors import BadInput, Undefined
from referee.estimates.means.long_run import long_run
from referee.seeds import stream


def losses(n=80, *, seed=0):
    a, b = stream(seed, "losses").normal(size=(2, n)) ** 2
    return a, b


def test_the_long_run_t_is_the_mean_difference_over_its_long_run_error():
    a, b = losses()
    said, found = long_run_t(a, b), long_run(a - b)
    assert said.statistic == pytest.approx((a - b).mean() / found.error)
    assert said.df == found.df
    assert said.p == pytest.approx(2 * stats.t.sf(abs(said.statistic), found.df))
    assert said.interval.low < said.difference < said.interval.high
    assert long_run_t(a, b, alternative="greater").p + long_run_t(a, b, alternative="less").p == pytest.approx(1)


def test_equal_losses_a_constant_gap_and_too_few_times():
    a, _ = losses(20)
    same, gap = long_run_t(a, a), long_run_t(a, a - 1)
    assert (same.p, same.flags) == (1.0, ("identical",))
    assert (gap.p, gap.interval, gap.flags) == (0.0, None, ("zero_variance",))
    with pytest.raises(Undefined, match="too few"):
        long_run_t([1.0, 2.0, 3.0], [2.0, 2.0, 1.0])


def test_losses_that_come_again_are_told():
    a, b = losses(120, seed=2)
    season = np.tile(stream(3, "season").normal(size=12), 10)
    said = long_run_t(a / 9 + season, b / 9)
    assert "recurring" in said.flags
    assert said.detail("recurs_after") == 12
    assert "unless that is a fixed season" in str(said)


def test_giacomini_white_one_step_ahead_is_n_times_r_squared():
    """Their comment after eq. (6): n R² of the regression of 1 on the products, through the origin."""
    a, b = losses(60, seed=4)
    d = a - b
    z = np.column_stack([d[1:], d[:-1] * d[1:]])
    fit = z @ np.linalg.lstsq(z, np.ones(59), rcond=None)[0]
    said = giacomini_white(a, b)
    assert said.statistic == pytest.approx(59 * (fit @ fit) / 59)
    assert said.p == pytest.approx(stats.chi2.sf(said.statistic, 2))


def test_giacomini_white_further_ahead_adds_autocovariances_by_hand():
    a, b = losses(30, seed=5)
    d = a - b
    z = np.column_stack([d[2:], d[:-2] * d[2:]])
    lag = sum(np.outer(z[t], z[t - 1]) for t in range(1, 28)) / 28
    omega = sum(np.outer(row, row) for row in z) / 28 + 0.5 * (lag + lag.T)
    said = giacomini_white(a, b, horizon=2)
    assert said.statistic == pytest.approx(28 * z.mean(axis=0) @ np.linalg.inv(omega) @ z.mean(axis=0))


def test_giacomini_white_sees_what_the_mean_hides():
    """Each is better by turns, five times in a row: on average they are equal, and yet the next winner is known."""
    turns = np.repeat(np.tile([1.0, -1.0], 12), 5) + 0.3 * stream(6, "noise").normal(size=120)
    assert giacomini_white(turns, 0).p < 1e-6
    assert diebold_mariano(turns, 0).p > 0.5


def test_giacomini_white_at_its_edges():
    a, b = losses(20)
    assert giacomini_white(a, a).p == 1.0
    assert giacomini_white(a, a - 1).p == 0.0
    with pytest.raises(BadInput, match="from 1 to 17"):
        giacomini_white(a, b, horizon=18)


@pytest.mark.slow
def test_the_level_of_giacomini_white():
    """4,000 samples of 200 times, nothing to be told: 0.05 within three standard errors of what χ² promises."""
    d = stream(7, "level").normal(size=(4000, 200))
    assert np.mean([giacomini_white(row, 0).p < 0.05 for row in d]) == pytest.approx(0.05, abs=0.012)
