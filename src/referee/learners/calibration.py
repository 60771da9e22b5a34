"""Folds for Platt scaling that any training set can give.

Platt, J. (1999). Probabilistic outputs for support vector machines. In: Advances in Large Margin
Classifiers, MIT Press, 61-74.

scikit-learn refuses to calibrate on five folds when a class has fewer than five rows, which in a
resampling study happens. Here the rows of each class are dealt to the folds in turn, so that a class with
two rows or more never misses from the rows an inner machine is fitted on; the row of a class that has only
one stays among them always. Rows that come in groups are dealt group by group, so that no group is both fitted and
calibrated on; a class that one group holds alone stays among the fitted rows always. Of a series each fold is a run of
successive times. Known weakness: in a bootstrap sample copies of a row can be on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.kinds import Array


@dataclass(slots=True)
class DealtFolds:
    """Folds that are dealt class by class, without chance.

    >>> for train, test in DealtFolds(2).split(np.zeros((5, 1)), np.array([0, 0, 0, 1, 2])):
    ...     print(train, test)
    [1 3 4] [0 2 4]
    [0 2 3 4] [1 3]
    """

    folds: int = 5
    groups: Array | None = None      # of the rows that are fitted; None: each row is for itself

    def split(self, X: Any, y: Any, groups: Any = None) -> Iterator[tuple[Array, Array]]:  # noqa: ARG002
        """Row numbers to fit on and to calibrate on; the latter are a partition of the rows."""
        codes = np.unique(y, return_inverse=True)[1]
        if self.groups is not None and self.groups.size == codes.size:
            yield from self._of_groups(codes, np.unique(self.groups, return_inverse=True)[1])
            return
        fold = np.empty(codes.size, dtype=np.int64)
        fold[np.argsort(codes, kind="stable")] = np.arange(codes.size) % self.folds
        alone = np.bincount(codes)[codes] == 1
        for k in range(min(self.folds, codes.size)):
            yield np.flatnonzero((fold != k) | alone), np.flatnonzero(fold == k)

    def _of_groups(self, codes: Array, units: Array) -> Iterator[tuple[Array, Array]]:
        """Groups dealt in turn by their commonest class."""
        counts = np.zeros((int(units.max()) + 1, int(codes.max()) + 1))
        np.add.at(counts, (units, codes), 1)
        dealt = np.empty(len(counts), dtype=np.int64)
        dealt[np.argsort(counts.argmax(axis=1), kind="stable")] = np.arange(len(counts)) % self.folds
        fold = dealt[units]
        for k in range(int(fold.max()) + 1):
            there = np.unique(codes[fold != k])
            yield np.flatnonzero((fold != k) | ~np.isin(codes, there)), np.flatnonzero(fold == k)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """How many folds there are at most."""
        return self.folds


def successive(times: Array, folds: int = 5) -> Array:
    """Runs of successive times as groups, so many as there are folds.

    >>> successive(np.array([3, 3, 5, 8, 9, 9]), 2)
    array([0, 0, 0, 1, 1, 1])
    """
    known, place = np.unique(times, return_inverse=True)
    return np.asarray(place.reshape(-1) * folds // known.size)


def keep_groups(estimator: Any, groups: Array) -> None:
    """Let the folds of a model that calibrates itself keep the groups of the rows it is about to be fitted on."""
    parameters = estimator.get_params(deep=True) if hasattr(estimator, "get_params") else {}
    own = {name: replace(value, groups=groups) for name, value in parameters.items() if isinstance(value, DealtFolds)}
    if own:
        estimator.set_params(**own)
