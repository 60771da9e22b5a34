"""Folds for Platt scaling that any training set can give.

Platt, J. (1999). Probabilistic outputs for support vector machines. In: Advances in Large Margin
Classifiers, MIT Press, 61-74.

scikit-learn refuses to calibrate on five folds when a class has fewer than five rows, which in a
resampling study happens. Here the rows of each class are dealt to the folds in turn, so that a class with
two rows or more never misses from the rows an inner machine is fitted on; the row of a class that has only
one stays among them always. Known weakness: in a bootstrap sample copies of a row can be on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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

    def split(self, X: Any, y: Any, groups: Any = None) -> Iterator[tuple[Array, Array]]:  # noqa: ARG002
        """Row numbers to fit on and to calibrate on; the latter are a partition of the rows."""
        codes = np.unique(y, return_inverse=True)[1]
        fold = np.empty(codes.size, dtype=np.int64)
        fold[np.argsort(codes, kind="stable")] = np.arange(codes.size) % self.folds
        alone = np.bincount(codes)[codes] == 1
        for k in range(min(self.folds, codes.size)):
            yield np.flatnonzero((fold != k) | alone), np.flatnonzero(fold == k)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """How many folds there are at most."""
        return self.folds
