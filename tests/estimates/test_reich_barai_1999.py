"""Reich & Barai (1999), Artificial Intelligence in Engineering 13, 257-272: the numbers that can be computed again.

Each test is named for the requirement it is about. The inputs are printed in the paper's table 2 (means and standard
deviations of ten repetitions) and text.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from referee.comparisons import Summary, adjust, hotelling, paired_t, reich_barai
from referee.estimates import min_n_for_half_width, t_from_summary, worst_half_width
from referee.reading.panorama.lines import BY_NAME, Column, Line, Spread
from referee.replications.reich_barai.printed import table
from referee.report.panorama.sentences import _ranges


def test_rb_03_a_thousand_test_rows():
    """1.96 × 0.5/√1000 = 0.0310; ±1 point needs 9,604 rows."""
    assert worst_half_width(1000, interval="wald") == pytest.approx(0.0310, abs=5e-5)
    assert min_n_for_half_width(0.01, interval="wald") == 9604


@pytest.mark.parametrize(("mean", "sd", "low", "high"), [(7.91, 0.36, 7.652, 8.168), (9.79, 1.46, 8.746, 10.834)])
def test_rb_07_t_intervals_of_k_t(mean, sd, low, high):
    made = t_from_summary(mean, sd, 10).interval
    assert (made.low, made.high) == pytest.approx((low, high), abs=5e-4)


def column(output):
    """A column of the paper's table as a panorama has it: means, and the spread of the hold-outs."""
    method = output.spreads
    held = method["hold-out"]
    spread = Spread(low=held.low, high=held.high, mean=held.mean, sd=held.sd, count=held.n)
    values = {"resubstitution": output.resubstitution, "632-by-sample": method[".632B"].mean,
              "kfold-repeated": method["K-fold"].mean, "loo": output.leave_one_out}
    lines = [Line(estimator=BY_NAME[name], value=value) for name, value in values.items()]
    lines.append(Line(estimator=BY_NAME["holdout-repeated"], value=held.mean, spread=spread))
    return Column(learner="mlp", metric="mape", target="", lines=tuple(lines))


@pytest.mark.parametrize(("place", "farthest", "means"), [
    (0, "7.8", "2.98 apart, from 6.81 to 9.79, without hold-out 1.23"),      # K_T: 13.69 − 5.92 (printed 7.8%)
    (2, "2.0", "1.01 apart, from 3.59 to 4.60, without hold-out 0.59"),      # η: 5.38 − 3.41 (printed 2%)
])
def test_rb_24_the_range_between_methods(place, farthest, means):
    """The paper's range is from resubstitution to the largest of ten hold-outs; means are closer together."""
    said = list(_ranges(SimpleNamespace(columns=(column(table(2)[place]),), learners={"mlp": None})))
    assert means in said[0]
    apart = float(said[1].removeprefix("From resubstitution to the farthest single hold-out it is ").rstrip("."))
    assert f"{apart:.1f}" == farthest


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
