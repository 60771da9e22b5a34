"""Baselines without some rows: class shares and means by subtraction. They look at no feature."""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions, Shortcut, members


class ClassShares(Shortcut):
    """The class shares of the training rows, or certainty about the most frequent class."""

    def __init__(self, case: Case, *, certain: bool) -> None:
        self.codes, self.k, self.certain = case.y, case.n_classes, certain
        self.counts = np.bincount(case.y, minlength=case.n_classes)

    def leave_out(self, tests: Array) -> PartPredictions:
        """Counts are whole numbers: ties are the ties of a refit, and go to the first class as there."""
        n = self.counts - members(self.codes[tests], self.k).sum(axis=2)
        top = n.argmax(axis=1)
        shares = np.eye(self.k)[top] if self.certain else n / n.sum(axis=1, keepdims=True)
        m = tests.shape[1]
        return PartPredictions(sure=(n > 0).all(axis=1), probabilities=np.repeat(shares[:, None], m, axis=1),
                    labels=np.repeat(top[:, None], m, axis=1))

    def numbers_for(self, m: int) -> int:
        """One for each row and class."""
        return int(3 * m * self.k)


class Mean(Shortcut):
    """The mean of the training rows."""

    def __init__(self, case: Case) -> None:
        self.mean = case.y.mean(axis=0)
        self.away = case.y - self.mean

    def leave_out(self, tests: Array) -> PartPredictions:
        """The mean moves by what the part had above it."""
        s, m = tests.shape
        moved = self.mean - self.away[tests].sum(axis=1) / (len(self.away) - m)
        return PartPredictions(sure=np.ones(s, dtype=bool), values=np.repeat(moved[:, None], m, axis=1))

    def numbers_for(self, m: int) -> int:
        """One for each row and target."""
        return int(3 * m * self.away.shape[1])


def baseline(case: Case) -> Shortcut | None:
    """The shortcut for a baseline, or None for one that draws or looks for a quantile."""
    settings = case.settings("strategy")
    strategy = settings["strategy"] if settings else None
    if case.n_classes and strategy in {"prior", "most_frequent"}:
        return ClassShares(case, certain=strategy == "most_frequent")
    return Mean(case) if strategy == "mean" else None
