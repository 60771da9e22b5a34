"""A split of one series in time: dealt at random it is told, by when it is not."""

import numpy as np
import pandas as pd
import pytest

import referee

N = 500


def series(seed=3, *, step="D", moves=0.9, start="2021-03-01"):
    """Rows of one series: each is like the one before, by so much."""
    rng = np.random.default_rng(seed)
    level = np.zeros(N)
    for place in range(1, N):
        level[place] = moves * level[place - 1] + rng.normal()
    return pd.DataFrame({"when": pd.date_range(start, periods=N, freq=step).astype(str),
                         "wind": rng.normal(size=N).round(3), "load": (50 + 4 * level).round(2)})


def dealt(table, seed=0, share=0.2):
    return table.assign(used_for=np.where(np.random.default_rng(seed).random(len(table)) < share, "test", "train"))


def told(table, **options):
    found = referee.audit(table, target="load", **options).findings
    return [(one.severity.value, one.message) for one in found if one.code == "F-22"]


@pytest.mark.parametrize("step", ["D", "h", "15min", "W-MON"])
def test_a_series_dealt_at_random_is_serious(step):
    ((severity, message),) = told(dealt(series(step=step)))
    assert severity == "serious"
    assert "lie between two that are trained on" in message


@pytest.mark.parametrize("step", ["h", "10min", "7min", "90s"])
def test_steps_that_are_no_round_part_of_a_day_are_even_too(step, tmp_path):
    """Times of a file are floats of days, whose steps differ in their last digits."""
    path = tmp_path / "rows.csv"
    dealt(series(step=step, start="2022-09-02")).to_csv(path, index=False)
    found = [one for one in referee.audit(str(path), target="load").findings if one.code == "F-22"]
    assert ["lie between two that are trained on" in one.message for one in found] == [True]


def test_a_column_of_earlier_targets_is_named():
    table = series(moves=0.3)
    table["load_before"] = table["load"].shift(2)
    ((severity, message),) = told(dealt(table.iloc[2:]))
    assert severity == "serious"
    assert "load_before holds the target 2 rows before" in message


def test_classes_of_a_series_are_told_too():
    table = series(moves=0.97)
    table["load"] = np.where(table["load"] > table["load"].median(), "high", "low")
    assert [severity for severity, _ in told(dealt(table))] == ["serious"]


def test_rows_in_any_order_are_the_same_series():
    assert [severity for severity, _ in told(dealt(series()).sample(frac=1, random_state=1))] == ["serious"]


@pytest.mark.parametrize("table", [
    series().assign(used_for=np.repeat(["train", "test"], [400, 100])),
    dealt(series(moves=0.0)),
    dealt(series(moves=0.0).assign(when=np.sort(np.random.default_rng(5).choice(
        pd.date_range("2015-01-01", periods=3000).astype(str), N, replace=False)))),
], ids=["the latest tested", "each day anew", "now and then"])
def test_what_is_no_shuffled_series_is_no_alarm(table):
    assert not [severity for severity, _ in told(table) if severity in {"serious", "fatal"}]


def test_it_can_be_answered():
    assert not told(dealt(series()), time="none")
