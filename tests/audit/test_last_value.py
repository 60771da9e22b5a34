"""Forecasts that are the value before, and files of forecasts whose rows are named by their time."""

import numpy as np
import pandas as pd
import pytest

import referee

N = 150


def series(seed=1):
    return 100 + np.cumsum(np.random.default_rng(seed).normal(size=N))


def table(forecast, **more):
    truth = series()
    return pd.DataFrame({"tag": pd.date_range("2024-01-01", periods=N).astype(str), "ist": truth,
                         "modell": forecast(truth), **more})


def before(truth):
    return np.r_[truth[0], truth[:-1]]


def noise(size, seed=5):
    return size * np.random.default_rng(seed).normal(size=N)


LATE = {"nearly": lambda y: before(y) + noise(0.05), "rounded": lambda y: before(y).round(0) * 0 + before(y).round(1),
        "exactly": before, "with a little of the one before": lambda y: 0.9 * before(y) + 0.1 * before(before(y))}
FAIR = {"half of the step": lambda y: before(y) + 0.5 * (y - before(y)) + noise(0.3),
        "smooth": lambda y: pd.Series(y).shift(1, fill_value=y[0]).ewm(alpha=0.3).mean().to_numpy() + noise(0.4, 6),
        "near the truth": lambda y: y + noise(0.4, 7)}


def told(frame, **options):
    result = referee.audit(frame, truth="ist", prediction="modell", **options)
    return [(one.severity.value, "is the value before" in one.message) for one in result["F-53"].findings]


@pytest.mark.parametrize("name", LATE)
@pytest.mark.parametrize("options", [{"time": "tag"}, {}])
def test_a_forecast_that_is_the_value_before_is_told(name, options):
    assert ("serious", True) in told(table(LATE[name]), **options)


@pytest.mark.parametrize("name", FAIR)
def test_a_forecast_that_says_something_of_its_own_is_not(name):
    assert not any(last for _, last in told(table(FAIR[name]), time="tag"))


def test_rows_of_no_series_are_not():
    frame = table(lambda y: y + noise(0.5)).sample(frac=1, random_state=3)
    assert not any(last for _, last in told(frame))


def test_a_naive_forecast_is_called_so(tmp_path):
    frame = table(lambda y: y + noise(0.4))
    long = pd.concat([frame[["tag", "ist"]].assign(model=name, forecast=values) for name, values in (
        ("arima", frame["modell"]), ("naive", before(frame["ist"].to_numpy())))])
    long.to_parquet(tmp_path / "f.parquet")
    result = referee.audit(tmp_path / "f.parquet", time="tag", truth="ist", prediction="forecast")
    assert not result.fails("serious")
    assert result.audit.bundle.problem.n_rows == N


def test_a_time_that_names_no_row_is_no_id(tmp_path):
    frame = table(lambda y: y).assign(tag="2024-01-01", model="arima")
    frame.to_csv(tmp_path / "f.csv", index=False)
    with pytest.raises(referee.errors.BadInput, match="no column of ids"):
        referee.audit(tmp_path / "f.csv", time="tag", truth="ist", prediction="modell", model="model")
