"""Hotelling, MANOVA and ANOVA."""

import numpy as np
import pytest
from scipy import stats

from referee.comparisons import anova, anova_repeated, hotelling, hotelling_paired, hotelling_two_sample, manova
from referee.comparisons.many_models.manova import STATISTICS
from referee.errors import BadInput, Undefined
from referee.seeds import stream

OUTPUTS = np.array([
    [-0.8, -1.3, -0.2], [0.4, 1.1, 0.1], [-0.6, -0.8, 0.7], [1.6, 0.3, -1.2], [-1.0, 1.6, 0.2], [-1.7, -0.1, -1.2],
    [-0.6, -0.5, -0.7], [0.6, -0.1, -0.6], [0.4, 0.8, -1.6], [-0.3, -1.0, -0.2], [-1.3, 0.0, 0.0], [-0.3, -1.0, -0.4],
    [-1.1, -1.4, 0.2], [-1.1, 1.2, 0.7], [-2.0, 0.3, -1.1], [0.0, 0.0, -2.0], [-0.2, -0.3, 1.0], [-1.2, 0.7, -1.1]])
GROUPS = np.repeat(list("abcd"), [4, 5, 4, 5])


def test_hotelling_paired(worked):
    case = worked("hotelling-paired")
    D = np.array(case.inputs["D"])
    said = hotelling_paired(D + 3, np.full_like(D, 3.0))
    assert (said.statistic, said.detail("F"), said.p) == case.near(
        tuple(case.expected[k] for k in ("T2", "F", "p")))
    assert said.df == tuple(case.expected["df"])
    assert hotelling(D).p == pytest.approx(said.p)


def test_with_one_output_it_is_the_squared_t():
    x, y = stream(1, "x").normal(0.3, 1, size=12), stream(2, "y").normal(size=9)
    one = stats.ttest_1samp(x, 0)
    assert (hotelling(x[:, None]).statistic, hotelling(x[:, None]).p) == pytest.approx((one.statistic**2, one.pvalue))
    two = stats.ttest_ind(x, y)
    said = hotelling_two_sample(x[:, None], y[:, None])
    assert (said.statistic, said.p) == pytest.approx((two.statistic**2, two.pvalue))


def test_units_of_the_outputs_do_not_matter():
    """T² is unchanged by any invertible linear map of the outputs."""
    D = stream(3, "d").normal(0.2, 1, size=(15, 3))
    map_ = np.array([[2.0, 1, 0], [0, .1, 3], [1, 1, 1]])
    assert hotelling(D @ map_).statistic == pytest.approx(hotelling(D).statistic)
    assert hotelling(-D[::-1]).statistic == pytest.approx(hotelling(D).statistic)


def test_hotelling_edges():
    assert hotelling_paired(np.ones((4, 2)), np.ones((4, 2))).p == 1.0
    with pytest.raises(Undefined, match="more than 3 units"):
        hotelling(np.eye(3))
    with pytest.raises(Undefined, match="linearly dependent"):
        hotelling(np.repeat([[1.0], [2.0], [4.0], [3.0]], 2, axis=1))
    with pytest.raises(BadInput, match="same cases"):
        hotelling_paired(np.ones((4, 2)), np.ones((4, 3)))


@pytest.mark.slow
def test_hotelling_holds_its_level():
    D = stream(4, "null").normal(size=(2000, 8, 2)) @ np.array([[1, .9], [0, .4]])
    assert np.mean([hotelling(d).p <= 0.05 for d in D]) == pytest.approx(0.05, abs=0.0125)


# statsmodels 0.15, MANOVA.mv_test on the table above: value, num df, den df, F, p
MANOVA = {"wilks": (0.456889, 9, 29.355453, 1.238433, 0.310567), "pillai": (0.63926, 9, 42, 1.263678, 0.284737),
          "hotelling-lawley": (0.982976, 9, 15.950617, 1.248776, 0.334361),
          "roy": (0.708649, 3, 14, 3.307029, 0.051514)}


@pytest.mark.parametrize("statistic", STATISTICS)
def test_manova_against_statsmodels(statistic):
    said = manova(OUTPUTS, GROUPS, statistic=statistic)
    assert (said.statistic, *said.df, said.detail("F"), said.p) == pytest.approx(MANOVA[statistic], abs=2e-6)
    assert ("lower_bound" in said.flags) == (statistic == "roy")


@pytest.mark.parametrize("statistic", STATISTICS)
def test_with_two_groups_manova_is_hotelling(statistic):
    groups = np.arange(18) % 2
    said = manova(OUTPUTS, groups, statistic=statistic)
    assert said.p == pytest.approx(hotelling_two_sample(OUTPUTS[groups == 0], OUTPUTS[groups == 1]).p)
    assert said.flags == ()


def test_manova_edges():
    with pytest.raises(Undefined, match="too few rows"):
        manova(OUTPUTS[:5], list("abcde"))
    with pytest.raises(BadInput, match="wilks"):
        manova(OUTPUTS, GROUPS, statistic="wilk")
    shuffled = stream(6, "s").permutation(18)
    assert manova(OUTPUTS[shuffled], GROUPS[shuffled]).p == pytest.approx(manova(OUTPUTS, GROUPS).p)


def test_anova_against_scipy():
    samples = [OUTPUTS[:5, 0], OUTPUTS[5:12, 1], OUTPUTS[12:, 2]]
    theirs = stats.f_oneway(*samples)
    said = anova(*samples)
    assert (said.statistic, said.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert said.df == (2, 15)


def test_anova_edges():
    assert anova([.5, .5], [.5, .5]).p == 1.0
    assert anova([.5, .5], [.6, .6]).flags == ("zero_variance",)
    with pytest.raises(Undefined):
        anova([.5], [.6])
    with pytest.raises(Undefined):
        anova([.5, .6])


def test_repeated_measures():
    """F and its plain p from statsmodels 0.15 AnovaRM: 4.3846, 0.0670; ε by Box's formula in variances."""
    x = np.array([[.8, .7, .9], [.6, .5, .7], [.9, .8, .8], [.7, .7, .8]])
    said = anova_repeated(x)
    assert said.statistic == pytest.approx(4.3846, abs=1e-4)
    assert said.detail("p_sphericity_assumed") == pytest.approx(0.0670, abs=1e-4)
    S, k = np.cov(x.T), 3
    box = (k * (np.diag(S).mean() - S.mean()))**2 / (
        (k - 1) * ((S**2).sum() - 2 * k * (S.mean(axis=1)**2).sum() + k * k * S.mean()**2))
    assert said.detail("epsilon") == pytest.approx(box)
    assert said.df == pytest.approx((2 * box, 6 * box))
    assert said.p == pytest.approx(stats.f.sf(said.statistic, 2 * box, 6 * box))
    assert anova_repeated(x[::-1, [2, 0, 1]]).p == pytest.approx(said.p)


def test_two_models_repeated_is_the_squared_paired_t():
    x = OUTPUTS[:, :2]
    theirs = stats.ttest_rel(x[:, 0], x[:, 1])
    said = anova_repeated(x)
    assert (said.statistic, said.p, said.detail("epsilon")) == pytest.approx((theirs.statistic**2, theirs.pvalue, 1))
    same = anova_repeated(np.repeat(x[:, :1], 3, axis=1))
    assert (same.p, same.flags) == (1.0, ("identical",))
