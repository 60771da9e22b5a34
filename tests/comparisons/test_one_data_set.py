"""Diebold–Mariano, the Bayesian correlated t, equivalence, and the detectable difference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import (
    bayesian_correlated_t,
    corrected_t,
    detectable,
    diebold_mariano,
    fivetwo_f,
    paired_t,
    power_at,
    tost,
    tost_of,
)
from referee.errors import BadInput, Undefined
from referee.seeds import stream

values = st.lists(st.floats(-1, 1, width=16), min_size=3, max_size=15)


@pytest.mark.parametrize("h", [1, 2])
def test_diebold_mariano_hln(worked, h):
    case = worked("diebold-mariano-hln")
    expected = case.expected[f"h{h}"]
    said = diebold_mariano(np.square(case.inputs["e1"]), np.square(case.inputs["e2"]), horizon=h)
    assert (said.detail("uncorrected"), said.statistic, said.p) == case.near(
        (expected["DM"], expected["HLN"], expected["p"]))


@given(values, values)
def test_one_step_ahead_it_is_the_paired_t(a, b):
    n = min(len(a), len(b))
    one, two = diebold_mariano(a[:n], b[:n]), paired_t(a[:n], b[:n])
    assert (one.p, one.statistic) == pytest.approx((two.p, two.statistic), rel=1e-9)


def test_diebold_mariano_negative_variance_and_edges():
    zigzag = np.array([1.0, -1.1] * 6) + 0.2
    said = diebold_mariano(zigzag, np.zeros(12), horizon=2)
    assert "bartlett_weights" in said.flags
    assert 0 < said.p < 1
    same = diebold_mariano(zigzag, zigzag, horizon=3)
    assert (same.p, same.difference) == (1.0, 0.0)
    with pytest.raises(BadInput, match="horizon is 12"):
        diebold_mariano(zigzag, 0, horizon=12)
    one, two = diebold_mariano(zigzag, 0, horizon=2), diebold_mariano(0 * zigzag, zigzag, horizon=2)
    assert (two.p, two.statistic) == (one.p, -one.statistic)


def test_bayesian_correlated_t(worked):
    case = worked("bayesian-correlated-t")
    said = bayesian_correlated_t(case.inputs["d"], 0, n_train=90, n_test=10, rope=0.005)
    assert (said.left, said.equal, said.right) == case.near(
        tuple(case.expected[k] for k in ("p_left", "p_rope", "p_right")))
    assert (said.detail("rho"), said.detail("scale")) == case.near((0.1, case.expected["scale"]))


@given(values, st.floats(0, 0.3))
def test_the_posterior_is_the_corrected_t(d, rope):
    one = bayesian_correlated_t(d, 0, n_train=9, n_test=1, rope=rope)
    two = bayesian_correlated_t(0 * np.array(d), d, n_train=9, n_test=1, rope=rope)
    assert one.left + one.equal + one.right == pytest.approx(1)
    assert (one.left, one.right) == (two.right, two.left)
    flat = bayesian_correlated_t(d, 0, n_train=9, n_test=1, rope=0)
    if not flat.flags:
        assert flat.left == pytest.approx(corrected_t(d, 0, n_train=9, n_test=1, alternative="greater").p, abs=1e-12)


def test_bayesian_correlated_t_without_spread():
    same = bayesian_correlated_t([.5, .5], [.5, .5], n_train=9, n_test=1)
    assert (same.equal, same.flags) == (1.0, ("identical",))
    half = bayesian_correlated_t([.5, .5], [.5, .5], n_train=9, n_test=1, rope=0)
    assert (half.left, half.equal, half.right) == (0.5, 0.0, 0.5)
    apart = bayesian_correlated_t([.5, .5], [.4, .4], n_train=9, n_test=1)
    assert (apart.right, apart.flags) == (1.0, ("zero_variance",))
    with pytest.raises(BadInput, match="rope"):
        bayesian_correlated_t([.5, .4], 0, n_train=9, n_test=1, rope=-1)


def test_tost_paired(worked):
    case = worked("tost-paired")
    naive = tost(case.inputs["d"], 0, margin=0.02)
    said = tost(case.inputs["d"], 0, margin=0.02, n_train=90, n_test=10)
    assert naive.p == case.near(case.expected["p_naive"])
    assert said.p == case.near(case.expected["p_corrected"])
    assert (said.interval.low, said.interval.high) == case.near(tuple(case.expected["ci90_corrected"]))
    assert said.equivalent


@given(values, st.floats(0.01, 1))
def test_equivalence_is_the_narrow_interval_within_the_margin(d, margin):
    said = tost(d, 0, margin=margin)
    if said.interval and abs(said.p - 0.05) > 1e-9:
        assert said.equivalent == (-margin < said.interval.low and said.interval.high < margin)
    assert tost(0 * np.array(d), d, margin=margin).p == said.p


def test_tost_edges():
    same = tost([.5, .6], [.5, .6], margin=.01)
    assert (same.p, same.equivalent) == (0.0, False)      # two equal runs show nothing
    assert "identical" in same.flags
    assert not tost([.5, .6], [.4, .5], margin=.01).equivalent
    assert tost_of(paired_t([1.0, 1.0, 1.0], 0), margin=1.0).p == 0.5      # exactly on the margin: not shown
    with pytest.raises(BadInput, match="both n_train and n_test"):
        tost([.5, .6], 0, margin=.1, n_train=9)
    with pytest.raises(BadInput, match="margin"):
        tost([.5, .6], 0, margin=0)
    with pytest.raises(Undefined, match="standard error"):
        tost_of(fivetwo_f(np.eye(5)[:, :2], 0), margin=.1)


@pytest.mark.slow
def test_tost_holds_its_rate_at_the_margin():
    """The worst null is a difference of exactly the margin; 3000 studies of 20 normal differences."""
    d = stream(5, "tost").normal(0.5, 1.0, size=(3000, 20))
    rate = np.mean([tost(row, 0, margin=0.5).equivalent for row in d])
    assert rate <= 0.05 + 2.58 * np.sqrt(.05 * .95 / 3000)
    assert rate > 0.01


def test_paired_t_power(worked):
    case = worked("paired-t-power")
    assert power_at(0.5 * 20**0.5, 19) == case.near(case.expected["power"])
    n = case.expected["n_for_80"]
    assert detectable(1 / n**.5, n - 1) == pytest.approx(0.5, abs=1e-4)


@given(st.floats(0.001, 10), st.integers(2, 200), st.sampled_from([0.5, 0.8, 0.95]))
def test_the_detectable_difference_has_that_power(error, df, power):
    assert power_at(detectable(error, df, power=power) / error, df) == pytest.approx(power, abs=1e-9)
    assert detectable(error, df, power=power) < detectable(error, df, power=power, tests=10)
    assert detectable(error, df, power=power) > detectable(error, None, power=power)


@pytest.mark.parametrize("df", [1, 2, 5, 19, 99, 1000])
@pytest.mark.parametrize("ratio", [0.0, 0.5, 2.0, 4.0])
def test_power_against_the_noncentral_t_of_scipy(df, ratio):
    from scipy import special
    critical = special.stdtrit(df, 0.975)
    expected = 1 - special.nctdtr(df, ratio, critical) + special.nctdtr(df, ratio, -critical)
    assert power_at(ratio, df) == pytest.approx(expected, abs=1e-10)


def test_power_grows_to_one_without_a_gap():
    """Where scipy's noncentral t gives NaN (one degree of freedom, ratios above 8)."""
    power = [power_at(ratio, 1) for ratio in np.linspace(0, 40, 400)]      # then it is 1 but for rounding
    assert np.isfinite(power).all()
    assert (np.diff(power) > 0).all()
    assert power[0] == pytest.approx(0.05)
    assert power[-1] > 0.99


def test_detectable_edges():
    assert detectable(1.0) == pytest.approx(1.959964 + 0.841621, abs=1e-4)
    assert detectable(0.0, 5) == 0.0
    for bad in ({"standard_error": -1}, {"standard_error": 1, "power": 1}, {"standard_error": 1, "tests": 0}):
        with pytest.raises(BadInput):
            detectable(**bad)
