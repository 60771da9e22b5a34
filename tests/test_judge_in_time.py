"""judge with a time: predictions of a series are put in its order and compared by what allows for memory."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.comparisons import long_run_t
from referee.errors import BadInput, NotJustified
from referee.report.judged import judged_lines

N = 120
RNG = np.random.default_rng(4)
DAYS = pd.date_range("2023-01-01", periods=N).strftime("%Y-%m-%d")
TRUTH = np.cumsum(RNG.normal(size=N))
A, B = TRUTH + RNG.normal(size=N), TRUTH + 1.3 * RNG.normal(size=N)


def table(order=None, **more):
    frame = pd.DataFrame({"id": [f"case {i * 7919 % 1000:03d}" for i in range(N)], "truth": TRUTH, "a": A, "b": B,
                          "day": DAYS} | more)
    return frame if order is None else frame.iloc[order]


def test_the_series_is_put_in_order_and_tested_as_one():
    """Whatever order rows and ids have: the p-value is the long-run t's of the absolute errors, by day."""
    known = long_run_t(np.abs(A - TRUTH), np.abs(B - TRUTH))
    for order in (np.arange(N), RNG.permutation(N)):
        result = referee.judge(table(order), time="day", metrics="mae")
        found = result["a", "b"].comparison
        assert found.method == "long-run t"
        assert found.p == pytest.approx(known.p)
        assert found.difference == pytest.approx(known.difference)
        assert result.analysis.problem.time.tolist() == list(range(N))
        assert next(iter(judged_lines(result.analysis))).endswith("2 models × 120 cases, in order of time.")
        assert result.estimates["a"].interval.method == "long-run t on logarithms"


def long_table():
    return table().melt(id_vars=["id", "truth", "day"], value_vars=["a", "b"], var_name="model",
                        value_name="prediction")


def test_without_a_time_cases_are_independent_and_a_date_is_noticed():
    result = referee.judge(long_table(), metrics="mae")
    assert result["a", "b"].comparison.method != "long-run t"
    assert "say time='day'" in " ".join(result.analysis.problem.notices)
    denied = referee.judge(long_table(), metrics="mae", time="none")
    assert "time='day'" not in " ".join(denied.analysis.problem.notices)
    with pytest.raises(BadInput, match="If it says when cases were measured, name it"):
        referee.judge(table(), metrics="mae")


def test_rows_of_a_file_may_be_the_order():
    known = long_run_t(np.abs(A - TRUTH), np.abs(B - TRUTH))
    result = referee.judge(table().drop(columns=["id", "day"]), time="rows", metrics="mae")
    assert result["a", "b"].comparison.p == pytest.approx(known.p)
    with pytest.raises(BadInput, match="cases are known by their ids"):
        referee.judge(table().drop(columns="day"), time="rows", metrics="mae")


def test_diebold_mariano_is_one_step_ahead_where_nothing_is_known_of_the_models():
    result = referee.judge(table(), time="day", metrics="mae", test="diebold-mariano")
    assert "Diebold-Mariano" in result["a", "b"].comparison.method


@pytest.mark.parametrize(("days", "sentence"), [
    (["soon", *DAYS[1:]], "holds no date and no number"), ([None, *DAYS[1:]], "says no time"),
    ([DAYS[0] + "T00:00Z", *DAYS[1:]], "time zone"), ([DAYS[0]] * N, "one and the same time"),
])
def test_times_that_cannot_be_read_are_refused(days, sentence):
    with pytest.raises(BadInput, match=sentence):
        referee.judge(table(day=days), time="day", metrics="mae")


@pytest.mark.parametrize(("days", "sentence"), [
    (np.repeat(DAYS[::2], 2), "different times"), ([*DAYS[:-1], "2031-01-01"], "of a day to come"),
    ([*DAYS[:60], *pd.date_range("2023-06-01", periods=60).strftime("%Y-%m-%d")], "longer than the usual one"),
])
def test_ties_gaps_and_days_to_come_are_told(days, sentence):
    result = referee.judge(table(day=days), time="day", metrics="mae")
    assert sentence in " ".join(result.analysis.problem.notices)


def test_a_case_has_one_time_and_few_times_have_no_test():
    long = long_table()
    known = long_run_t(np.abs(A - TRUTH), np.abs(B - TRUTH))
    assert referee.judge(long, time="day", metrics="mae")["a", "b"].comparison.p == pytest.approx(known.p)
    long.loc[0, "day"] = "2024-05-05"
    with pytest.raises(BadInput, match="has two times"):
        referee.judge(long, time="day", metrics="mae")
    with pytest.raises(NotJustified, match="60 tested times"):
        referee.judge(table().head(40), time="day", metrics="mae")


def test_the_past_is_not_known_and_its_scale_may_be_said():
    with pytest.raises(BadInput, match="mase:scale"):
        referee.judge(table(), time="day", metrics="mase")
    result = referee.judge(table(), time="day", metrics="mase:scale=2")
    assert result.estimates["a"].value == pytest.approx(np.abs(A - TRUTH).mean() / 2)
