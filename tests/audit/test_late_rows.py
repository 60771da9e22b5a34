"""Forecasts that fit other rows than their own: earlier ones are asked about, the future is held against them."""

import numpy as np
import pytest

import referee
from referee.audit.association import Sides
from referee.audit.late_rows import best_lag
from referee.seeds import stream

HOURS = 1008


def load(seed=0):
    """A load with a day and a week, and two forecasts of it."""
    random = stream(seed, "load")
    hours = np.arange(HOURS)
    truth = 1000 + 200 * np.sin(2 * np.pi * hours / 24) + 60 * np.sin(2 * np.pi * hours / 168) + np.cumsum(
        random.normal(0, 4, HOURS))
    return truth, truth + random.normal(0, 25, HOURS), truth + random.normal(0, 20, HOURS)


def found_in(truth, **said):
    frame = {"id": range(HOURS), "truth": truth, **said}
    return [one for one in referee.audit(frame, task="regression")["F-52"].findings if "RMSE" in one.message]


@pytest.mark.parametrize(("lag", "severity"), [(2, "warning"), (-2, "serious"), (24, "warning"), (0, None)])
def test_a_forecast_that_was_joined_late_or_early_is_told(lag, severity):
    truth, ridge, vendor = load()
    found = found_in(truth, ridge=ridge, vendor=np.roll(vendor, lag))
    assert [one.severity.value for one in found] == [severity] * (severity is not None)
    assert all(one.evidence["model"] == "vendor" for one in found)


def test_where_every_model_fits_the_rows_before_nobody_is_told():
    truth, ridge, vendor = load()
    assert found_in(truth, ridge=np.roll(ridge, 1), vendor=np.roll(vendor, 1)) == []


def test_classes_and_few_rows_have_no_lag():
    columns = np.eye(3)[np.arange(300) % 3]
    assert best_lag(Sides(truth=columns, said=columns)) is None
    assert best_lag(Sides(truth=columns[:100, :1], said=columns[:100, :1])) is None
