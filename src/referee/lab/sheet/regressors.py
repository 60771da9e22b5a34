"""Regressions that cost little, each shown a block of the columns."""

from __future__ import annotations

from typing import Self

import numpy as np

from referee.kinds import Array
from referee.lab.sheet.quick import nearest
from referee.seeds import seed_for, twister


class Line:
    """Ordinary least squares."""

    def __init__(self, first: int, last: int, salt: int = 0) -> None:
        self.first, self.last, self.salt = first, last, salt
        self.random_state: int | None = None

    def fit(self, X: Array, y: Array) -> Self:
        """Learn from the columns that are shown."""
        self.learn(np.asarray(X)[:, self.first:self.last], np.asarray(y, float))
        return self

    def predict(self, X: Array) -> Array:
        """The value of each row."""
        return self.values(np.asarray(X)[:, self.first:self.last])

    def learn(self, X: Array, y: Array) -> None:
        """Solve for the weights."""
        self.weights = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y, rcond=None)[0]

    def values(self, X: Array) -> Array:
        """The line."""
        said: Array = X @ self.weights[:-1] + self.weights[-1]
        return said


class Mean(Line):
    """The baseline: the mean of the training rows."""

    def learn(self, X: Array, y: Array) -> None:  # noqa: ARG002 - the features play no part
        """Keep it."""
        self.mean = y.mean()

    def values(self, X: Array) -> Array:
        """The same for every row."""
        return np.full(len(X), self.mean)


class NeighbourMean(Line):
    """The mean of the five nearest training rows."""

    def learn(self, X: Array, y: Array) -> None:
        """Keep the rows."""
        self.rows, self.y = X, y

    def values(self, X: Array) -> Array:
        """The mean of the neighbours."""
        said: Array = self.y[nearest(X, self.rows, min(5, len(self.rows)))].mean(axis=1)
        return said


class ValueTree(Line):
    """scikit-learn's regression tree with at least five rows a leaf."""

    def learn(self, X: Array, y: Array) -> None:
        """Grow it."""
        from sklearn import config_context
        from sklearn.tree import DecisionTreeRegressor

        grown = DecisionTreeRegressor(min_samples_leaf=5,
                                      random_state=twister(seed_for(self.random_state or 0, self.salt)))
        with config_context(skip_parameter_validation=True):
            self.tree = grown.fit(np.ascontiguousarray(X, np.float32), y, check_input=False).tree_

    def values(self, X: Array) -> Array:
        """The mean of the leaf."""
        said: Array = self.tree.predict(np.ascontiguousarray(X, np.float32))[:, 0]
        return said
