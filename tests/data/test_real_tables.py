"""Well-known tables, whose rows, features, classes and missing values are on record beside them."""

import pytest

from referee.data import read_problem
from reference_tables import DATA, large, record

WANTED = ["adult-every-20th", "heart-cleveland", "concrete-slump", "soybean", "sick", "horse-colic",
          "naval-propulsion-every-20th", "energy-efficiency", "zoo", "mushroom", "abalone"]


@pytest.mark.parametrize("name", WANTED)
def test_a_table_is_what_its_record_says(name):
    said = record(name)
    problem = read_problem(DATA / said["file"], target=said["targets"].split(";"))
    assert problem.task == said["task"]
    assert problem.n_rows == int(said["n_rows"])
    assert problem.features.given.shape[1] == int(said["n_features"])
    assert problem.targets == tuple(said["targets"].split(";"))
    if said["task"] == "classification":
        assert problem.n_classes == int(said["n_classes"])
    empty = problem.features.used is not None
    assert (problem.features.missing > 0 or empty) == (said["missing"] == "1")


def test_a_twentieth_of_adult_in_words():
    """1,815 and 628 incomes, 310 empty fields: counted with awk."""
    problem = read_problem(DATA / "adult-every-20th.csv.gz", target="income")
    assert problem.describe() == ("adult-every-20th.csv.gz: 2,443 rows, 14 features (8 categorical, 310 missing "
                                  "values), target income: 2 classes, 26% >50K")


def test_all_of_adult_in_words():
    problem = read_problem(large("adult") / "adult.csv.gz", target="income")
    assert problem.describe() == ("adult.csv.gz: 48,842 rows, 14 features (8 categorical, 6,465 missing values), "
                                  "target income: 2 classes, 24% >50K")


def test_three_targets_of_concrete():
    problem = read_problem(DATA / "concrete-slump.csv.gz", target="slump_cm,flow_cm,compressive_strength_28d_mpa")
    assert problem.y.shape == (103, 3)
    assert problem.y[0].tolist() == [23.0, 62.0, 34.99]


def test_the_column_of_sick_that_is_entirely_missing():
    problem = read_problem(DATA / "sick.csv.gz", target="Class")
    assert "1 column without a single value left out ('TBG')." in problem.notices


def test_the_columns_of_naval_propulsion_that_say_nothing():
    targets = ["compressor_decay_coefficient", "turbine_decay_coefficient"]
    problem = read_problem(DATA / "naval-propulsion-every-20th.csv.gz", target=targets)
    assert [notice.split(" (")[0] for notice in problem.notices] == ["2 columns are constant",
                                                                     "1 column repeats another"]
