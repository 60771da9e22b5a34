"""A feature of a later row: asked about where a calendar or a plan fixes it, a fault where it is measured."""

import pytest

import referee

CODE = """import pandas as pd
from sklearn.linear_model import Ridge
d = pd.read_csv("shop.csv", parse_dates=["day"]).sort_values("day").set_index("day")
d["last"] = d["sold"].shift(1)
{made}
d = d.dropna()
A, B = d[:"2021"], d["2022":]
cols = ["last", "ahead"]
print(Ridge().fit(A[cols], A["sold"]).score(B[cols], B["sold"]))
"""
FIXED = ["school_holiday", "is_weekend", "publicHoliday", "dayofweek", "temp_forecast", "planned_staff", "holiday_de",
         "scheduled_trains", "month"]
MEASURED = ["temp", "visitors", "holiday_sales", "month_total", "forecast_error", "actual_vs_planned", "price",
            "school_attendance", "season_index_of_demand"]


def told(tmp_path, made):
    (tmp_path / "study.py").write_text(CODE.format(made=made), encoding="utf-8")
    return [(one.code, one.severity.value) for one in referee.audit(tmp_path / "study.py").findings
            if one.severity.rank > 0]


@pytest.mark.parametrize("name", FIXED)
def test_what_is_fixed_beforehand_is_asked_about(name, tmp_path):
    assert told(tmp_path, f'd["ahead"] = d["{name}"].shift(-1).fillna(0)') == [("F-22", "warning")]


@pytest.mark.parametrize("name", MEASURED)
def test_what_is_measured_is_not_known_beforehand(name, tmp_path):
    assert told(tmp_path, f'd["ahead"] = d["{name}"].shift(-1)') == [("F-22", "serious")]


def test_one_measured_column_among_them_is_enough(tmp_path):
    assert told(tmp_path, 'd["ahead"] = d["holiday"].shift(-1) * d["visitors"].shift(-1)') == [("F-22", "serious")]


def test_a_later_target_stays_what_it_was(tmp_path):
    found = told(tmp_path, 'd["ahead"] = d["sold"].shift(-1)')
    assert found
    assert {severity for _, severity in found} <= {"serious", "fatal"}
