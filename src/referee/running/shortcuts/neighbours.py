"""Nearest neighbours without some rows: the neighbours among all rows, less those left out.

Ties: which of several equally distant rows scikit-learn takes depends on the order of its search. A part
is answered only where that cannot matter: the k-th and the next distance are clearly apart, or all rows
tied at that distance have the same target. The vote of equally many neighbours goes to the first class.

Behind a StandardScaler the metric changes with the training rows. Every squared distance changes by
factors between the smallest and the largest ratio of old to new variances, so that the rows near by in
the metric of all rows hold the neighbours in each part's own metric; where that is not certain, refit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions, Shortcut, standardised

SPARE = 16              # neighbours asked for beyond those needed
FEW_ROWS = 256          # up to here all distances are taken
LARGEST_PART = 32
METRICS = frozenset({"minkowski", "euclidean", "l2", "manhattan", "l1", "chebyshev"})
APART = 1e-9            # relative difference of squared distances that rounding cannot make


class Neighbours(Shortcut):
    """For each row its neighbours among all rows, nearest first, in the metric of all rows."""

    def __init__(self, case: Case, settings: dict[str, Any]) -> None:
        self.case, self.wanted = case, int(settings["n_neighbors"])
        self.settings = {name: settings[name] for name in ("algorithm", "metric", "p")}
        made = standardised(case.X) if case.scaled else None
        self.X = case.X if made is None else made[0]
        self.near: tuple[int, Array, Array] | None = None
        self.settled = False            # whether to look no further than at these
        # Brute force takes |a|² + |b|² - 2ab, whose rounding error does not shrink with the distance.
        self.blur = 1e-13 * float((self.X**2).sum(axis=1).max())

    def may_leave_out(self, m: int) -> bool:
        """Small parts, or few rows; a search in the other rows is as fast otherwise."""
        return (m <= LARGEST_PART or len(self.X) <= FEW_ROWS) and self.wanted <= len(self.X) - m

    def leave_out(self, tests: Array) -> PartPredictions:
        """The nearest of those that stay."""
        s, m = tests.shape
        near, distance = self._near(m)
        rows = tests.ravel()
        candidates, square = near[rows], distance[rows] ** 2               # (s·m, c)
        beyond = np.full(len(rows), np.inf)
        if near.shape[1] < len(self.X):
            beyond = square[:, -1].copy()
        if self.case.scaled:
            square, least = self._rescaled(tests, candidates)
            beyond = beyond * np.repeat(least, m)
        square = np.where(self._left_out(tests, candidates), np.inf, square)
        said, sure = self._taken(candidates, square, beyond)
        return self._answer(said.reshape(s, m, -1), np.asarray(sure.reshape(s, m).all(axis=1)))

    def _near(self, m: int) -> tuple[Array, Array]:
        """Row numbers and distances of enough neighbours for parts of m rows."""
        count = len(self.X) if len(self.X) <= FEW_ROWS else min(len(self.X), self.wanted + m + SPARE)
        if not self.settled and (self.near is None or self.near[0] < count):
            self._find(count)
        assert self.near is not None
        return self.near[1], self.near[2]

    def find(self, count: int) -> None:
        """Find so many neighbours of each row, and look at no others whatever the size of a part."""
        self._find(count)
        self.settled = True

    def _find(self, count: int) -> None:
        from sklearn.neighbors import NearestNeighbors

        search = NearestNeighbors(n_neighbors=count, **self.settings).fit(self.X)
        distance, near = search.kneighbors(self.X)
        self.near = (count, near, distance)

    def _left_out(self, tests: Array, candidates: Array) -> Array:
        """Which candidates belong to the part of the row they are near to."""
        s, m = tests.shape
        if m == 1:
            return np.asarray(candidates == tests)
        part = np.zeros((s, len(self.X)), dtype=bool)
        part[np.arange(s)[:, None], tests] = True
        return part[np.repeat(np.arange(s), m)[:, None], candidates]

    def _rescaled(self, tests: Array, candidates: Array) -> tuple[Array, Array]:
        """Squared distances in each part's own scale, and the smallest factor by which any can have changed."""
        gone, n = self.X[tests], len(self.X) - tests.shape[1]
        variance = (len(self.X) - (gone**2).sum(axis=1) - gone.sum(axis=1) ** 2 / n) / n
        factor = 1 / np.maximum(variance, 1e-12)                            # (s, d)
        apart = self.X[candidates] - self.X[tests.ravel()][:, None]
        return np.einsum("rcd,rcd,rd->rc", apart, apart, np.repeat(factor, tests.shape[1], axis=0)), factor.min(axis=1)

    def _taken(self, candidates: Array, square: Array, beyond: Array) -> tuple[Array, Array]:
        """The targets of the k nearest, and whether another choice among ties would have given the same."""
        k = self.wanted
        order = np.argsort(square, axis=1, kind="stable")
        square = np.take_along_axis(square, order, axis=1)
        targets = self.case.y[np.take_along_axis(candidates, order, axis=1)]        # (r, c) or (r, c, t)
        last = square[:, k - 1]
        reach = last * (1 + APART) + self.blur
        enough = reach < beyond                                             # all that could be tied are candidates
        tied = (square <= reach[:, None]) & (square >= (last * (1 - APART) - self.blur)[:, None])
        tied[:, :k] &= (square <= reach[:, None])[:, k, None] if square.shape[1] > k else False
        y = targets if targets.ndim == 3 else targets[..., None]
        differ = tied[..., None] & (y != y[:, k - 1, None])
        return targets[:, :k], enough & np.isfinite(last) & ~differ.any(axis=(1, 2))

    def _answer(self, targets: Array, sure: Array) -> PartPredictions:
        s, m = targets.shape[:2]
        if self.case.n_classes == 0:
            return PartPredictions(sure=sure, values=targets.reshape(s, m, self.wanted, -1).mean(axis=2))
        votes = np.stack([(targets == c).sum(axis=2) for c in range(self.case.n_classes)], axis=2)
        return PartPredictions(sure=sure, probabilities=votes / self.wanted, labels=votes.argmax(axis=2))

    def numbers_for(self, m: int) -> int:
        """Differences from the candidates, and who belongs to the part."""
        count = len(self.X) if len(self.X) <= FEW_ROWS else self.wanted + m + SPARE
        width = self.X.shape[1] if self.case.scaled else 4
        return m * count * (width + 4) + len(self.X) // 8

    def complexity(self, n_train: int) -> dict[str, float]:
        """What is stored."""
        return {"stored_rows": float(n_train)}


def nearest_neighbours(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    settings = case.settings("n_neighbors", "algorithm", "metric", "p")
    if settings is None or settings["metric"] not in METRICS:
        return None
    euclidean = settings["metric"] in {"euclidean", "l2"} or (settings["metric"], settings["p"]) == ("minkowski", 2)
    if case.scaled and (not euclidean or standardised(case.X) is None):
        return None
    return Neighbours(case, settings)
