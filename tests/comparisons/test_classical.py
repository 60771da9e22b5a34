"""The classical tests beside the ones for paired scores: published values, peers, edges, levels."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from referee import comparisons as c
from referee.errors import BadInput, Undefined
from referee.seeds import stream

EVEN = [0, 1] * 20
ROWS = np.array([(1, 2, 3, 5), (2, 4, 1, 4), (4, 3, 6, 9), (3, 6, 8, 7), (6, 5, 4, 14), (5, 9, 12, 11), (8, 8, 9, 16),
                 (7, 11, 15, 13)], dtype=float)
LOTS = [24.5, 23.5, 26.4, 27.1, 29.9], [28.4, 34.2, 29.5, 32.2, 30.1], [26.1, 28.3, 24.3, 26.2, 27.8]


def test_tukey_as_sas_has_it():
    """The drug data of SAS's documentation, as in scipy's own tests; digits by TukeyHSD of R 4.2.2."""
    a_b, a_c, b_c = c.tukey_hsd(*LOTS)
    assert (a_b.difference, a_b.interval.low, a_b.interval.high) == pytest.approx(
        (-4.6, -8.2491589975, -0.9508410025), abs=1e-7)
    assert (a_b.p, a_c.p, b_c.p) == pytest.approx((0.0144483267, 0.9803107241, 0.0203311367), abs=1e-8)
    assert (a_c.a, a_c.b) == ("A", "C")
    named = c.tukey_hsd(*LOTS, names=["x", "y", "z"])
    assert (named[2].a, named[2].b) == ("y", "z")
    with pytest.raises(BadInput, match="2 names"):
        c.tukey_hsd(*LOTS, names=["x", "y"])


def test_newcombe_1998():
    """Newcombe (1998), Statistics in Medicine 17, 873–890, table II, method 10: 56/70 − 48/80 and 9/10 − 3/10."""
    for counts, low, high in (((56, 70, 48, 80), 0.0524, 0.3339), ((9, 10, 3, 10), 0.1705, 0.8090),
                              ((10, 10, 0, 10), 0.6075, 1.0), ((0, 10, 0, 10), -0.2775, 0.2775)):
        said = c.two_proportions(*counts)
        assert (said.interval.low, said.interval.high) == pytest.approx((low, high), abs=5e-5)


def test_the_pooled_z_is_the_root_of_pearsons_chi2():
    said = c.two_proportions(56, 70, 48, 80)
    chi2 = stats.chi2_contingency([[56, 14], [48, 32]], correction=False)
    assert (said.statistic**2, said.p) == pytest.approx((chi2.statistic, chi2.pvalue))
    assert (said.statistic**2, said.p) == pytest.approx((7.023411371237, 0.008045081368))     # prop.test of R 4.2.2
    assert said.detail("unpooled_z") == pytest.approx(c.two_proportion_z(56, 70, 48, 80).statistic)
    assert c.two_proportions(5, 5, 7, 7).p == 1


def test_mendels_peas():
    """The example of R's binom.test (Conover 1971): 682 of 925 against 3/4; digits by R 4.2.2."""
    said = c.binomial_test(682, 925, 0.75)
    assert said.p == pytest.approx(0.3824915596, abs=1e-9)
    assert (said.interval.low, said.interval.high) == pytest.approx((-0.0423317359, 0.0154065582), abs=1e-9)
    assert c.binomial_test(9, 10, 0.5, alternative="greater").p == pytest.approx(11 / 1024)
    with pytest.raises(BadInput, match="p0"):
        c.binomial_test(1, 2, 1.5)


def test_shapiro_and_wilk_1965():
    """The weights of eleven men, their own example: W 0.79; digits by shapiro.test of R 4.2.2."""
    said = c.shapiro_wilk([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236])
    assert (said.statistic, said.p) == pytest.approx((0.788814694835, 0.006703814057), rel=1e-6)


def test_welch_of_two_samples_is_welchs_t():
    a, b = LOTS[:2]
    said, t = c.welch_anova(a, b), c.welch_t(a, b)
    assert (said.statistic, said.df[1], said.p) == pytest.approx((t.statistic**2, t.df, t.p))


def test_welch_of_three_samples_as_r_has_it():
    """oneway.test of R 4.2.2."""
    said = c.welch_anova(*LOTS)
    assert (said.statistic, *said.df, said.p) == pytest.approx((6.29784042465, 2, 7.65043688693, 0.02416853381))


def test_spread_as_r_has_it():
    """bartlett.test, and Levene's test about the medians by an analysis of variance, in R 4.2.2."""
    said, about_medians = c.bartlett(*LOTS), c.levene(*LOTS)
    assert (said.statistic, said.p) == pytest.approx((0.7641625573, 0.6824395832), rel=1e-8)
    assert (about_medians.statistic, about_medians.p) == pytest.approx((0.33486, 0.72191), abs=1e-5)
    with pytest.raises(Undefined, match="sample 1"):
        c.bartlett(LOTS[0], [1.0, 1.0])


def test_effect_sizes_by_hand():
    a, b = [3.0, 4.0, 5.0, 5.0], [1.0, 2.0, 3.0, 4.0]
    assert c.cliffs_delta(a, b).value == 0.75         # 13 wins, 1 loss and 2 ties of 16
    assert c.a12(a, b).value == 0.875
    assert c.a12(a, b).value == pytest.approx(stats.mannwhitneyu(a, b).statistic / 16)
    d = (4.25 - 2.5) / math.sqrt((11 / 12 + 5 / 3) / 2)
    assert c.cohens_d(a, b).value == pytest.approx(d)
    exact = math.gamma(3) / (math.sqrt(3) * math.gamma(2.5))          # Hedges (1981), 6 degrees of freedom
    assert c.hedges_g(a, b).value == pytest.approx(d * exact)
    with pytest.raises(Undefined, match="spread"):
        c.cohens_d([1.0, 1.0], [2.0, 2.0])
    all_above = c.cliffs_delta([2, 3, 4], [0, 1, 1])
    assert all_above.value == 1
    assert all_above.interval.low < 0.5


@pytest.mark.parametrize("size", [c.cohens_d, c.hedges_g, c.cliffs_delta])
def test_swapping_turns_an_effect_around(size):
    a, b = stream(1, "effect").normal(size=(2, 9))
    one, two = size(a, b), size(b, a)
    assert two.value == pytest.approx(-one.value)
    assert (two.interval.low, two.interval.high) == pytest.approx((-one.interval.high, -one.interval.low))


def test_unpaired_delong():
    """The variances add up: AUC 0.84 and 0.72 with 0.0192 and 0.0328; D, df and p by roc.test of pROC in R 4.2.2."""
    y = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    a, b = [.1, .2, .35, .4, .6, .3, .55, .7, .8, .9], [.15, .45, .3, .55, .65, .25, .5, .6, .85, .7]
    said = c.delong_unpaired(y, a, y, b)
    assert (said.difference, said.standard_error) == pytest.approx((0.12, math.sqrt(0.0192 + 0.0328)))
    assert (said.statistic, said.df, said.p) == pytest.approx((0.5262348116, 16.8475852902, 0.6055840879), rel=1e-9)
    assert c.delong_unpaired(["n"] * 5 + ["p"] * 5, a, y, b).difference == pytest.approx(0.12)


def test_kendalls_w():
    table = stream(2, "w").normal(size=(7, 4))
    said = c.kendall_w(table)
    assert said.statistic == pytest.approx(stats.friedmanchisquare(*table.T).statistic / (7 * 3))
    assert c.kendall_w([[1, 2, 3]] * 4).statistic == 1
    assert c.kendall_w(ROWS).statistic == pytest.approx(0.4919871795, rel=1e-9)     # friedman.test of R 4.2.2 / 24


def test_repeated_measures_as_r_has_them():
    """mauchly.test and anova of a multivariate linear model in R 4.2.2.

    Its p is 0.0619890639 because it takes 4 for 3 in one place of Anderson's formula; with 3 it is 0.0619038369.
    """
    said, test = c.anova_repeated(ROWS), c.mauchly(ROWS)
    assert (test.statistic, test.p) == pytest.approx((0.15518276077, 0.0619038368518), rel=1e-8)
    assert said.statistic == pytest.approx(8.93584, abs=1e-5)
    assert (said.detail("epsilon"), said.detail("epsilon_huynh_feldt")) == pytest.approx((0.5498, 0.6974), abs=5e-5)


def test_mauchly_and_huynh_feldt_by_hand():
    """W from the eigenvalues of the contrasts' covariance; ε̃ by Huynh and Feldt's formula from Box's ε."""
    x = stream(3, "sphere").normal(size=(9, 4)) * [1, 2, 3, 4]
    centred = np.cov(x.T) - np.cov(x.T).mean(0) - np.cov(x.T).mean(1)[:, None] + np.cov(x.T).mean()
    roots = np.sort(np.linalg.eigvalsh(centred))[1:]
    assert c.mauchly(x).statistic == pytest.approx(np.prod(roots) / roots.mean() ** 3)
    assert c.mauchly(x).df == 5
    epsilon = roots.sum() ** 2 / (3 * (roots**2).sum())
    said = c.anova_repeated(x)
    assert said.detail("epsilon") == pytest.approx(epsilon)
    assert said.detail("epsilon_huynh_feldt") == pytest.approx(min(1, (9 * 3 * epsilon - 2) / (3 * (8 - 3 * epsilon))))


def test_power_of_one_side():
    """n = 20, d = 0.5, one sample, one-sided 0.05: power.t.test of R 4.2.2."""
    ratio = 0.5 * math.sqrt(20)
    assert c.power_at(ratio, 19, alternative="greater") == pytest.approx(0.6951493382, abs=1e-6)
    assert c.power_at(ratio, 19, alternative="greater") == pytest.approx(
        stats.nct.sf(stats.t.isf(0.05, 19), 19, ratio), abs=1e-6)
    assert c.power_at(ratio, None, alternative="less") == pytest.approx(stats.norm.sf(stats.norm.isf(0.05) + ratio))
    assert c.power_at(0, 19, alternative="greater") == pytest.approx(0.05)


def test_limits_of_equivalence_may_differ():
    d = [.012, -.004, .02, .008, .015, -.01, .018, .006, .011, .003]
    even, uneven = c.tost(d, 0, margin=0.02), c.tost(d, 0, margin=0.02, lower=-0.001)
    assert uneven.p_below_upper == even.p_below_upper
    assert uneven.p_above_lower == pytest.approx(stats.ttest_1samp(d, -0.001, alternative="greater").pvalue)
    assert "between -0.001 and 0.02" in str(uneven)
    with pytest.raises(BadInput, match="lower"):
        c.tost(d, 0, margin=0.02, lower=0.03)


@pytest.mark.parametrize("test", [c.friedman, c.quade])
@pytest.mark.parametrize("row", [[0.9, 0.9, 0.5], [0.9, 0.5, 0.5], [0.9, 0.7, 0.5]])
def test_the_exact_p_of_agreement_by_enumeration(test, row):
    """All orders within each of three rows: how often do all rows agree with one another?"""
    alike = [len(set(rows)) == 1 for rows in product(permutations(row), repeat=3)]
    assert test([row] * 3).p == pytest.approx(np.mean(alike))


@pytest.mark.slow
@pytest.mark.parametrize(("test", "least", "most"), [
    (lambda r: c.welch_anova(r.normal(size=8), r.normal(scale=3, size=12), r.normal(scale=2, size=6)).p, 0.03, 0.07),
    (lambda r: c.levene(*r.normal(size=(3, 15))).p, 0.02, 0.065),
    (lambda r: c.bartlett(*r.normal(size=(3, 15))).p, 0.035, 0.065),
    (lambda r: c.shapiro_wilk(r.normal(size=20)).p, 0.035, 0.065),
    (lambda r: c.two_proportions(r.binomial(60, 0.7), 60, r.binomial(80, 0.7), 80).p, 0.03, 0.07),
    (lambda r: c.delong_unpaired(EVEN, r.normal(size=40), EVEN, r.normal(size=40)).p, 0.03, 0.07),
    (lambda r: c.mauchly(r.normal(size=(20, 4))).p, 0.03, 0.07),
], ids=["welch", "levene", "bartlett", "shapiro", "proportions", "delong", "mauchly"])
def test_levels(test, least, most):
    """Of 2000 samples under the null hypothesis about one in twenty is rejected."""
    random = stream(7, "levels of classical tests")
    assert least <= np.mean([test(random) <= 0.05 for _ in range(2000)]) <= most


@pytest.mark.slow
def test_the_p_of_tukey_is_how_often_chance_spreads_the_means_so_far():
    """Ranges of four means of ten, studentised, in 40,000 null samples: a p has an error of at most 0.0025 there."""
    random = stream(9, "level of Tukey")
    drawn = random.normal(size=(40_000, 4, 10))
    pooled = np.sqrt(drawn.var(axis=2, ddof=1).mean(axis=1) / 10)
    ranges = np.ptp(drawn.mean(axis=2), axis=1) / pooled
    for share in (0.5, 0.2, 0.05, 0.02, 0.01):
        sample = drawn[np.argsort(-ranges)[int(share * 40_000)]]
        assert min(pair.p for pair in c.tukey_hsd(*sample)) == pytest.approx(share, abs=4 * math.sqrt(share / 40_000))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "true"), [
    (c.cohens_d, 0.5), (c.hedges_g, 0.5), (c.cliffs_delta, 0.2763), (c.a12, 0.6382),      # 2Φ(0.5/√2) − 1, Φ(0.5/√2)
])
def test_intervals_of_effects_cover(size, true):
    random = stream(8, "coverage of effects")
    hits = [true in size(random.normal(0.5, size=25), random.normal(size=30)).interval for _ in range(1500)]
    assert 0.93 <= np.mean(hits) <= 0.97
