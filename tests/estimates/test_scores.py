"""From records to scores."""

import numpy as np
import pytest

from referee.data import make_problem
from referee.designs import Split, make_plan
from referee.reading.said import prior_of

Y = np.array([0, 0, 0, 0, 1, 1, 2, 2, 2, 2])
PROBLEM = make_problem(np.arange(20.0).reshape(10, 2), Y, task="classification")


def test_the_prior_comes_from_the_training_rows_alone():
    """(n_i + 1/k)/(N + 1) over the rows trained on, repetitions counted (Hope and Korb 2004, smoothed)."""
    others = Split(label="0/0", n_rows=10, test=[4, 5, 9])
    assert prior_of(PROBLEM, others) == pytest.approx([(4 + 1 / 3) / 8, (1 / 3) / 8, (3 + 1 / 3) / 8])
    drawn = Split(label="0/0", n_rows=10, test=[0], train=[4, 4, 4, 9])
    assert prior_of(PROBLEM, drawn) == pytest.approx([(1 / 3) / 5, (3 + 1 / 3) / 5, (1 + 1 / 3) / 5])


def test_regression_has_no_prior():
    problem = make_problem(np.arange(20.0).reshape(10, 2), np.linspace(0, 1, 10))
    assert prior_of(problem, Split(label="0/0", n_rows=10, test=[1])) is None


@pytest.mark.parametrize(("design", "once"), [
    ("holdout", True), ("kfold:folds=2", True), ("loo", True), ("kfold:folds=2,repeats=2", False),
    ("holdout:repeats=5", False), ("bootstrap:resamples=5", False),
])
def test_which_plans_test_a_row_once(design, once):
    assert make_plan(design, PROBLEM, seed=0).card.traits.tests_each_case_once is once
