"""Targets that reach ahead need a gap between training and test."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.leaks.horizon import horizon_of
from referee.audit.leaks.rows import tables_of
from referee.data import make_problem


def returns(tmp_path, *, ahead, gap, compounded=False, n=400, noise=0.0):
    draw = np.random.default_rng(6)
    daily = draw.normal(0, 0.01, n + ahead).round(5)
    grown = np.array([(np.prod(1 + daily[i + 1:i + 1 + ahead]) - 1) if compounded else daily[i + 1:i + 1 + ahead].sum()
                      for i in range(n)]) + draw.normal(0, noise, n)
    days = pd.date_range("2020-01-01", periods=n).strftime("%Y-%m-%d")
    part = np.where(np.arange(n) < 300, "train", "test")
    frame = pd.DataFrame({"date": days, "daily": daily[:n], "heat": draw.normal(size=n), "ahead": grown.round(5),
                          "part": part})
    frame = pd.concat([frame[:300 - gap], frame[300:]]).sample(frac=1, random_state=1)
    frame.to_csv(tmp_path / "returns.csv", index=False)
    return referee.audit(tmp_path / "returns.csv", target="ahead", time="date", split="part")["F-22"]


@pytest.mark.parametrize("compounded", [False, True])
def test_training_up_to_the_test_part_is_told_with_the_rows_that_reach_into_it(tmp_path, compounded):
    found, = returns(tmp_path, ahead=20, gap=0, compounded=compounded).findings
    assert found.severity.value == "serious"
    assert "the sum of daily over the next 20 rows" in found.message
    assert found.evidence["rows"] == 20


@pytest.mark.parametrize(("ahead", "gap"), [(20, 20), (5, 5), (20, 40)])
def test_a_gap_whose_rows_were_left_out_is_a_gap(tmp_path, ahead, gap):
    assert returns(tmp_path, ahead=ahead, gap=gap).outcome == "passed"


def test_a_target_of_something_else_is_let_be(tmp_path):
    assert returns(tmp_path, ahead=5, gap=0, noise=0.02).outcome == "passed"


def slow(seed, *, n=500, smooth=1, lags=(1, 2, 7)):
    """A series that moves little from day to day, its own lags and means of days before, and nothing to come."""
    draw = np.random.default_rng(seed)
    walk = draw.normal(size=n + 40)
    for _ in range(smooth):
        level = np.zeros(walk.size)
        for i in range(1, walk.size):
            level[i] = 0.98 * level[i - 1] + walk[i]
        walk = level
    heat = 300 + 40 * walk / walk.std() + 30 * np.sin(np.arange(walk.size) / 58)
    frame = pd.DataFrame({"date": pd.date_range("2020-01-01", periods=n).strftime("%Y-%m-%d"),
                          "heat": heat[40:].round(2), "part": np.where(np.arange(n) < 0.7 * n, "train", "test")})
    known = pd.Series(heat.round(2))
    for back in lags:
        frame[f"lag{back}"] = known.shift(back)[40:].to_numpy()
    for length in (3, 7):
        frame[f"mean{length}"] = known.shift(1).rolling(length).mean()[40:].round(2).to_numpy()
    frame["temperature"] = (15 - heat / 30 + draw.normal(0, 0.3, heat.size))[40:].round(1)
    return frame


@pytest.mark.parametrize("smooth", [1, 2])
@pytest.mark.parametrize("lags", [(1, 2, 7), (2,), ()])
def test_lags_and_means_of_a_slow_target_end_before_it(smooth, lags):
    for seed in range(4):
        problem = make_problem(slow(seed, smooth=smooth, lags=lags).drop(columns="part"), target="heat", time="date")
        rows = tables_of(problem)[0]
        assert horizon_of(rows, problem.time) is None


def test_the_sum_of_a_slow_column_over_the_next_rows_is_told_beside_lags_of_itself():
    frame = slow(3, smooth=1)
    total = frame.temperature[::-1].rolling(10).sum()[::-1].shift(-1)
    frame = frame.assign(ahead=total.round(2), before=total.shift(12).round(2)).dropna().drop(columns="part")
    problem = make_problem(frame, target="ahead", time="date")
    found = horizon_of(tables_of(problem)[0], problem.time)
    assert (found.column, found.rows) == ("temperature", 10)


def test_lags_of_a_target_without_any_noise_hold_no_rows_to_come():
    day = np.arange(300)
    tide = np.sin(day / 9).round(6)
    table = pd.DataFrame({"day": day, "tide": tide, "two_before": np.roll(tide, 2)})[2:]
    problem = make_problem(table, target="tide", time="day")
    assert horizon_of(tables_of(problem)[0], problem.time) is None
