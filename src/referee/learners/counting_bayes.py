"""What Bayesian classifiers that count pairs of features share: states, counts within classes, probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from referee.kinds import Array
from referee.learners.states import table_states

AT_ONCE = 2**22          # numbers gathered at a time, so that wide tables of many rows stay in memory


class CountingBayes(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Counts of classes, states and pairs of states; how they become a law is for who inherits.

    Columns named by `categorical_features` are taken as they are, others in at most `bins` states; `max_bins` is the
    most categories a column may have to be named so when the learner goes by its name.
    """

    def __init__(self, alpha: float, bins: int, max_bins: int, categorical_features: Sequence[int] | None) -> None:
        self.alpha = alpha
        self.bins = bins
        self.max_bins = max_bins
        self.categorical_features = categorical_features

    def fit(self, X: Any, y: Any) -> Self:
        """Count, then make the law of the counts."""
        rows = np.asarray(X, dtype=float)
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        self.n_features_in_ = rows.shape[1]
        self.states_ = table_states(rows, bins=self.bins, as_they_are=self.categorical_features or ())
        self.widths_ = np.array([column.count for column in self.states_])
        self.starts_ = np.concatenate([[0], np.cumsum(self.widths_)[:-1]]).astype(int)
        places = self._places(rows)
        ones = np.zeros((len(rows), int(self.widths_.sum())))
        np.put_along_axis(ones, places, 1.0, axis=1)
        of_class = [ones[codes == c] for c in range(len(self.classes_))]
        self._learn(np.array([len(part) for part in of_class], float), np.stack([part.T @ part for part in of_class]))
        return self

    def _places(self, rows: Array) -> Array:
        """Where in the tables each value of each row stands."""
        return np.column_stack([start + column.codes(rows[:, j]) for j, (start, column) in enumerate(
            zip(self.starts_, self.states_, strict=True))])

    def _block(self, j: int) -> slice:
        """The places of one column's states."""
        return slice(int(self.starts_[j]), int(self.starts_[j] + self.widths_[j]))

    def _learn(self, classes: Array, pairs: Array) -> None:
        """From rows of each class and, by class, how often two states stand in one row."""
        raise NotImplementedError

    def _joint(self, places: Array) -> Array:
        """log p(class, row), a row each, a class a column."""
        raise NotImplementedError

    def predict_proba(self, X: Any) -> Array:
        """By Bayes' rule."""
        check_is_fitted(self)
        rows = np.asarray(X, dtype=float)
        step = max(1, AT_ONCE // (self.n_features_in_**2))
        parts = [self._joint(self._places(rows[i:i + step])) for i in range(0, len(rows), step)]
        joint = np.concatenate(parts) if parts else np.zeros((0, len(self.classes_)))
        said: Array = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
        return said

    def predict(self, X: Any) -> Array:
        """The likeliest class."""
        said: Array = self.classes_[self.predict_proba(X).argmax(axis=1)]
        return said
