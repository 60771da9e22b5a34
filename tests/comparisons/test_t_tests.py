"""The plain, the unpaired and the historic t and z tests."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.comparisons import (
    cv_clt_z,
    fivetwo_f,
    fivetwo_t,
    paired_t,
    pooled_t,
    reich_barai,
    two_proportion_z,
    welch_t,
)
from referee.comparisons.historic.reich_barai import Summary
from referee.errors import BadInput, NotJustified, Undefined
from referee.estimates import clopper_pearson
from referee.kinds import Estimand
from referee.seeds import stream

samples = st.lists(st.floats(0, 1, width=16), min_size=2, max_size=15)


def test_mooney_exp2_paired_t(worked):
    case = worked("mooney-exp2-paired-t")
    a, b = case.inputs["A"], case.inputs["B"]
    said = paired_t(a, b)
    assert (said.statistic, said.p) == case.near((case.expected["t"], case.expected["p"]))
    assert (said.interval.low, said.interval.high) == case.near(tuple(case.expected["ci95"]))
    unpaired = pooled_t(a, b)
    assert (unpaired.statistic, unpaired.p) == case.near((case.expected["unpaired_t"], case.expected["unpaired_p"]))


def test_mooney_exp1_paired_t(worked):
    case = worked("mooney-exp1-paired-t")
    said = paired_t(case.inputs["A"], case.inputs["B"])
    assert (said.statistic, said.p) == (math.inf, 0.0)
    assert "zero_variance" in said.flags
    assert said.detail("sign_flip_p") == case.expected["signflip_p"]
    assert pooled_t(case.inputs["A"], case.inputs["B"]).p == case.near(case.expected["unpaired_p"])


@pytest.mark.parametrize("unit", ["split", "fold", "repeat"])
def test_mlxtend_a_t_over_resamples_is_refused(unit):
    """mlxtend's paired_ttest_resampled rejects a true null in 62 of 100 studies."""
    with pytest.raises(NotJustified, match="corrected_t"):
        paired_t([.8, .7, .9], [.7, .7, .8], unit=unit)
    said = paired_t([.8, .7, .9], [.7, .7, .8], unit=unit, i_know=True)
    assert "dependence_ignored" in said.flags
    assert said.p == paired_t([.8, .7, .9], [.7, .7, .8]).p


def test_i_know_leaves_no_mark_where_the_test_is_justified():
    assert "dependence_ignored" not in paired_t([1, 2, 4], [1, 1, 1], i_know=True).flags
    assert paired_t([1, 2, 4], [1, 1, 1], unit="data set").estimand is Estimand.DATA_SETS


@given(samples, samples, st.sampled_from(["two-sided", "greater", "less"]))
def test_scipy_agrees(a, b, alternative):
    n = min(len(a), len(b))
    if np.ptp(np.subtract(a[:n], b[:n])) > 1e-3:
        theirs = stats.ttest_rel(a[:n], b[:n], alternative=alternative)
        assert paired_t(a[:n], b[:n], alternative=alternative).p == pytest.approx(theirs.pvalue, rel=1e-9)
    if min(np.ptp(a), np.ptp(b)) > 1e-3:
        for ours, equal in ((pooled_t, True), (welch_t, False)):
            theirs = stats.ttest_ind(a, b, equal_var=equal, alternative=alternative)
            said = ours(a, b, alternative=alternative)
            assert (said.p, said.df) == pytest.approx((theirs.pvalue, theirs.df), rel=1e-9)


@pytest.mark.parametrize(("name", "test"), [("flexer-pooled-t", pooled_t), ("welch-t", welch_t)])
def test_unpaired(worked, name, test):
    case = worked(name)
    said = test(case.inputs["x"], case.inputs["y"])
    assert (said.statistic, said.df, said.p) == case.near(tuple(case.expected[k] for k in ("t", "df", "p")))
    assert (said.interval.low, said.interval.high) == case.near(tuple(case.expected["ci95"]))


def test_unpaired_degenerate():
    assert pooled_t([.5, .5], [.5, .5]).p == welch_t([.5, .5], [.5, .5]).p == 1.0
    said = welch_t([.6, .6, .6], [.5, .5])
    assert (said.p, said.flags[0], said.interval) == (0.0, "zero_variance", None)
    with pytest.raises(Undefined, match="b has 1 value"):
        pooled_t([.5, .5], [.5])


@pytest.mark.parametrize("name", ["reichbarai-table2-KT", "reichbarai-table2-KQ", "reichbarai-table2-eff"])
def test_reich_barai_table_2(worked, name):
    case = worked(name)
    kfold, holdout = (Summary(case.inputs[k]["mean"], case.inputs[k]["sd"], 10) for k in "KH")
    for rule, key in [(5, "p_welch"), (4, "p_df18"), (2, "p_df18"), (6, "p_df9")]:
        assert reich_barai(holdout, kfold, rule=rule).p == case.near(case.expected[key])
    said = reich_barai(holdout, kfold)
    assert (said.statistic, said.df) == case.near((case.expected["t_prime"], case.expected["nu_welch"]))
    assert (said.interval.low, said.interval.high) == case.near(tuple(case.expected["diff_ci_welch"]))
    assert "historic" in said.flags


def test_reich_barai_rules():
    a, b = Summary(1.0, 0.3, 40), Summary(1.1, 0.5, 40)
    assert reich_barai(a, b).detail("rule") == 1
    assert reich_barai(a, b).df is None
    assert reich_barai(Summary(1, .3, 10), Summary(1, .3, 12)).df == 9
    with pytest.raises(Undefined, match="no exact law"):
        reich_barai(a, b, rule=3)
    with pytest.raises(BadInput, match="rules 1 to 6"):
        reich_barai(a, b, rule=7)
    with pytest.raises(BadInput, match="equal numbers"):
        reich_barai(a, Summary(1, .3, 10), rule=4)


def test_mitchell_two_hypotheses_z(worked):
    case = worked("mitchell-two-hypotheses-z")
    said = two_proportion_z(30, 100, 20, 100)
    assert (said.standard_error, said.statistic, said.p) == case.near(
        tuple(case.expected[k] for k in ("sigma_d", "z", "p_two_sided")))
    assert two_proportion_z(30, 100, 20, 100, alternative="greater").p == case.near(case.expected["p_one_sided"])


def test_mlxtend_proportion_difference_is_two_sided():
    """mlxtend's proportion_difference gives .977 one way round and .023 the other."""
    one, two = two_proportion_z(90, 100, 80, 100), two_proportion_z(80, 100, 90, 100)
    assert one.p == two.p == pytest.approx(0.0455, abs=1e-3)
    assert one.difference == -two.difference
    assert "independent_test_sets_assumed" in one.flags
    assert two_proportion_z(5, 5, 9, 9).p == 1.0
    with pytest.raises(BadInput, match="impossible"):
        two_proportion_z(6, 5, 1, 5)


def test_flexer_ci_overlap(worked):
    """Two equal standard errors: intervals that touch, and a mean on the other's limit."""
    from referee.comparisons._laws import tail
    case, z = worked("flexer-ci-overlap"), 1.959963984540054
    assert tail(2 * z / 2**.5, None, "two-sided") == case.near(case.expected["p_when_intervals_just_touch"])
    assert tail(z / 2**.5, None, "two-sided") == case.near(case.expected["p_when_mean_on_other_limit"])


def test_dietterich_alpaydin_5x2cv(worked):
    case = worked("dietterich-alpaydin-5x2cv")
    d = np.array(case.inputs["p"])
    t, f = fivetwo_t(d, 0), fivetwo_f(d, 0)
    assert (t.statistic, t.p) == case.near((case.expected["t"], case.expected["p_t"]))
    assert (f.statistic, f.p) == case.near((case.expected["F"], case.expected["p_F"]))
    assert (t.df, f.df) == (5, (10, 5))
    assert t.difference == f.difference == pytest.approx(d.mean())
    swapped = fivetwo_t(0 * d, d)
    assert (swapped.statistic, swapped.p, swapped.difference) == (-t.statistic, t.p, -t.difference)
    assert fivetwo_f(d[::-1, ::-1], 0).p == pytest.approx(f.p)


def test_5x2cv_edges():
    same = np.full((5, 2), 0.8)
    assert fivetwo_f(same, same).p == fivetwo_t(same, same).p == 1.0
    assert fivetwo_f(same, same).flags[0] == fivetwo_t(same, same).flags[0] == "identical"
    assert fivetwo_f(same, 0.5).flags == ("zero_variance",)
    with pytest.raises(BadInput, match="5 repeats of 2 folds"):
        fivetwo_f(np.zeros((2, 5)), 0)


def test_bayle_cv_clt(worked):
    case = worked("bayle-cv-clt")
    for variance, key in (("all-pairs", "all"), ("within-fold", "within")):
        said = cv_clt_z(case.inputs["loss"], 0, case.inputs["fold"], variance=variance)
        assert said.standard_error == case.near(case.expected[f"se_{key}"])
        assert (said.interval.low, said.interval.high) == case.near(
            (case.expected[f"lo_{key}"], case.expected[f"hi_{key}"]))
    assert said.estimand is Estimand.FOLD_MODELS
    assert cv_clt_z([1, 0, 1, 0], [1, 0, 1, 0], [0, 0, 1, 1]).p == 1.0
    with pytest.raises(Undefined, match="single row"):
        cv_clt_z([1, 0, 1], 0, [0, 0, 1], variance="within-fold")


@pytest.mark.slow
def test_the_paired_t_over_cases_holds_its_level():
    """Two equal models, 100 cases, right or wrong answers on which they agree in two of three: 4 to 6%."""
    random = stream(0, "level")
    d = random.choice([-1.0, 0.0, 0.0, 0.0, 0.0, 1.0], size=(4000, 100))
    rejected = sum(paired_t(row, 0, unit="case").p <= 0.05 for row in d)
    interval = clopper_pearson(rejected, len(d), level=0.99)
    assert interval.low <= 0.06
    assert interval.high >= 0.04
