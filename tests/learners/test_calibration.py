"""The folds of Platt scaling: a partition from which no class goes missing."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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
