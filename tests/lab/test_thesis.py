"""The data sets and the design of Guo's thesis."""

import numpy as np
import pytest

from referee.lab.thesis import SETS, thesis_study
from reference_tables import DATA, large

# rows, classes, training sizes and test size: Tables 5.1 and 5.2; rows of wines and classes of abalone are put right
TABLE = {
    "red": (1599, 6, (500, 700), 700), "white": (4893, 6, (500, 1000, 2000), 2000),
    "wines": (6492, 6, (500, 1000, 4000), 2000), "abalone": (4177, 5, (500, 1000, 2000), 2000),
    "letter": (20_000, 26, (500, 1000, 5000, 10_000), 10_000),
    "covertype": (92_962, 7, (500, 1000, 5000, 10_000), 10_000),
}


def test_all_six_are_there():
    assert {one.name for one in SETS} == set(TABLE)


def is_as_the_tables_say(name, folder):
    rows, classes, sizes, test = TABLE[name]
    one = SETS[name]
    problem = one.problem(folder)
    assert (problem.n_rows, problem.n_classes, one.sizes, one.test) == (rows, classes, sizes, test)
    assert max(sizes) + test <= rows


@pytest.mark.parametrize("name", ["red", "white", "wines", "abalone"])
def test_rows_classes_and_sizes_are_those_of_the_tables(name):
    is_as_the_tables_say(name, DATA)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "file"), [("letter", "letter-recognition"), ("covertype", "covertype-92962")])
def test_rows_classes_and_sizes_of_the_large_ones(name, file):
    is_as_the_tables_say(name, large(file))


def test_ages_fall_into_groups_that_do_not_overlap():
    problem = SETS["abalone"].problem(DATA)
    counts = dict(zip(problem.classes, np.bincount(problem.y).tolist(), strict=True))
    assert counts == {"1-5": 189, "6-10": 2541, "11-15": 1186, "16-20": 225, "21-29": 36}


def test_the_wines_are_one_table_without_their_colour():
    assert SETS["wines"].problem(DATA).n_features == SETS["red"].problem(DATA).n_features == 11


def test_sets_of_different_sizes_make_one_study():
    study = thesis_study(DATA, ["red", "abalone"], models=["complement-nb"], sizes=[60], test_rows=50, repeats=2,
                         metrics=["accuracy", "bir"], jobs=1)
    assert study.data_sets == ("red", "abalone")
    assert "abalone: 1 pair of learners, 2 repeats, trained on 60 rows, tested on 50" in str(study)
