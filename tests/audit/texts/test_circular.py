"""Outcomes that are cut from a predictor, in the fields of a description; and outcomes of another value or moment."""

import json

import pytest

import referee
from audit.what_is_told import told
from referee.audit.prose.circular import circular_outcome

VALUES = ["age", "sex", "body mass index", "highest HbA1c in the window", "fasting glucose", "smoking",
          "serum_creatinine"]
STUDY = {
    "title": "Finding undiagnosed diabetes in primary-care records",
    "population": {"practices": 41, "persons": 68200, "window": "2017-2019"},
    "outcome": {"name": "diabetes",
                "how_assigned": "1 if the highest HbA1c in the window is 6.5 % or more; otherwise 0"},
    "predictors": VALUES, "missing_values": "median of the training practices plus indicator",
    "models": {"boosting": {"tuning": "60 trials on validation practices"},
               "logistic_regression": {"tuning": "60 trials on validation practices"}},
}


def test_it_is_told_of_a_file(tmp_path):
    path = tmp_path / "study.json"
    path.write_text(json.dumps(STUDY), encoding="utf-8")
    assert "F-24" in told(referee.audit(path))
    path.write_text(json.dumps(STUDY | {"predictors": ["age", "sex", "smoking"]}), encoding="utf-8")
    assert not [f for f in referee.audit(path).findings if f.code == "F-24"]


@pytest.mark.parametrize("fields", [

        {"outcome": {"how_assigned": "1 if the highest HbA1c in the window is 6.5 % or more, or the highest "
                                 "fasting glucose is 126 mg/dl or more; otherwise 0"}, "predictors": VALUES},
    {"label": "diabetes, defined as fasting glucose >= 126 mg/dl", "features": VALUES},
    {"target": {"name": "kidney injury", "definition": "serum creatinine above 2.0 mg/dl"},
     "data": {"inputs": VALUES}},
    {"task": {"target": "overweight", "target_rule": "positive if body mass index is at least 25"},
     "features": VALUES},
    {"classes": {"high": "fasting glucose over 126", "low": "all others"}, "input_variables": VALUES},
    {"endpoint": "obesity (body mass index of 30 or more)", "covariates": VALUES},
])
def test_an_outcome_that_is_cut_from_a_predictor(fields):
    assert len(list(circular_outcome(fields))) == 1


@pytest.mark.parametrize("fields", [
    {"outcome": "kidney injury: serum creatinine above 2.0 on day 7", "predictors": VALUES},
    {"outcome": "1 if HbA1c is 6.5 % or more at the next visit", "predictors": VALUES},
    {"outcome": "diabetes: fasting glucose >= 126 mg/dl in the following year", "predictors": VALUES},
    {"outcome": "death within 30 days", "predictors": VALUES},
    {"outcome": "change in body mass index of more than 5 %", "predictors": VALUES},
    {"outcome": "diabetes: fasting glucose >= 126 mg/dl", "predictors": ["age", "sex", "waist"]},
    {"outcome": "admission for heart failure", "population": "adults with fasting glucose >= 126 mg/dl",
     "predictors": VALUES},
    {"outcome": {"definition": "later fasting glucose above 126"}, "predictors": VALUES},
    {"target": "PM10 alert: PM10 level above 50", "features": ["PM10 level", "wind"], "horizon": "24 h"},
])
def test_an_outcome_of_another_value_or_moment(fields):
    assert list(circular_outcome(fields)) == []
