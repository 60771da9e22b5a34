"""Spans of fitting and of testing that have rows in common, in fields and in sentences; and spans that have none."""

import json

import pytest

import referee
from referee.audit.prose.reader import told_in

BASE = {
    "title": "Predicting avalanches with a random forest",
    "label": "danger level by two forecasters after the season",
    "models": {"random_forest": {"settings_tried": 48}, "persistence": "level of the previous day"},
    "performance": {"random_forest": {"accuracy": 0.83, "ci95": [0.81, 0.85]},
                    "persistence": {"accuracy": 0.69, "ci95": [0.66, 0.71]}},
    "preprocessing": "scaling with constants of the training years, gaps filled by medians",
}
IN_COMMON = [
    {"periods": {"training": "2010-2019", "validation": "2020", "test": "2017-2019"}},
    {"years": {"train": [2014, 2015, 2016, 2017, 2018], "test": [2017, 2018]}},
    {"data": {"training_period": "2015-01-01 to 2019-12-31", "test_period": "2019-06-01 to 2020-05-31"}},
    {"batches": {"fitted": "1-800", "tested": "701-1000"}},
    {"training_seasons": "2009/10 to 2019/20", "evaluation_seasons": "2018/19, 2019/20"},
    {"split": {"fit": "from 2005 to 2016", "validation": "2017",
               "reported": "2015 and 2016, the years with most storms"}},
    {"wafers": {"training": "lots 1 to 60", "test": "lots 41 to 80"}},
]
APART = [
    {"periods": {"training": "2010-2017", "validation": "2018", "test": "2019-2020"}},
    {"periods": {"training": "2010-2019", "test": "2010-2019"}, "split": {"unit": "patient"}},
    {"periods": {"training": "2010-2018", "test": "2018-2020"}},
    {"years": {"training": "2010-2019", "test": "2018-2019"}, "stations": {"training": "A to F", "test": "G and H"}},
    {"years": {"training": "2010-2019 without 2015 and 2016", "test": "2015 and 2016"}},
    {"split": {"how": "rolling origin, refitted each season", "training": "2009/10 to 2019/20",
               "test": "2015/16 to 2019/20"}},
    {"split": {"how": "at random within years", "training": "2010-2019", "test": "2012-2019"}},
    {"data": {"training": "patients 1-800", "test": "images 701-1000"}},
    {"years": {"training": "2010-2019, hospitals A and B", "test": "2018-2019, hospital C"}},
    {"training": {"epochs": "10-20", "lr": "0.1"}, "test": {"batch": "8-16"}},
    {"train_size": "1-800", "test_size": "701-1000"},
]


def same(tmp_path, fields):
    path = tmp_path / "card.json"
    path.write_text(json.dumps(BASE | fields), encoding="utf-8")
    return [f.message for f in referee.audit(path).findings if f.code == "F-01"]


@pytest.mark.parametrize("fields", IN_COMMON)
def test_fields_that_test_on_what_was_fitted_on(fields, tmp_path):
    assert len(same(tmp_path, fields)) == 1


@pytest.mark.parametrize("fields", APART)
def test_fields_that_something_parts(fields, tmp_path):
    assert same(tmp_path, fields) == []


@pytest.mark.parametrize(("said", "told"), [
    (("Loads of a town were predicted. The network was trained on the years 2010-2019. It was "
     "evaluated on 2018 and 2019, the years with good data. The mean error was 3.2 MW."), True),
    (("We predicted loads. All models were fitted with data from 2009/10 to 2019/20 and tested on "
     "2018/19 and 2019/20. The mean error was 3.2 MW."), True),
    (("We predicted loads. All models were trained on 2010-2017 and tested on 2018 and 2019. The error"
     " was 3.2."), False),
    (("We predicted loads. The model is trained on 2010-2019 for operation. For the assessment it was "
     "trained on 2010-2017 and tested on 2018 and 2019."), False),
    (("We predicted loads. The network was trained on the years 2010-2019 of the other stations. It "
     "was evaluated on 2018 and 2019."), False),
    (("We predicted loads with a rolling origin. The network was trained on the years 2010-2019. It "
     "was evaluated on 2015 to 2019."), False),
])
def test_sentences_that_tell_the_spans(said, told):
    assert ("trained and tested on the same" in [one.fault for one in told_in(said)]) is told
