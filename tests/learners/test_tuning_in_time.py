"""Where rows are a series, nothing inside a training part is told by a model of the future."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.model_selection import KFold, TimeSeriesSplit

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import BadInput
from referee.learners.tuning import Inner
from referee.running.serial import run_serial

N = 120
TIMES = np.arange(N) // 2
ASKED: list[tuple[float, float]] = []        # the last row fitted on, the first row predicted


class Spy(RegressorMixin, BaseEstimator):
    """Writes down how far it looked and what it was asked; the first feature is the row's time."""

    def __init__(self, setting=0):
        self.setting = setting

    def fit(self, X, y):  # noqa: ARG002
        self.last_ = float(np.asarray(X)[:, 0].max())
        return self

    def predict(self, X):
        ASKED.append((self.last_, float(np.asarray(X)[:, 0].min())))
        return np.full(len(X), float(self.setting))


class Here:
    """Does all jobs in this process, where a spy can be read."""

    def run(self, bench, jobs, total):  # noqa: ARG002
        for _, record in run_serial(bench, jobs):
            yield record


@pytest.mark.parametrize("tuning", ["nested", "salzberg", "kfold:folds=3", "holdout:test=0.25"])
@pytest.mark.parametrize(("design", "more"), [("rolling:splits=4,gap=2", {"time": "rows"}), (TimeSeriesSplit(4), {})])
def test_no_inner_prediction_is_made_by_a_model_of_the_future(design, more, tuning):
    """Without a declared time the settings for the score on training rows, which nobody is judged by, are left out."""
    ASKED.clear()
    X = np.column_stack([np.arange(N), np.ones(N)])
    referee.tune({"spy": referee.tuned(Spy(), {"setting": [0, 1]})}, X, np.arange(N) * 1.0, design=design,
                 tuning=tuning, metrics="mae", engine=Here(), **more)
    last = N - 1 if more else N - 24            # a fit on all rows is no part of either
    inner_or_outer = [one for one in ASKED if one[0] < last]
    assert len(inner_or_outer) > 8
    assert [one for one in inner_or_outer if one[0] >= one[1]] == []


@pytest.mark.parametrize("design", ["blocked:folds=4", "kfold:folds=4", KFold(4), "purged:folds=4,span=2",
                                    "rolling:splits=3,gap=3"])
def test_under_any_outer_design_of_a_series_inner_parts_follow_and_times_stay_whole(design):
    problem = make_problem(np.zeros((N, 1)), np.arange(N) * 1.0, time=TIMES)
    for outer in make_plan(design, problem, seed=0).splits():
        inner = Inner.parse("kfold:folds=4").splits(problem, outer, seed=0)
        assert len(inner) == 4
        for part in inner:
            assert np.isin(part.train_rows, outer.train_rows).all()
            assert np.isin(part.test, outer.train_rows).all()
            assert TIMES[part.train_rows].max() < TIMES[part.test].min()
            if design == "rolling:splits=3,gap=3":
                assert TIMES[part.test].min() - TIMES[part.train_rows].max() == 4


def test_what_cannot_be_done_in_time_is_refused():
    problem = make_problem(np.zeros((12, 1)), np.arange(12.0), time="rows")
    split = next(make_plan("rolling:splits=2,horizon=4", problem, seed=0).splits())
    with pytest.raises(BadInput, match="learns from the future"):
        Inner.parse("loo").splits(problem, split, seed=0)
    with pytest.raises(BadInput, match="cannot tune inside a training part of 4 rows: 5 test parts"):
        Inner.parse("nested").splits(problem, split, seed=0)
