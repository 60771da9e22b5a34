"""Clustered means, nested cross-validation, conservative z, eq. 8, sample sizes, PPI."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Undefined
from referee.estimates import (
    OuterFold,
    clopper_pearson,
    clustered_mean,
    conservative_z,
    expected_best_of,
    hotelling_region,
    min_n_for_half_width,
    nested_cv,
    ppi_mean,
    t_from_summary,
    t_mean,
    t_over_replicates,
    variance_components,
    wald,
    wilson,
    worst_half_width,
)
from referee.kinds import Estimand

# clusters


def test_clustered_se(worked):
    case = worked("clustered-se")
    cr0, cr1 = (clustered_mean(case.inputs.score, case.inputs.cluster, variant=v) for v in ("CR0", "CR1"))
    case.close(cr0.value, "mean")
    case.close(cr0.naive_error, "se_clt")
    case.close(cr0.standard_error, "se_cluster_cr0")
    case.close(cr1.standard_error, "se_cluster_cr1")
    case.close(cr0.design_effect, "design_effect_cr0")
    assert cr1.df == 5


@given(st.lists(st.integers(0, 50), min_size=3, max_size=40).filter(lambda v: len(set(v)) > 1))
def test_clusters_of_one_row_are_rows(values):
    ours = clustered_mean(values, np.arange(len(values)), bounds=(-99, 99))
    assert ours.standard_error == pytest.approx(t_mean(values).standard_error)
    assert ours.interval.low == pytest.approx(max(-99, t_mean(values).interval.low))
    names = [f"cluster {i % 2}" for i in range(len(values))]
    renamed = [{"cluster 0": "z", "cluster 1": "a"}[name] for name in names]
    assert clustered_mean(values, names, bounds=(0, 50)).standard_error == \
        pytest.approx(clustered_mean(values, renamed, bounds=(0, 50)).standard_error)


def test_clustered_intervals_cover_where_naive_ones_do_not():
    """G ≥ 20, ICC 0.3, 10 rows a cluster: clustered ≥ 0.93, naive < 0.90."""
    rng, clusters = np.random.default_rng(4), np.repeat(np.arange(25), 10)
    clustered = naive = 0
    for _ in range(1000):
        values = np.repeat(rng.normal(scale=math.sqrt(0.3), size=25), 10) + rng.normal(scale=math.sqrt(0.7), size=250)
        clustered += 0.0 in clustered_mean(values, clusters).interval
        naive += 0.0 in t_mean(values).interval
    assert clustered / 1000 >= 0.93
    assert naive / 1000 < 0.90


def test_one_cluster_and_no_spread():
    with pytest.raises(Undefined, match="one cluster"):
        clustered_mean([0.1, 0.2], ["a", "a"])
    made = clustered_mean([1.0] * 30, np.repeat(np.arange(6), 5), bounds=(0, 1))
    assert made.interval.low == pytest.approx(clopper_pearson(6, 6).low)       # six clusters, not thirty rows
    with pytest.raises(BadInput, match="one a row"):
        clustered_mean([1.0, 2.0], [1])


# nested cross-validation


def outer_folds(case):
    return [OuterFold(outer=np.array(o), inner=np.concatenate(i))
            for o, i in zip(case.inputs.outer_losses, case.inputs.inner_losses, strict=True)]


@pytest.mark.parametrize("name", ["nested-cv", "nested-cv-interior"])
def test_nested_cv(worked, name):
    case = worked(name)
    made = nested_cv(outer_folds(case), n=case.inputs.n, n_folds=case.inputs.K)
    case.close(made.error_ncv, "err_ncv")
    case.close(made.error_cv, "err_cv")
    case.close(made.mse, "mse_raw")
    case.close(made.standard_error, "se")
    case.close(made.error_bounds[0], "se_lower")
    case.close(made.error_bounds[1], "se_upper")
    case.close(made.bias, "bias_bht")
    case.close([made.interval.low, made.interval.high], "ci_bht")
    other = nested_cv(outer_folds(case), n=case.inputs.n, n_folds=case.inputs.K, exponent=1)
    case.close(other.bias, "bias_mlr3")
    case.close([other.interval.low, other.interval.high], "ci_mlr3")
    assert other.interval.method.endswith("exponent 1")


def test_nested_cv_edges(worked):
    folds = [OuterFold(outer=np.zeros(5), inner=np.zeros(15))] * 4
    made = nested_cv(folds, n=20, n_folds=4, bounds=(0, 1))
    assert made.interval.high == pytest.approx(clopper_pearson(0, 20).high)
    with pytest.raises(Undefined, match="no spread"):
        nested_cv(folds, n=20, n_folds=4)
    with pytest.raises(BadInput, match="all of them"):
        nested_cv(folds[:3], n=20, n_folds=4)
    with pytest.raises(Undefined, match="one row"):
        nested_cv([OuterFold(outer=np.ones(1), inner=np.ones(3))] * 4, n=4, n_folds=4)


def test_a_bias_correction_does_not_leave_the_bounds():
    folds = [OuterFold(outer=np.array([0.0, 0, 0, 0, o]), inner=np.array([0.0] * 12 + [1.0] * 3)) for o in (0, 0, 0, 1)]
    free, cut = (nested_cv(folds, n=20, n_folds=4, bounds=b) for b in (None, (0.0, 1.0)))
    assert free.value < 0
    assert cut.value == 0
    assert cut.bias == free.bias
    assert 0 <= cut.interval.low < cut.interval.high <= 1
    powered = ppi_mean([1, 1, 1, 0], [0.5, 0.4, 0.6, 0.3], [0.9, 0.95, 0.85], bounds=(0, 1))
    assert powered.value == 1.0
    assert 0 <= powered.interval.low < powered.interval.high == 1


def test_repeats_of_the_same_folds_change_nothing(worked):
    case = worked("nested-cv-interior")
    once = nested_cv(outer_folds(case), n=20, n_folds=4)
    twice = nested_cv(outer_folds(case) * 2, n=20, n_folds=4)
    assert twice.value == pytest.approx(once.value)
    assert twice.standard_error == pytest.approx(once.standard_error)


# conservative z


def test_conservative_z(worked):
    case = worked("conservative-z")
    made = conservative_z(case.inputs.estimate, case.inputs.half_means)
    case.close(made.standard_error**2, "sigma2")
    case.close([made.interval.low, made.interval.high], "ci")
    swapped = conservative_z(case.inputs.estimate, np.array(case.inputs.half_means)[:, ::-1])
    assert swapped.standard_error == pytest.approx(made.standard_error)
    with pytest.raises(Undefined, match="no spread"):
        conservative_z(0.2, [[0.1, 0.1], [0.2, 0.2]])
    with pytest.raises(BadInput, match="pairs"):
        conservative_z(0.2, [0.1, 0.1, 0.2])


# t over replicates


@pytest.mark.parametrize("name", ["reichbarai-table2-KT", "reichbarai-table2-KQ", "reichbarai-table2-eff"])
@pytest.mark.parametrize("design", ["K", "H"])
def test_reich_barai_table_2(worked, name, design):
    case = worked(name)
    printed = getattr(case.inputs, design)
    made = t_from_summary(printed["mean"], printed["sd"], case.inputs.I)
    case.close([made.interval.low, made.interval.high], f"{design}_ci")


def test_rb_07_the_intervals_of_k_t(worked):
    """RB-07: K^10 [7.652, 8.168], H^10 [8.746, 10.834]."""
    for (mean, sd), wanted in {(7.91, 0.36): (7.652, 8.168), (9.79, 1.46): (8.746, 10.834)}.items():
        interval = t_from_summary(mean, sd, 10).interval
        assert (interval.low, interval.high) == pytest.approx(wanted, abs=5e-4)


def test_eq_8_over_replicates_is_far_too_narrow():
    """Ten repeated hold-outs of one sample: the warning is true (METHODS: coverage 0.47-0.80 for H^10)."""
    rng, hits = np.random.default_rng(6), 0
    for _ in range(400):
        sample = rng.normal(size=60)
        means = [rng.permutation(sample)[:20].mean() for _ in range(10)]
        made = t_over_replicates(means)
        hits += 0.0 in made.interval
        assert "not independent" in made.notes[0]
    assert hits / 400 < 0.85
    with pytest.raises(Undefined):
        t_over_replicates([1.0])


# sample size


def test_reichbarai_testset_1000(worked):
    """RB-03: 1000 cases give ± 0.0310; ± 1 point needs 9604."""
    case = worked("reichbarai-testset-1000")
    case.close(worst_half_width(case.inputs.n, interval="wald"), "half_width")
    assert worst_half_width(1000, interval="wald") == pytest.approx(0.0310, abs=5e-5)
    assert min_n_for_half_width(0.01, interval="wald") == case.expected["n_for_half_width_0.01"] == 9604
    assert wald(500, 1000).width / 2 == pytest.approx(worst_half_width(1000, interval="wald"))


def test_wilson_min_n(worked):
    case = worked("wilson-min-n")
    assert [min_n_for_half_width(w) for w in case.inputs.w] == case.expected["n"] == [93, 381, 1064, 2398]
    assert wilson(500, 1000).width / 2 == pytest.approx(worst_half_width(1000))


@given(st.floats(0.005, 0.4), st.floats(0.6, 0.99))
def test_the_fewest_cases_are_the_fewest(w, level):
    n = min_n_for_half_width(w, level=level)
    assert worst_half_width(n, level=level) <= w + 1e-9
    assert n == 1 or worst_half_width(n - 1, level=level) > w - 1e-9


def test_impossible_sizes():
    for bad in (0, 0.5, -1):
        with pytest.raises(BadInput):
            min_n_for_half_width(bad)
    with pytest.raises(BadInput):
        worst_half_width(0)


# prediction-powered mean


def test_ppi_mean(worked):
    case = worked("ppi-mean")
    made = ppi_mean(case.inputs.y_labelled, case.inputs.judge_labelled, case.inputs.judge_unlabelled)
    case.close(made.value, "estimate")
    case.close(made.standard_error, "se")
    case.close([made.interval.low, made.interval.high], "ci95")
    case.close(made.labels_only, "classical_mean")
    case.close(made.labels_only_error, "classical_se")


def test_ppi_covers_with_a_biased_judge():
    rng, hits = np.random.default_rng(8), 0
    for _ in range(600):
        truth = rng.random(460) < 0.6
        judge = np.clip(0.3 + 0.5 * truth + rng.normal(scale=0.1, size=460), 0, 1)       # biased, but informative
        made = ppi_mean(truth[:60], judge[:60], judge[60:])
        hits += 0.6 in made.interval
        assert made.standard_error < made.labels_only_error
    assert 0.92 <= hits / 600 <= 0.98
    with pytest.raises(BadInput, match="judge scores"):
        ppi_mean([1, 0], [0.5], [0.1, 0.2])
    with pytest.raises(Undefined, match="needs two"):
        ppi_mean([1], [0.5], [0.1, 0.2])


# best of many, joint regions, components


def test_expected_best_of_k(worked):
    case = worked("expected-best-of-k")
    case.close([expected_best_of(k) for k in case.inputs.K], "emax")
    assert expected_best_of(1) == pytest.approx(0, abs=1e-12)
    with pytest.raises(BadInput):
        expected_best_of(0)


def test_hotelling_paired(worked):
    case = worked("hotelling-paired")
    region = hotelling_region(case.inputs.D)
    case.close(region.statistic([0, 0]), "T2")
    case.close(region.p_value([0, 0]), "p")
    assert list(region.df) == case.expected["df"]
    assert [0, 0] not in region                       # although each single interval holds 0, as in figure 7
    assert all(0 in interval for interval in region.intervals)
    assert all(0 in t_mean(column).interval for column in np.transpose(case.inputs.D))


def test_hotelling_region_of_one_target_is_the_t_interval():
    values = np.random.default_rng(1).normal(size=30)
    (interval,) = hotelling_region(values[:, None], level=0.9).intervals
    wanted = t_mean(values, level=0.9).interval
    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high))


@pytest.mark.slow
def test_hotelling_region_covers():
    rng = np.random.default_rng(2)
    mix = np.array([[1.0, 0.8, 0], [0, 0.6, 0.3], [0, 0, 1]])
    hits = np.mean([np.zeros(3) in hotelling_region(rng.normal(size=(15, 3)) @ mix) for _ in range(1500)])
    assert hits == pytest.approx(0.95, abs=0.018)


def test_hotelling_edges():
    with pytest.raises(Undefined, match="too few"):
        hotelling_region([[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(Undefined, match="leave one out"):
        hotelling_region([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [5.0, 10.0]])


def test_variance_components_are_found_again():
    rng = np.random.default_rng(3)
    table = (rng.normal(scale=2, size=(300, 1, 1)) + rng.normal(scale=1, size=(300, 4, 1))
             + rng.normal(scale=0.5, size=(300, 4, 3)))
    found = variance_components(table)
    assert found.variances == pytest.approx((4, 1, 0.25), rel=0.2)
    assert sum(found.shares) == pytest.approx(1)
    wanted = found["sample"] / 300 + found["split"] / 1200 + found["seed"] / 3600
    assert found.variance_of_mean() == pytest.approx(wanted)
    assert found.variance_of_mean((1, 1, 1)) == pytest.approx(sum(found.variances))
    assert found.below_zero == ()


def test_variance_components_of_two_axes_are_the_textbook_anova():
    """Balanced one-way random effects: σ² = MSW, σ_a² = (MSB − MSW)/n; checked with scipy's F."""
    from scipy.stats import f_oneway
    table = np.random.default_rng(5).normal(size=(6, 5)) + np.arange(6)[:, None]
    found = variance_components(table, ("sample", "seed"))
    assert found.mean_squares[0] / found.mean_squares[1] == pytest.approx(f_oneway(*table).statistic)
    assert found["seed"] == pytest.approx(table.var(axis=1, ddof=1).mean())
    assert found["sample"] == pytest.approx((found.mean_squares[0] - found.mean_squares[1]) / 5)


def test_variance_components_edges():
    alternating = np.tile([[0.0, 1.0]], (4, 1))           # samples agree exactly, seeds do not
    found = variance_components(alternating, ("sample", "seed"))
    assert found["sample"] == 0
    assert found.below_zero == ("sample",)
    with pytest.raises(Undefined, match="seed was not varied"):
        variance_components(np.zeros((3, 2, 1)))
    with pytest.raises(Undefined, match="no variance"):
        _ = variance_components(np.ones((3, 2)), ("sample", "seed")).shares
    with pytest.raises(BadInput, match="one axis"):
        variance_components(np.zeros((3, 2)))


def test_estimands_are_said():
    assert conservative_z(0.2, [[0.1, 0.2]]).estimand is Estimand.PROCEDURE
    assert clustered_mean([0.0, 1.0], [0, 1]).estimand is Estimand.MODEL
