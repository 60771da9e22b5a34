"""Intervals for means: one test set, splits, one cross-validation, roots."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.errors import BadInput, Undefined
from referee.estimates import (
    Interval,
    clopper_pearson,
    corrected_t_interval,
    cv_clt,
    root_interval,
    root_standard_error,
    t_mean,
    transform_interval,
)
from referee.estimates.quantiles import normal_reach, t_reach
from referee.kinds import Estimand

values = st.lists(st.floats(-50, 50).map(lambda x: round(x, 3)), min_size=2, max_size=30).filter(
    lambda v: np.ptp(v) > 0)


@given(values)
def test_t_mean_is_that_of_scipy(sample):
    ours = t_mean(sample)
    low, high = stats.t.interval(0.95, len(sample) - 1, loc=np.mean(sample), scale=stats.sem(sample))
    assert (ours.interval.low, ours.interval.high) == pytest.approx((low, high), rel=1e-9, abs=1e-9)
    assert ours.estimand is Estimand.MODEL


@given(values, st.data())
def test_a_weight_of_w_is_the_row_w_times(sample, data):
    times = data.draw(st.lists(st.integers(0, 4), min_size=len(sample), max_size=len(sample)))
    repeated = np.repeat(sample, times)
    if repeated.size < 2 or np.ptp(repeated) == 0:
        return
    ours, theirs = t_mean(sample, weights=times), t_mean(repeated)
    assert ours.interval.low == pytest.approx(theirs.interval.low, rel=1e-9, abs=1e-9)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-9)


def test_nadeau_bengio(worked):
    case = worked("nadeau-bengio")
    ours = corrected_t_interval(case.inputs.d, n_train=case.inputs.n_train, n_test=case.inputs.n_test)
    case.close(ours.value, "mean")
    case.close(ours.standard_error, "se")
    case.close(ours.interval.low, "lo")
    case.close(ours.interval.high, "hi")
    case.close(ours.df, "df")
    assert ours.estimand is Estimand.PROCEDURE


def test_bouckaert_frank(worked):
    case = worked("bouckaert-frank")
    ours = corrected_t_interval(case.inputs.d, n_train=case.inputs.k - 1, n_test=1)
    case.close(ours.standard_error, "se")
    case.close(ours.interval.low, "lo")
    case.close(ours.interval.high, "hi")


@given(values)
def test_more_repeats_never_bring_a_corrected_interval_to_zero(sample):
    narrowest = t_mean(sample).standard_error * math.sqrt(len(sample)) * math.sqrt(1 / 9)
    many = corrected_t_interval(np.tile(sample, 500), n_train=90, n_test=10)
    assert many.standard_error > 0.9 * narrowest * math.sqrt((len(sample) - 1) / len(sample))


@pytest.mark.parametrize("variant", ["all", "within"])
def test_bayle_cv_clt(worked, variant):
    case = worked("bayle-cv-clt")
    ours = cv_clt(case.inputs.loss, case.inputs.fold, variant={"all": "all-pairs", "within": "within-fold"}[variant])
    case.close(ours.value, "mean")
    case.close(ours.standard_error, f"se_{variant}")
    case.close(ours.interval.low, f"lo_{variant}")
    case.close(ours.interval.high, f"hi_{variant}")
    assert ours.estimand is Estimand.FOLD_MODELS


@given(values, st.randoms())
def test_order_does_not_matter(sample, random):
    folds = [i % 2 for i in range(len(sample))]
    order = list(range(len(sample)))
    random.shuffle(order)
    shuffled, moved = [sample[i] for i in order], [folds[i] for i in order]
    assert t_mean(shuffled).interval.low == pytest.approx(t_mean(sample).interval.low, rel=1e-9, abs=1e-9)
    if len(sample) >= 4:
        for variant in ("all-pairs", "within-fold"):
            one, other = (cv_clt(s, f, variant=variant, bounds=(-50, 50))
                          for s, f in ((sample, folds), (shuffled, moved)))
            assert one.interval.low == pytest.approx(other.interval.low, rel=1e-6, abs=1e-6)


@given(values, st.floats(0.5, 0.98))
def test_a_higher_level_is_wider_and_bounds_are_kept(sample, level):
    def methods(level, bounds):
        yield t_mean(sample, level=level, bounds=bounds).interval
        yield corrected_t_interval(sample, n_train=90, n_test=10, level=level, bounds=bounds).interval
        yield cv_clt(sample, level=level, bounds=bounds).interval

    for narrow, wide in zip(methods(level, None), methods(level + 0.01, None), strict=True):
        assert wide.width > narrow.width > 0
    for interval in methods(level, (min(sample), max(sample))):
        assert min(sample) <= interval.low < interval.high <= max(sample)


def without_spread(bounds):
    yield t_mean([1.0] * 30, bounds=bounds).interval
    yield corrected_t_interval([1.0] * 100, n_train=27, n_test=3, bounds=bounds).interval
    yield cv_clt([1.0] * 30, bounds=bounds).interval


def test_all_correct_is_not_certainty():
    for interval in without_spread((0.0, 1.0)):
        assert interval.high == 1.0
        assert 0.80 < interval.low < 0.90
        assert "all" in interval.method
    assert t_mean([1.0] * 30, bounds=(0, 1)).interval.low == pytest.approx(clopper_pearson(30, 30).low)


def test_the_fallback_of_a_million_repeats_still_has_width():
    many = corrected_t_interval(np.full(100_000, 1.0), n_train=27, n_test=3, bounds=(0.0, 1.0)).interval
    assert many.low == pytest.approx(clopper_pearson(27, 27).low, abs=1e-4)


def test_equal_values_between_bounds_keep_width():
    interval = t_mean([0.1] * 40, bounds=(-1.0, 1.0)).interval
    assert -1 < interval.low < 0.1 < interval.high < 1
    assert cv_clt([0.1] * 40, bounds=(-1.0, 1.0)).interval.low == pytest.approx(interval.low)


def test_equal_values_without_bounds_are_undefined():
    for bounds in (None, (0.0, math.inf)):
        for method in (lambda b: t_mean([2.0] * 9, bounds=b), lambda b: cv_clt([2.0] * 9, bounds=b),
                       lambda b: corrected_t_interval([2.0] * 9, n_train=9, n_test=1, bounds=b)):
            with pytest.raises(Undefined, match="no spread"):
                method(bounds)


def test_one_value_has_no_interval():
    with pytest.raises(Undefined, match="more rows"):
        t_mean([0.3])
    with pytest.raises(Undefined, match="one split"):
        corrected_t_interval([0.3], n_train=9, n_test=1)
    with pytest.raises(Undefined, match="at least two"):
        cv_clt([0.3])


def test_nan_scores_are_refused_not_dropped():
    with pytest.raises(BadInput, match="missing or infinite, the first at index 1"):
        corrected_t_interval([0.3, math.nan, 0.2], n_train=9, n_test=1)


def test_sizes_must_be_sizes():
    with pytest.raises(BadInput, match="n_train"):
        corrected_t_interval([0.3, 0.2], n_train=0, n_test=1)


def test_leave_one_out_has_no_variance_within_folds():
    with pytest.raises(Undefined, match="all-pairs"):
        cv_clt([0.0, 1.0, 1.0], [0, 1, 2], variant="within-fold")
    with pytest.raises(BadInput, match="give folds"):
        cv_clt([0.0, 1.0, 1.0], variant="within-fold")


def test_the_root_of_a_mean_square_keeps_coverage():
    rng = np.random.default_rng(5)
    hits = sum(1.0 in root_interval(t_mean(rng.normal(size=200) ** 2).interval) for _ in range(1000))
    assert 0.92 < hits / 1000 < 0.97


def test_root_and_transform():
    assert root_interval(Interval(4.0, 9.0)).low == 2.0
    assert root_interval(Interval(-1.0, 9.0)).low == 0.0
    assert transform_interval(Interval(1.0, 2.0, level=0.9, method="t"), lambda x: -x) == \
        Interval(-2.0, -1.0, level=0.9, method="t")
    assert root_standard_error(4.0, 0.8) == pytest.approx(0.2)
    with pytest.raises(Undefined):
        root_standard_error(0.0, 0.1)


def test_fx_08_the_reach_of_95_and_99_per_cent():
    """FX-08: 1.96 and 2.58, exactly 1.95996 and 2.57583; t for few values."""
    assert (normal_reach(0.95), normal_reach(0.99)) == pytest.approx((1.95996, 2.57583), abs=5e-6)
    assert t_reach(0.95, 9) == pytest.approx(stats.t.ppf(0.975, 9))
    assert t_reach(0.95, math.inf) == normal_reach(0.95)
