"""Estimators that misbehave, and one that keeps a diary; importable by worker processes."""

import os
import time
import warnings

import numpy as np

from referee.learners import Learner, Takes


class Majority:
    """Says the commonest class of its training part."""

    def fit(self, X, y):  # noqa: ARG002
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares = counts / counts.sum()
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[self.shares.argmax()])

    def predict_proba(self, X):
        return np.tile(self.shares, (len(X), 1))


class Random(Majority):
    """Says what its seed tells it."""

    def __init__(self, seed):
        self.seed = seed

    def predict_proba(self, X):
        return np.random.default_rng(self.seed).dirichlet(np.ones(self.classes_.size), size=len(X))

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


class RaisesWhen(Majority):
    """Raises on the training parts that hold row value `marker` in the first column."""

    def __init__(self, marker=None):
        self.marker = marker

    def fit(self, X, y):
        if self.marker is None or (np.asarray(X)[:, 0] == self.marker).any():
            raise FloatingPointError("diverged\nat step 7")
        return super().fit(X, y)


class DiesWhen(RaisesWhen):
    """Takes its whole process along."""

    def fit(self, X, y):
        if (np.asarray(X)[:, 0] == self.marker).any():
            os._exit(9)
        return Majority.fit(self, X, y)


class Sleeps(Majority):
    def __init__(self, seconds):
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds)
        return super().fit(X, y)


class SaysNan(Majority):
    def predict_proba(self, X):
        return np.full((len(X), self.classes_.size), np.nan)


class SaysTooLittle(Majority):
    def predict(self, X):
        return super().predict(X)[:-1]

    predict_proba = property()     # hasattr is False


class SaysNonsense(Majority):
    def predict(self, X):
        return np.full(len(X), 99)


class Warns(Majority):
    """Says one thing three times, then six others."""

    def fit(self, X, y):
        for word in ("again", "again", "again", *"abcdef"):
            warnings.warn(f"{word}\nand more", stacklevel=1)
        return super().fit(X, y)


def learner(name, kind, *args, takes=Takes.MATRIX):
    def make(seed):
        return kind(seed) if kind is Random else kind(*args)

    return Learner(name=name, make=make, recipe={"class": kind.__name__, "args": repr(args)}, takes=takes)
