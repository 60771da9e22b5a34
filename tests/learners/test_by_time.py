"""Forecasts of a series from itself, by their definitions, and where they cannot be."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput
from referee.learners.by_time import Drift, SeasonalLast

RNG = np.random.default_rng(5)
TIMES = np.arange(120)
SERIES = 5 + 3 * np.sin(2 * np.pi * TIMES / 12) + RNG.normal(size=120)


def test_the_values_of_their_definitions():
    """Air passengers, 1949, by hand: y at T + h − m(k + 1), and y_T + h·(y_T − y_1)/(T − 1) (Hyndman et al.)."""
    y = np.array([112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118], dtype=float)
    T, ahead = np.arange(12)[:, None], np.arange(12, 17)[:, None]
    np.testing.assert_array_equal(SeasonalLast(period=4).fit(T, y).predict(ahead), [136, 119, 104, 118, 136])
    np.testing.assert_allclose(Drift().fit(T, y).predict(ahead), 118 + np.arange(1, 6) * 6 / 11)


def test_the_season_of_one_is_the_last_value_and_rows_of_one_time_count_by_their_mean():
    T, y = np.array([[0], [0], [1], [1]]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
    np.testing.assert_array_equal(SeasonalLast(period=1).fit(T, y).predict([[2], [9], [2]]), [[6, 7]] * 3)
    np.testing.assert_array_equal(Drift().fit(T, y).predict([[2]]), [[10, 11]])
    assert Drift().fit([[3]], [4.0]).predict([[9]]).tolist() == [4.0]             # one time has no line


def test_no_forecast_looks_ahead_in_any_design_over_time():
    X = RNG.normal(size=(120, 1))
    result = referee.compare(["ridge", "seasonal:period=12"], X, SERIES, time="rows", jobs=1,
                             design="rolling:splits=12,horizon=5")
    said = result.analysis.table.rows["seasonal"].predictions.values
    tested = result.analysis.table.rows["seasonal"].row
    np.testing.assert_allclose(said, SERIES[tested - 12])
    assert result.estimates["seasonal"].value < result.estimates["ridge"].value


def test_what_cannot_be_forecast_fails_alone():
    X = RNG.normal(size=(120, 1))
    result = referee.compare(["ridge", "last", "seasonal:period=118"], X, SERIES, time="rows", jobs=1)
    assert result.estimates["ridge"].interval is not None
    assert "no time that was trained on lies a season of 118 times before" in result.analysis.table.failures[0][2]


@pytest.mark.parametrize("spec", ["drift", "seasonal:period=12"])
def test_rows_that_are_no_series_are_refused(spec):
    table = pd.DataFrame({"x": TIMES, "y": SERIES})
    with pytest.raises(BadInput, match="nobody has said when the rows"):
        referee.compare(["ridge", spec], table, target="y", jobs=1)


@pytest.mark.parametrize("period", ["", ":period=0", ":period=1.5", ":period=year"])
def test_a_season_without_a_length_is_refused_before_anything_is_fitted(period):
    with pytest.raises(BadInput, match="seasonal: The 'period' parameter"):
        referee.compare(["ridge", f"seasonal{period}"], TIMES[:, None], SERIES, time="rows", jobs=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_dates_with_several_rows_of_a_day_in_any_number_of_processes(jobs):
    days = pd.date_range("2020-01-01", periods=60).repeat(2)
    table = pd.DataFrame({"day": days, "x": RNG.normal(size=120), "y": np.repeat(SERIES[:60], 2)})
    result = referee.evaluate(["drift", "seasonal:period=7"], table, target="y", time="day", jobs=jobs, metrics="mae")
    assert set(result.estimates) == {"drift", "seasonal"}
    assert not result.analysis.table.failures
