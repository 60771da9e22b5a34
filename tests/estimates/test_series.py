"""The mean of a series: its long-run standard error, and blocks of it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import fft, stats
from scipy.signal import lfilter

from referee.errors import BadInput, Undefined
from referee.estimates import block_bootstrap_mean, long_run_mean, t_mean
from referee.estimates.bootstrap.block_bootstrap_mean import block_length
from referee.estimates.means.long_run import by_time, long_run
from referee.seeds import stream


def autoregression(rho, n, *, samples=1, seed=0):
    """First-order autoregressions of variance 1, in rows."""
    noise = stream(seed, "autoregression", n, str(rho)).normal(size=(samples, n + 200))
    return lfilter([math.sqrt(1 - rho**2)], [1, -rho], noise, axis=1)[:, 200:]


def test_it_is_the_slowest_waves_over_the_shape_of_an_autoregression():
    """Recomputed by SciPy's discrete cosine transform, whose orthonormal type II has the same waves."""
    values = autoregression(0.6, 90)[0]
    found = long_run(values)
    first = np.corrcoef(values[1:], values[:-1])[0, 1]
    assert found.memory == pytest.approx(first + (1 + 3 * first) / 90 + 0.5 / math.sqrt(90), abs=0.02)
    assert found.df == int(0.4 * 90 ** (2 / 3)) == 8
    waves = fft.dct(values, norm="ortho")[1:9]
    rho, at = found.memory, np.pi * np.arange(1, 9) / 90
    shape = np.abs(1 - rho) ** 2 / np.abs(1 - rho * np.exp(1j * at)) ** 2
    assert found.error == pytest.approx(math.sqrt((waves**2 / shape).mean() / 90), rel=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.8])
def test_on_a_long_series_it_is_the_known_standard_error(rho):
    """σ √((1 + ρ)/(1 − ρ)/T) for an autoregression of variance σ² (Hamilton 1994, section 7.2); 300 waves: ± 12%."""
    found = long_run(autoregression(rho, 20_000, seed=3)[0])
    assert found.error == pytest.approx(math.sqrt((1 + rho) / (1 - rho) / 20_000), rel=0.15)


@given(shift=st.floats(-5, 5), scale=st.floats(0.1, 10), seed=st.integers(0, 99))
def test_it_moves_with_the_values(shift, scale, seed):
    values = autoregression(0.5, 70, seed=seed)[0]
    plain, moved = long_run(values), long_run(shift + scale * values)
    assert moved.error == pytest.approx(scale * plain.error, rel=1e-6)
    assert moved.memory == pytest.approx(plain.memory, abs=1e-6)
    assert long_run(values[::-1].copy()).error == pytest.approx(plain.error, rel=1e-9)


def test_values_that_remember_have_a_wider_interval_than_independent_ones():
    values = autoregression(0.8, 200, seed=1)[0]
    naive, allowed = t_mean(values), long_run_mean(values)
    assert allowed.standard_error > 1.5 * naive.standard_error
    assert allowed.value == pytest.approx(naive.value)


@given(seed=st.integers(0, 99))
def test_the_interval_stays_inside_its_bounds_and_holds_the_mean(seed):
    losses = autoregression(0.7, 60, seed=seed)[0] ** 2
    for values, bounds in ((losses, (0.0, math.inf)), ((losses > 1) * 1.0, (0.0, 1.0)), (losses - 1, None)):
        try:
            made = long_run_mean(values, bounds=bounds)
        except Undefined:                       # all values equal
            continue
        assert made.interval.low <= made.value <= made.interval.high
        if bounds is not None:
            assert bounds[0] <= made.interval.low
            assert made.interval.high <= bounds[1]


def test_edges():
    with pytest.raises(Undefined, match="5 times are too few"):
        long_run_mean([1.0, 2.0, 3.0, 4.0, 5.0])
    with pytest.raises(Undefined, match="all values are equal"):
        long_run_mean([0.5] * 20)
    assert "Clopper-Pearson" in long_run_mean([1.0] * 20, bounds=(0, 1)).interval.method
    with pytest.raises(Undefined, match="outside 0 to 1"):
        long_run_mean([2.0, 3.0, 2.5, 2.0, 3.0, 2.0, 2.2], bounds=(0, 1))
    with pytest.raises(BadInput, match="missing or infinite"):
        long_run_mean([1.0, float("nan"), 2.0, 1.0, 2.0, 1.0])


def test_what_comes_again_is_told():
    season = stream(5, "season").normal(size=12)
    noise = 0.3 * stream(6, "noise").normal(size=120)
    made = long_run_mean(np.tile(season, 10) + noise)
    assert made.notes[0].startswith("Losses resemble those 12 times before: if that is no fixed season, the interval")
    quiet = [long_run(row).recurs is None for row in autoregression(0.8, 150, samples=200, seed=2)]
    assert np.mean(quiet) > 0.95


def test_rows_of_one_time_are_one_value_and_the_mean_stays():
    values, time = np.array([1.0, 3.0, 2.0, 8.0, 6.0]), np.array([0, 0, 1, 2, 2])
    found = by_time(values, time)
    assert found.size == 3
    assert found.mean() == pytest.approx(values.mean())
    even = by_time(values[[0, 1, 3, 4]], time[[0, 1, 3, 4]])
    assert even.tolist() == [2.0, 7.0]                    # with as many rows at each time: their means


def test_blocks_of_one_are_the_plain_bootstrap_and_longer_ones_allow_for_memory():
    values = autoregression(0.8, 400, seed=4)[0]
    one, long = (block_bootstrap_mean(values, block=block).standard_error for block in (1, 30))
    assert one == pytest.approx(values.std() / 20, rel=0.05)
    assert long > 2 * one


@pytest.mark.parametrize("rho", [0.3, 0.7])
def test_the_length_of_blocks_is_near_that_for_a_known_autoregression(rho):
    """(2G²/D)^(1/3) n^(1/3) with G = Σ|k|R(k), D = 4/3 g(0)² for circular blocks: G/g(0) = 2ρ/(1 − ρ²); n = 5,000."""
    ideal = (1.5 * (2 * rho / (1 - rho**2)) ** 2) ** (1 / 3) * 5000 ** (1 / 3)
    found = [block_length(row) for row in autoregression(rho, 5000, samples=9, seed=7)]
    assert np.median(found) == pytest.approx(ideal, rel=0.35)


def test_blocks_refuse_what_cannot_be():
    with pytest.raises(BadInput, match="a block has 1 to 12 times"):
        block_bootstrap_mean(np.arange(12.0), block=13)
    with pytest.raises(Undefined, match="all values are equal"):
        block_bootstrap_mean([0.5] * 20)


@pytest.mark.slow
@pytest.mark.parametrize("times", [60, 83, 165, 415])
@pytest.mark.parametrize("rho", [0.0, 0.5, 0.8])
def test_level_and_coverage_are_held(times, rho):
    """4,000 samples: a level of 0.05 is seen within ± 0.010 (three standard errors), a coverage within ± 0.011."""
    values = autoregression(rho, times, samples=4000, seed=11)
    found = [long_run(row) for row in values]
    t = np.array([row.mean() / one.error for row, one in zip(values, found, strict=True)])
    p = 2 * stats.t.sf(np.abs(t), found[0].df)
    assert (p < 0.05).mean() < 0.065
    truth = math.sqrt(2 / math.pi)
    made = [long_run_mean(np.abs(row), bounds=(0.0, math.inf)).interval for row in values[:2000]]
    assert np.mean([one.low <= truth <= one.high for one in made]) > (0.91 if rho == 0.8 else 0.93)
