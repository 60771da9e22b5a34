"""Intervals for a proportion: worked examples, exact coverage by enumeration, symmetry."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from referee.errors import BadInput
from referee.estimates import (
    agresti_coull,
    clopper_pearson,
    jeffreys,
    upper_bound_without_events,
    wald,
    wilson,
)

GOOD = [wilson, clopper_pearson, jeffreys, agresti_coull]
counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.floats(0.5, 0.999)


@pytest.mark.parametrize("name", ["binom-ci-81of263", "binom-ci-15of148", "binom-ci-0of20", "binom-ci-1of29"])
@pytest.mark.parametrize("method", GOOD, ids=lambda m: m.__name__)
def test_newcombe_1998(worked, name, method):
    case = worked(name)
    interval = method(case.inputs.k, case.inputs.n)
    wanted = np.clip(case.expected[method.__name__], 0, 1)   # the printed Agresti-Coull formula leaves [0, 1]
    np.testing.assert_allclose([interval.low, interval.high], wanted, rtol=1e-6, atol=1e-9)


def test_mitchell_12of40(worked):
    case = worked("mitchell-12of40")
    for method in (wald, wilson, clopper_pearson):
        interval = method(case.inputs.errors, case.inputs.n)
        case.close([interval.low, interval.high], method.__name__)
    assert wald(12, 40).width / 2 == pytest.approx(0.14, abs=0.005)      # as Mitchell prints it


def test_rule_of_three(worked):
    case = worked("rule-of-three")
    case.close([upper_bound_without_events(n) for n in case.inputs.n], "exact_upper")
    for n, bound in zip(case.inputs.n, case.expected["rule_of_three"], strict=True):
        assert upper_bound_without_events(n) == pytest.approx(clopper_pearson(0, n, level=0.90).high)
        assert upper_bound_without_events(n) < bound


# Exact enumeration: mean and least coverage over p = 0.01 (0.005) 0.5 at a claimed 0.95; on a finer grid it is less.
GRID = np.linspace(0.01, 0.5, 99)
D52 = {
    30: {wald: (.887, .260), wilson: (.953, .924), clopper_pearson: (.973, .954), jeffreys: (.950, .889),
         agresti_coull: (.959, .934)},
    50: {wald: (.912, .395), wilson: (.951, .911), clopper_pearson: (.969, .953), jeffreys: (.950, .885),
         agresti_coull: (.957, .935)},
    100: {wald: (.931, .633), wilson: (.950, .921), clopper_pearson: (.964, .954), jeffreys: (.950, .881),
          agresti_coull: (.955, .939)},
    300: {wald: (.944, .799), wilson: (.950, .939), clopper_pearson: (.958, .951), jeffreys: (.950, .918),
          agresti_coull: (.952, .943)},
    1000: {wald: (.948, .921), wilson: (.950, .944), clopper_pearson: (.955, .951), jeffreys: (.950, .942),
           agresti_coull: (.950, .944)},
}


def exact_coverage(method, n, shares):
    k = np.arange(n + 1)
    intervals = [method(int(i), n) for i in k]
    low, high = np.array([i.low for i in intervals]), np.array([i.high for i in intervals])
    return np.array([binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum() for p in shares])


@pytest.mark.parametrize("n", D52)
@pytest.mark.parametrize("method", [wald, *GOOD], ids=lambda m: m.__name__)
def test_exact_coverage_is_that_of_methods_d52(method, n):
    covered = exact_coverage(method, n, GRID)
    mean, least = D52[n][method]
    assert covered.mean() == pytest.approx(mean, abs=0.00051)
    assert covered.min() == pytest.approx(least, abs=0.00051)


@pytest.mark.parametrize("n", [30, 41, 77, 150, 420, 1000])
def test_the_bars_of_methods_d4_hold(n):
    shares = GRID
    covered = exact_coverage(wilson, n, shares)
    assert covered.mean() >= 0.945
    assert covered.min() >= 0.91
    assert exact_coverage(clopper_pearson, n, shares).min() >= 0.95


@pytest.mark.parametrize("n", [1, 2, 5, 11, 30])
def test_clopper_pearson_never_covers_less_than_it_claims(n):
    assert exact_coverage(clopper_pearson, n, np.linspace(0.001, 0.999, 400)).min() >= 0.95


@given(counts, levels)
def test_counting_errors_instead_of_hits_mirrors_the_interval(pair, level):
    k, n = pair
    for method in GOOD:
        one, other = method(k, n, level=level), method(n - k, n, level=level)
        assert one.low == pytest.approx(1 - other.high, abs=1e-9)
        assert one.high == pytest.approx(1 - other.low, abs=1e-9)


@given(counts, levels)
def test_intervals_stay_inside_hold_the_share_and_have_width(pair, level):
    k, n = pair
    for method in GOOD:
        interval = method(k, n, level=level)
        assert 0 <= interval.low < interval.high <= 1
        assert interval.low <= k / n + 1e-12
        assert interval.high >= k / n - 1e-12
        wider = method(k, n, level=(1 + level) / 2)
        assert wider.low <= interval.low
        assert wider.high >= interval.high
        assert wider.width > interval.width


@given(counts)
def test_more_hits_move_the_interval_up(pair):
    k, n = pair
    if k < n:
        for method in GOOD:
            assert method(k, n).low <= method(k + 1, n).low
            assert method(k, n).high <= method(k + 1, n).high


@pytest.mark.parametrize("method", [wald, *GOOD], ids=lambda m: m.__name__)
@pytest.mark.parametrize(("k", "n"), [(-1, 10), (11, 10), (0, 0), (float("nan"), 10)])
def test_what_is_no_count_is_refused(method, k, n):
    with pytest.raises(BadInput, match=r"no proportion|give a number"):
        method(k, n)


def test_a_level_in_per_cent_is_refused():
    for method in GOOD:
        with pytest.raises(BadInput, match="fraction"):
            method(3, 10, level=95)
