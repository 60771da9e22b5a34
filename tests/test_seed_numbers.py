"""The numbers that Reich & Barai, Salzberg, Flexer and Mooney print or imply about comparing, each under its name.

Each was recomputed, by two programs, when the papers were read; where a paper's print differs, that is said here.
"""

import math

import numpy as np
import pytest

from referee.comparisons import (
    Summary,
    binomial_sign,
    false_alarm_risk,
    false_alarms_expected,
    hotelling,
    level_per_test,
    mcnemar,
    paired_t,
    pooled_t,
    reich_barai,
    signflip,
    two_proportion_z,
)
from referee.comparisons._laws import around, tail
from referee.estimates.selection.expected_best_of import expected_best_of

# Reich & Barai (1999), section 5.2.

KFOLD, HOLDOUT = Summary(7.91, 0.36, 10), Summary(9.79, 1.46, 10)        # table 2, K_T


@pytest.mark.parametrize(("rule", "df", "p"), [(5, 10.090, 0.00267), (4, 18, 0.00093), (2, 18, 0.00093),
                                               (6, 9, 0.00334)])
def test_rb_31_table_2_by_the_rules_for_degrees_of_freedom(rule, df, p):
    result = reich_barai(HOLDOUT, KFOLD, rule=rule)
    assert result.statistic == pytest.approx(3.9536, abs=5e-5)
    assert result.df == pytest.approx(df, abs=5e-4)
    assert result.p == pytest.approx(p, abs=5e-6)


def test_rb_32_the_paired_error_is_the_spread_of_the_differences():
    a, b = np.array([90, 93, 80, 85, 77.0]), np.array([82, 76, 85, 75, 82.0])
    ours = math.sqrt(a.var(ddof=1) / 5 + b.var(ddof=1) / 5 - 2 * np.cov(a, b)[0, 1] / 5)
    assert paired_t(a, b, unit="case").standard_error == pytest.approx(ours)


def test_rb_33_per_instance_comparison_has_one_degree_less_than_instances():
    assert paired_t(np.arange(12.0), np.arange(12.0)[::-1], unit="case").df == 11


def test_rb_34_hotelling_sees_what_univariate_tests_miss():
    """Figure 7, case I: p = 0.156 and 0.404 one by one, 0.0075 together."""
    d = np.array([[-.03, .03], [.06, -.05], [-.07, .10], [.15, -.12], [0, .02], [.11, -.09], [.03, -.01], [.08, -.06]])
    together = hotelling(d)
    assert together.statistic == pytest.approx(28.742, abs=5e-4)
    assert together.p == pytest.approx(0.0075, abs=5e-5)
    alone = [paired_t(d[:, j], 0, unit="case").p for j in (0, 1)]
    assert alone == pytest.approx([0.156, 0.404], abs=5e-4)


def test_rb_35_fifteen_comparisons_of_six_means():
    assert false_alarm_risk(6 * 5 // 2) == pytest.approx(0.5367, abs=5e-5)      # the paper prints 0.54
    assert 1 - level_per_test(15) == pytest.approx(0.05 / 15)


# Salzberg (1997).


def test_sz_02_a_hundred_studies_on_one_data_set():
    assert (false_alarms_expected(100), false_alarms_expected(100, 0.99)) == pytest.approx((5, 1))
    assert false_alarm_risk(100) == pytest.approx(0.9941, abs=5e-5)
    assert false_alarm_risk(100, 0.99) == pytest.approx(0.6340, abs=5e-5)


def test_sz_03_154_tests_without_a_difference():
    assert false_alarms_expected(14 * 11) == pytest.approx(7.7)
    assert false_alarm_risk(154) == pytest.approx(0.99963, abs=5e-6)


def test_sz_04_the_level_of_each_of_154_tests():
    sidak = 1 - level_per_test(154, method="sidak")
    assert sidak == pytest.approx(0.000333, abs=5e-7)
    assert 1 - level_per_test(154) == pytest.approx(0.000325, abs=5e-7)
    assert 0.05 / sidak == pytest.approx(150.14, abs=0.005)


def _right(only_a, only_b):
    return np.array([1] * only_a + [0] * only_b), np.array([0] * only_a + [1] * only_b)


@pytest.mark.parametrize(("wins", "side", "p"), [(35, "greater", 0.0033), (35, "two-sided", 0.0066),
                                                 (30, "greater", 0.1013)])
def test_sz_06_the_binomial_test_of_50_disagreements(wins, side, p):
    """The paper prints 0.0032, 0.0064 and 0.1012."""
    assert binomial_sign(*_right(wins, 50 - wins), alternative=side).p == pytest.approx(p, abs=5e-5)


@pytest.mark.parametrize(("variant", "statistic", "p"), [
    ("chi2-corrected", 7.22, 0.00721), ("chi2", 8.0, 0.00468), ("mid-p", None, 0.00460)])
def test_sz_07_mcnemar_of_35_against_15(variant, statistic, p):
    result = mcnemar(*_right(35, 15), variant=variant)
    assert result.p == pytest.approx(p, abs=5e-6)
    if statistic is not None:
        assert result.statistic == pytest.approx(statistic)


def test_sz_05_and_08_the_counts_and_the_disagreement_rate_come_with_the_test():
    a, b = np.repeat([1, 1, 0, 0], [900, 35, 15, 50]), np.repeat([1, 0, 1, 0], [900, 35, 15, 50])
    result = mcnemar(a, b)
    assert [result.detail(key) for key in ("both", "a_only", "b_only", "neither")] == [900, 35, 15, 50]
    assert result.detail("disagreement") == 0.05
    assert result.interval.low < result.difference == 0.02 < result.interval.high


def test_sz_11_ten_settings_tried():
    assert 1 - level_per_test(10, method="sidak") == pytest.approx(0.00512, abs=5e-6)
    assert 1 - level_per_test(10) == pytest.approx(0.005)


# Flexer (1996).


@pytest.mark.parametrize(("runs", "ahead"), [(10, 1.54), (100, 2.51)])
def test_fx_07_the_best_of_several_runs_of_nothing(runs, ahead):
    assert expected_best_of(runs) == pytest.approx(ahead, abs=5e-3)


def test_fx_08_the_normal_quantiles():
    for level, z in ((0.95, 1.95996), (0.99, 2.57583)):
        assert around(0.0, 1.0, level=level, df=None, method="z").high == pytest.approx(z, abs=5e-6)


@pytest.mark.parametrize(("gap", "p"), [(2 * 1.959964, 0.00557), (1.959964, 0.166)])
def test_fx_09_intervals_that_touch_and_a_mean_on_the_others_limit(gap, p):
    """Two equal standard errors of 1: the difference has one of √2."""
    assert tail(gap / math.sqrt(2), None, "two-sided") == pytest.approx(p, abs=5e-4 if p > 0.1 else 5e-6)


def test_fx_10_the_pooled_t():
    result = pooled_t([.812, .798, .825, .807, .819, .801, .811, .83], [.795, .788, .802, .799, .785, .81])
    assert (result.statistic, result.df) == (pytest.approx(2.9082, abs=5e-5), 12)
    assert result.p == pytest.approx(0.01312, abs=5e-6)


def test_fx_12_twice_twenty_runs_shrink_the_error_by_29_per_cent():
    d = np.tile([0.1, -0.1, 0.3, 0.2], 5)
    by_n = [math.sqrt((20 * times - 1) / (20 * times)) for times in (1, 2)]         # the same spread, not by n − 1
    twenty, forty = (paired_t(np.tile(d, times), 0, unit="case").standard_error * by_n[times - 1] for times in (1, 2))
    assert 1 - forty / twenty == pytest.approx(0.29, abs=5e-3)


def test_fx_13_twenty_tests():
    assert false_alarm_risk(20) == pytest.approx(0.6415, abs=5e-5)
    assert 1 - level_per_test(20) == pytest.approx(0.0025)


# Mooney's slides.

A1, B1 = [87, 83, 88, 82, 85], [82, 78, 83, 77, 80]
A2, B2 = [90, 93, 80, 85, 77], [82, 76, 85, 75, 82]


def test_mo_07_experiment_1_has_no_spread():
    result = paired_t(A1, B1, unit="case")
    assert math.isinf(result.statistic)
    assert "zero_variance" in result.flags
    assert signflip(A1, B1).p == 0.0625


def test_mo_07_experiment_2_decides_nothing():
    result = paired_t(A2, B2, unit="case")
    assert (result.statistic, result.df) == (pytest.approx(1.1501, abs=5e-5), 4)
    assert result.p == pytest.approx(0.3142, abs=5e-5)
    assert (result.interval.low, result.interval.high) == pytest.approx((-7.07, 17.07), abs=5e-3)
    assert np.std(np.subtract(A2, B2), ddof=1) == pytest.approx(9.721, abs=5e-4)


def test_mo_07_pairing_does_not_always_help():
    """A and B correlate −0.549, so that the unpaired t is the larger one: 1.409, p = 0.197."""
    unpaired = pooled_t(A2, B2)
    assert unpaired.statistic == pytest.approx(1.409, abs=5e-4)
    assert unpaired.p == pytest.approx(0.197, abs=5e-4)
    assert np.corrcoef(A2, B2)[0, 1] == pytest.approx(-0.549, abs=5e-4)
    assert unpaired.statistic > paired_t(A2, B2, unit="case").statistic


def test_mo_10_two_hypotheses_on_two_test_sets():
    """Mitchell (1997), chapter 5: errors of 30 and 20 in a hundred."""
    result = two_proportion_z(30, 100, 20, 100, alternative="greater")
    assert result.difference == pytest.approx(0.10)
    assert result.standard_error == pytest.approx(0.0608, abs=5e-5)
    assert result.statistic == pytest.approx(1.644, abs=5e-4)
    assert result.p == pytest.approx(0.0501, abs=5e-5)
