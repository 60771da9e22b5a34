"""Classifiers that cost little: a study makes two hundred fits, and most of a fit in scikit-learn is checking input.

Each is shown a block of the columns. The formulas are scikit-learn's, and a test holds them to it. `salt` tells apart
two learners that differ in nothing but their seed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from referee.kinds import Array

RIDGE = 1e-2         # of the kernel machine: it all but interpolates
SURE = 1e-3                     # no learner here says 0 or 1: a log loss has to exist
NEWTON_STEPS = 25


class Shown(ABC):
    """A learner that sees the columns from `first` to before `last`."""

    def __init__(self, first: int, last: int, salt: int = 0) -> None:
        self.first, self.last, self.salt = first, last, salt
        self.random_state: int | None = None

    def fit(self, X: Array, y: Array) -> Self:
        """Learn from the columns that are shown."""
        counts = np.bincount(y)                 # classes are whole numbers from 0 on
        self.classes_ = np.flatnonzero(counts)
        self.learn(np.asarray(X)[:, self.first:self.last], (np.cumsum(counts > 0) - 1)[y])
        return self

    def __deepcopy__(self, _known: dict[int, object]) -> Self:
        """A copy that shares nothing which is ever changed: an unfitted learner holds numbers."""
        made = type(self).__new__(type(self))
        vars(made).update(vars(self))
        return made

    def predict_proba(self, X: Array) -> Array:
        """A probability for each class, none of them 0 or 1."""
        said = np.clip(self.chances(np.asarray(X)[:, self.first:self.last]), SURE, 1 - SURE)
        told: Array = said / said.sum(axis=1, keepdims=True)
        self.last_said = X, told
        return told

    def predict(self, X: Array) -> Array:
        """The class of the largest probability, which has often just been asked for."""
        known = getattr(self, "last_said", (None, None))
        told = known[1] if known[0] is X else self.predict_proba(X)
        labels: Array = self.classes_[np.asarray(told).argmax(axis=1)]
        return labels

    @abstractmethod
    def learn(self, X: Array, codes: Array) -> None:
        """What each kind does."""

    @abstractmethod
    def chances(self, X: Array) -> Array:
        """What each kind says."""


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


class NaiveBayes(Shown):
    """Independent normal features within each class."""

    def learn(self, X: Array, codes: Array) -> None:
        """Means and variances of each class."""
        parts = [X[codes == code] for code in range(len(self.classes_))]
        self.means = np.array([part.mean(axis=0) for part in parts])
        self.variances = np.array([part.var(axis=0) for part in parts]) + 1e-9 * X.var(axis=0).max()
        self.log_shares = np.log([len(part) / len(X) for part in parts])

    def chances(self, X: Array) -> Array:
        """Bayes' rule."""
        apart = (X[:, None, :] - self.means) ** 2 / self.variances + np.log(self.variances)
        return _softmax(self.log_shares - apart.sum(axis=2) / 2)


class Discriminant(Shown):
    """Linear discriminant analysis."""

    def learn(self, X: Array, codes: Array) -> None:
        """Means, and one covariance of all classes."""
        counts = np.bincount(codes)
        means = np.array([np.add.reduce(X[codes == code]) / n for code, n in enumerate(counts)])
        apart = X - means[codes]
        within = apart.T @ apart / len(X)
        diagonal = within.ravel()[::len(within) + 1]
        diagonal += 1e-10 * np.add.reduce(diagonal)
        self.weights = np.linalg.solve(within, means.T)
        self.offset = np.log(counts / len(X)) - np.add.reduce(means.T * self.weights) / 2

    def chances(self, X: Array) -> Array:
        """Bayes' rule."""
        return _softmax(X @ self.weights + self.offset)


class Logistic(Shown):
    """Linear log-odds of two classes on standardised features, with an L2 penalty (C = 1)."""

    def learn(self, X: Array, codes: Array) -> None:
        """Newton's steps to the one optimum."""
        self.centre, spread = X.mean(axis=0), X.std(axis=0)
        self.scale = np.where(spread > 0, spread, 1.0)
        Z = np.column_stack([(X - self.centre) / self.scale, np.ones(len(X))])
        penalty = np.append(np.ones(X.shape[1]), 0.0)
        weights = np.zeros(Z.shape[1])
        for _ in range(NEWTON_STEPS):
            said = 1 / (1 + np.exp(-Z @ weights))
            step = np.linalg.solve((Z.T * (said * (1 - said))) @ Z + np.diag(penalty) + 1e-12 * np.eye(len(weights)),
                                   Z.T @ (codes - said) - penalty * weights)
            weights = weights + step
            if np.abs(step).max() < 1e-8:
                break
        self.weights = weights

    def chances(self, X: Array) -> Array:
        """The logistic curve."""
        scores = (X - self.centre) / self.scale @ self.weights[:-1] + self.weights[-1]
        return _softmax(np.column_stack([np.zeros(len(X)), scores]))


def _distances(X: Array, others: Array) -> Array:
    squares: Array = (X**2).sum(axis=1)[:, None] + (others**2).sum(axis=1) - 2 * (X @ others.T)
    return squares


def nearest(X: Array, others: Array, k: int) -> Array:
    """For each row the numbers of its k nearest among the others."""
    distance = _distances(X, others)
    near: Array = (distance.argmin(axis=1)[:, None] if k == 1 else np.argpartition(distance, k - 1, axis=1)[:, :k])
    return near


class ClassShares(Shown):
    """The baseline: the class shares of the training rows, whatever the features."""

    def learn(self, X: Array, codes: Array) -> None:
        """Count."""
        self.shares = np.bincount(codes) / len(X)

    def chances(self, X: Array) -> Array:
        """The same for every row."""
        return np.tile(self.shares, (len(X), 1))


class Neighbours(Shown):
    """The shares of the classes among the k nearest training rows."""

    def __init__(self, first: int, last: int, salt: int = 0, *, k: int = 5) -> None:
        super().__init__(first, last, salt)
        self.k = k

    def learn(self, X: Array, codes: Array) -> None:
        """Keep the rows."""
        self.rows, self.codes = X, codes

    def chances(self, X: Array) -> Array:
        """Count the neighbours."""
        near = self.codes[nearest(X, self.rows, min(self.k, len(self.rows)))]
        shares: Array = (near[:, :, None] == np.arange(len(self.classes_))).mean(axis=1)
        return shares


class Kernel(Shown):
    """Least squares on two classes with a Gaussian kernel of scikit-learn's width."""

    def learn(self, X: Array, codes: Array) -> None:
        """One system of equations."""
        self.rows, self.width = X, X.shape[1] * X.var()
        inner = np.exp(-_distances(X, X) / self.width) + RIDGE * np.eye(len(X))
        self.weights = np.linalg.solve(inner, 2.0 * codes - 1)

    def chances(self, X: Array) -> Array:
        """The fitted value of ±1, on the scale of probabilities."""
        said = (1 + np.exp(-_distances(X, self.rows) / self.width) @ self.weights) / 2
        chances: Array = np.clip(np.column_stack([1 - said, said]), 0, 1)
        return chances

