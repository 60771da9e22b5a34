"""The folds of Platt scaling: a partition from which no class goes missing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import KFold

from referee import evaluate
from referee.learners.calibration import DealtFolds


@given(y=st.lists(st.integers(0, 4), min_size=2, max_size=60), folds=st.integers(2, 6))
def test_every_row_is_calibrated_on_once_and_every_class_is_always_fitted(y, folds):
    y = np.array(y)
    splits = list(DealtFolds(folds).split(np.zeros((len(y), 1)), y))
    tested = np.concatenate([test for _, test in splits])
    assert sorted(tested) == list(range(len(y)))
    alone = np.flatnonzero(np.bincount(y)[y] == 1)
    for train, test in splits:
        assert set(y[train]) == set(y)
        assert set(np.intersect1d(train, test)) <= set(alone)
        assert set(train) | set(test) == set(range(len(y)))


@given(y=st.lists(st.integers(0, 3), min_size=20, max_size=60))
def test_classes_are_spread_evenly(y):
    y = np.array(y)
    for _, test in DealtFolds(5).split(None, y):
        for k in set(y):
            assert abs((y[test] == k).sum() - (y == k).sum() / 5) < 1


@given(rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), min_size=2, max_size=60), folds=st.integers(2, 6))
def test_groups_are_calibrated_on_whole_and_every_class_is_always_fitted(rows, folds):
    y, groups = np.array(rows).T
    splits = list(DealtFolds(folds, groups).split(np.zeros((len(y), 1)), y))
    assert sorted(np.concatenate([test for _, test in splits])) == list(range(len(y)))
    for train, test in splits:
        assert set(y[train]) == set(y)
        both = set(groups[train]) & set(groups[test])
        kept = np.isin(groups[train], list(both))       # only classes that no other group of the training rows has
        others = set(y[train][~np.isin(train, test)])
        assert not set(y[train][kept & np.isin(train, test)]) & others


@pytest.mark.slow
@pytest.mark.parametrize("outer", ["kfold:folds=2", KFold(2, shuffle=True, random_state=1)])
def test_a_spy_sees_whole_groups_in_calibration_and_tuning_under_any_outer_design(outer, monkeypatch):
    rng = np.random.default_rng(8)
    groups = np.repeat(np.arange(10), 9)
    X, y = rng.normal(size=(90, 3)), rng.integers(0, 2, 90)
    seen = []

    def spied(self, X, y, groups=None):
        for train, test in plain(self, X, y, groups):
            seen.append(bool(set(self.groups[train]) & set(self.groups[test])))
            yield train, test

    plain = DealtFolds.split
    monkeypatch.setattr(DealtFolds, "split", spied)
    evaluate("svm:C=0.1|1", X, y, groups=groups, design=outer, tuning="kfold:folds=2", jobs=1)
    assert seen
    assert not any(seen)


@pytest.mark.parametrize("outer", ["rolling:splits=2,gap=0", "blocked:folds=3", "kfold:folds=2"])
def test_a_series_is_calibrated_on_runs_of_successive_times_under_any_outer_design(outer, monkeypatch):
    """Every fold is all rows of times that follow each other within the training part, and no time is parted."""
    rng = np.random.default_rng(8)
    times = np.repeat(np.arange(60), 2)
    X, y = np.column_stack([times, rng.normal(size=120)]), rng.integers(0, 2, 120)
    seen = []

    def spied(self, X, y, groups=None):
        for train, test in plain(self, X, y, groups):
            seen.append((X[train, 0], X[test, 0]))
            yield train, test

    plain = DealtFolds.split
    monkeypatch.setattr(DealtFolds, "split", spied)
    evaluate("svm", X, y, time=times, design=outer, jobs=1)
    assert len(seen) >= 10
    for train, test in seen:
        assert not set(train) & set(test)
        assert not ((train > test.min()) & (train < test.max())).any()
