"""Forecasts that were issued when what they forecast was over, by two columns of dates."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.reading.issued import issued_late
from referee.seeds import stream


def forecasts(late=0.3, models=("ensemble", "mechanistic"), n=200, every=False):
    """Weekly forecasts two weeks ahead; some of the last model's, or of all models', were issued a week behind."""
    random = stream(0, "issued")
    weeks = pd.date_range("2023-01-07", periods=n, freq="7D")
    truth = 100 + 20 * np.sin(np.arange(n) / 8)
    frames = []
    for model in models:
        behind = (random.random(n) < late) & (every or model == models[-1])
        issued = weeks - np.where(behind, -6, 13) * pd.Timedelta(days=1)
        frames.append(pd.DataFrame({
            "id": [f"w{i}" for i in range(n)], "issued": issued.astype(str), "week": weeks.astype(str),
            "model": model, "truth": truth,
            "prediction": truth + random.normal(0, np.where(behind, 1, 8))}))
    return pd.concat(frames, ignore_index=True)


def late(frame):
    return [one for one in referee.audit(frame, task="regression", time="week")["F-22"].findings
            if "issued" in one.message]


def test_forecasts_of_one_model_that_were_issued_behind_are_held_against_it():
    found, = late(forecasts())
    assert found.severity.value == "serious"
    assert found.evidence["model"] == "mechanistic"
    assert 40 < found.evidence["late"] < 80


def test_where_all_models_have_them_the_dates_are_asked_about():
    assert [one.severity.value for one in late(forecasts(every=True))] == ["warning", "warning"]


def test_a_slip_beside_a_model_with_many_is_not_held_against_it():
    frame = forecasts()
    frame.loc[3, "issued"] = str(pd.to_datetime(frame.loc[3, "week"]) + pd.Timedelta(days=6))
    frame["issued"] = pd.to_datetime(frame["issued"], format="mixed").dt.strftime("%Y-%m-%d")
    assert [one.evidence["model"] for one in late(frame)] == ["mechanistic"]


@pytest.mark.parametrize("share", [0.0, 0.01])
def test_none_or_a_slip_is_not_told(share):
    assert late(forecasts(late=share)) == []


def test_a_date_that_is_mostly_behind_is_when_it_was_written_down():
    frame = forecasts(late=0.0)
    frame["issued"] = (pd.to_datetime(frame["week"]) + pd.Timedelta(days=3)).astype(str)
    frame.loc[:20, "issued"] = frame.loc[:20, "week"]
    assert issued_late(frame.drop(columns="model"), {}, "x") == ()
    assert issued_late({"id": [1, 2], "truth": [1, 2]}, {}, "x") == ()
