"""Stratified divisions of a sample as tables of booleans, all splits of a design at once.

The same shares as the designs of the package, laid out for arithmetic on hundreds of splits: a row is a split, a
column a case, true where the case is tested; all other cases are trained on.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array


def folds(y: Array, k: int, repeats: int, random: np.random.Generator) -> Array:
    """Repeated stratified k-fold: k rows for each repeat.

    >>> tested = folds(np.array([0, 1] * 6), 3, 2, np.random.default_rng(0))
    >>> tested.shape, tested[:3].sum(axis=0).tolist() == [1] * 12
    ((6, 12), True)
    """
    fold = np.empty((repeats, len(y)), int)
    dealt = 0
    for label in (0, 1):
        rows = np.flatnonzero(y == label)
        # The second class goes on dealing where the first stopped, so that folds differ by one case at most.
        fold[:, rows] = (_shuffled_places(repeats, len(rows), random) + dealt) % k
        dealt += len(rows)
    tested: Array = (fold[:, None, :] == np.arange(k)[None, :, None]).reshape(repeats * k, len(y))
    return tested


def splits(y: Array, train_share: float, count: int, random: np.random.Generator) -> Array:
    """Random stratified splits that train on this share of the cases."""
    tested = np.zeros((count, len(y)), bool)
    left = round(len(y) * (1 - train_share))
    for label in (0, 1):
        rows = np.flatnonzero(y == label)
        take = round(left * len(rows) / len(y)) if label == 0 else left
        tested[:, rows] = _shuffled_places(count, len(rows), random) < take
        left -= take
    return tested


def _shuffled_places(times: int, n: int, random: np.random.Generator) -> Array:
    return np.argsort(random.random((times, n)), axis=1).argsort(axis=1)
