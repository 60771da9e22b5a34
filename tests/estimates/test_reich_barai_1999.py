"""Reich & Barai (1999), Artificial Intelligence in Engineering 13, 257-272: the numbers that can be computed again.

Each test is named for the requirement it is about. The inputs are printed in the paper's table 2 (means and standard
deviations of ten repetitions) and text.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from referee.comparisons import Summary, adjust, hotelling, paired_t, reich_barai
from referee.estimates import min_n_for_half_width, t_from_summary, worst_half_width
from referee.reading.panorama.lines import BY_NAME, Column, Line
from referee.report.panorama.sentences import _ranges


def test_rb_03_a_thousand_test_rows():
    """1.96 × 0.5/√1000 = 0.0310; ±1 point needs 9,604 rows."""
    assert worst_half_width(1000, interval="wald") == pytest.approx(0.0310, abs=5e-5)
    assert min_n_for_half_width(0.01, interval="wald") == 9604


@pytest.mark.parametrize(("mean", "sd", "low", "high"), [(7.91, 0.36, 7.652, 8.168), (9.79, 1.46, 8.746, 10.834)])
def test_rb_07_t_intervals_of_k_t(mean, sd, low, high):
    made = t_from_summary(mean, sd, 10).interval
    assert (made.low, made.high) == pytest.approx((low, high), abs=5e-4)


def column(**values):
    return Column(learner="mlp", metric="mape", target="",
                  lines=tuple(Line(estimator=BY_NAME[name], value=value) for name, value in values.items()))


@pytest.mark.parametrize(("values", "apart", "without"), [
    # K_T: one hold-out 13.69, leave-one-out 8.04, 10×10-fold 7.91, .632 bootstrap 5.92
    ({"632-by-sample": 5.92, "kfold-repeated": 7.91, "loo": 8.04, "holdout": 13.69}, "7.8 apart", "2.1"),
    # η: 5.38 − 3.41 ("2%"); 10×10-fold against bootstrap 4.18 − 3.59 ("0.6%")
    ({"632-by-sample": 3.59, "kfold-repeated": 4.18, "holdout": 5.38, "holdout-repeated": 3.41}, "1.97 apart", "0.59"),
])
def test_rb_24_the_range_between_methods(values, apart, without):
    """7.77 ("7.8%"), 1.97 ("2%"), 2.12 ("2.1%"), 0.59 ("0.6%")."""
    said = next(_ranges(SimpleNamespace(columns=(column(**values),), learners={"mlp": None})))
    assert apart in said
    assert f"without hold-out {without}" in said


def test_rb_25_and_rb_31_hold_out_against_cross_validation_of_k_t():
    """t' = 3.9536, ν = 10.090; p = 0.00267 (Welch), 0.00093 (18 df), 0.00334 (9 df)."""
    holdout, kfold = Summary(9.79, 1.46, 10), Summary(7.91, 0.36, 10)
    made = reich_barai(holdout, kfold)
    assert made.statistic == pytest.approx(3.9536, abs=5e-5)
    assert made.df == pytest.approx(10.090, abs=5e-4)
    assert made.p == pytest.approx(0.00267, abs=5e-6)
    assert reich_barai(holdout, kfold, rule=4).p == pytest.approx(0.00093, abs=5e-6)
    assert reich_barai(holdout, kfold, rule=6).p == pytest.approx(0.00334, abs=5e-6)
    assert made.p == pytest.approx(0.0027, abs=5e-5)                       # as RB-25 rounds it


@pytest.mark.parametrize(("name", "p"), [("reichbarai-table2-KQ", 0.00027), ("reichbarai-table2-eff", 0.00050)])
def test_rb_25_the_other_two_targets(worked, name, p):
    inputs = worked(name).inputs
    kfold, holdout = (Summary(row["mean"], row["sd"], inputs.I) for row in (inputs.K, inputs.H))
    assert reich_barai(holdout, kfold).p == pytest.approx(p, abs=5e-6)


def test_rb_34_two_targets_together_show_what_neither_shows(worked):
    """Univariate p 0.156 and 0.404; T² = 28.742, p = 0.0075."""
    D = np.array(worked("hotelling-paired").inputs.D)
    each = [paired_t(column, np.zeros(len(D))).p for column in D.T]
    assert each == pytest.approx([0.156, 0.404], abs=5e-4)
    made = hotelling(D)
    assert made.statistic == pytest.approx(28.742, abs=5e-4)
    assert made.p == pytest.approx(0.0075, abs=5e-5)


def test_rb_35_fifteen_comparisons():
    """1 − 0.95¹⁵ = 0.5367, printed 0.54; Bonferroni's level is α/15."""
    raw = np.full(15, 0.05 / 15)
    assert list(adjust(raw, "bonferroni")) == pytest.approx([0.05] * 15)
    assert float(np.max(adjust(np.full(15, 0.05), "sidak"))) == pytest.approx(0.5367, abs=5e-5)
