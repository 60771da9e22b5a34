"""Well-known tables, whose rows, features, classes and missing values are on record beside them."""

import csv
from pathlib import Path

import pytest

from referee.data import read_problem

FOLDER = Path(__file__).parents[3] / "shared" / "data"
INDEX = FOLDER / "index.csv"
WANTED = ["adult", "heart-cleveland", "concrete-slump", "soybean", "sick", "horse-colic", "naval-propulsion",
          "energy-efficiency", "zoo", "mushroom", "abalone"]

pytestmark = pytest.mark.skipif(not INDEX.exists(), reason="the shared tables are not beside the repository")


def on_record(name):
    with INDEX.open(encoding="utf-8", newline="") as file:
        return next(row for row in csv.DictReader(file) if row["name"] == name)


@pytest.mark.parametrize("name", WANTED)
def test_a_table_is_what_its_record_says(name):
    record = on_record(name)
    problem = read_problem(FOLDER / record["file"], target=record["targets"].split(";"))
    assert problem.task == record["task"]
    assert problem.n_rows == int(record["n_rows"])
    assert problem.features.given.shape[1] == int(record["n_features"])
    assert problem.targets == tuple(record["targets"].split(";"))
    if record["task"] == "classification":
        assert problem.n_classes == int(record["n_classes"])
    empty = problem.features.used is not None
    assert (problem.features.missing > 0 or empty) == (record["missing"] == "1")


def test_adult_in_words():
    problem = read_problem(FOLDER / "adult.csv.gz", target="income")
    assert problem.describe() == ("adult.csv.gz: 48,842 rows, 14 features (8 categorical, 6,465 missing values), "
                                  "target income: 2 classes, 24% >50K")


def test_three_targets_of_concrete():
    problem = read_problem(FOLDER / "concrete-slump.csv.gz",
                           target="slump_cm,flow_cm,compressive_strength_28d_mpa")
    assert problem.y.shape == (103, 3)
    assert problem.y[0].tolist() == [23.0, 62.0, 34.99]


def test_the_column_of_sick_that_is_entirely_missing():
    problem = read_problem(FOLDER / "sick.csv.gz", target="Class")
    assert "1 column without a single value left out ('TBG')." in problem.notices


def test_the_columns_of_naval_propulsion_that_say_nothing():
    targets = ["compressor_decay_coefficient", "turbine_decay_coefficient"]
    problem = read_problem(FOLDER / "naval-propulsion.csv.gz", target=targets)
    assert [notice.split(" (")[0] for notice in problem.notices] == ["2 columns are constant",
                                                                     "1 column repeats another"]
