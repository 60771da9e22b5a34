"""Unpruned trees and small forests on hundreds of splits, compiled: what scikit-learn grows, without its overhead.

Breiman, Friedman, Olshen and Stone (1984): at each node the split with the least Gini impurity, halfway between two
neighbouring values, until all cases of a node are of one class; ties go to the feature that a random order has
first. A forest (Breiman 2001) grows each tree on a bootstrap sample and looks at ⌊√p⌋ random features a node.
Features are sorted once a sample; a node keeps its cases sorted by every feature.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from referee.kinds import Array

TREES = 50              # of a forest


def tree(X: Array, y: Array, tested: Array, projections: Array | None, random: np.random.Generator) -> Array:
    """Predictions of an unpruned tree."""
    return _said(X, y, tested, projections, random, trees=1, looked_at=X.shape[1])


def forest(X: Array, y: Array, tested: Array, projections: Array | None, random: np.random.Generator) -> Array:
    """Predictions of a forest of 50 trees."""
    return _said(X, y, tested, projections, random, trees=TREES, looked_at=0)


def _said(X: Array, y: Array, tested: Array, projections: Array | None,  # noqa: PLR0913 - what a learner is given
          random: np.random.Generator, *, trees: int, looked_at: int) -> Array:
    grow = _compiled()
    said = np.zeros(tested.shape, np.int64)
    order = _order(X)
    for split, out in enumerate(tested):
        seen = X if projections is None else X @ projections[split]
        width = seen.shape[1]
        said[split] = grow(np.ascontiguousarray(seen), y, out, order if projections is None else _order(seen),
                           trees, min(looked_at, width) or int(width**0.5), random)
    return said


def _order(X: Array) -> Array:
    """The cases sorted by each feature; a row per feature."""
    order: Array = np.ascontiguousarray(np.argsort(X, axis=0, kind="stable").T)
    return order


@cache
def _compiled() -> Callable[..., Array]:
    """The votes of trees grown on one split. Compiled when first used: numba is slow to import."""
    from numba import njit

    drawn, sorted_rows, chosen = njit(_drawn), njit(_sorted_rows), njit(_chosen)
    best_split, part, vote = njit(_best_split), njit(_part), njit(_vote)

    @njit
    def grow(X: Any, y: Any, out: Any, order: Any, trees: int,  # noqa: PLR0913, PLR0917 - plain arrays, for the compiler
             looked_at: int, random: Any) -> Any:
        n, width = X.shape
        trained, votes = np.flatnonzero(~out), np.zeros(n, np.int64)
        rows, features, room = np.empty((width, n), np.int64), np.arange(width), np.empty(n, np.int64)
        start, stop, cut = np.empty(2 * n, np.int64), np.empty(2 * n, np.int64), np.empty(2 * n)
        feature, left = np.empty(2 * n, np.int64), np.empty(2 * n, np.int64)     # of a leaf: −1, and its class
        for _ in range(trees):
            weight = drawn(trained, n, trees > 1, random)
            start[0], stop[0] = 0, sorted_rows(order, weight, rows)
            nodes, node = 1, 0
            while node < nodes:                         # a node's children come after it
                s, e = start[node], stop[node]
                total = weight[rows[0, s:e]].sum()
                ones = (weight[rows[0, s:e]] * y[rows[0, s:e]]).sum()
                f, at = -1, 0.0
                if 0 < ones < total:
                    f, at = best_split(X, y, weight, rows, s, e, chosen(features, looked_at, random), ones, total)
                feature[node], cut[node], left[node] = f, at, 1 if 2 * ones > total else 0
                if f >= 0:
                    middle = part(X, rows, s, e, f, at, room)
                    left[node] = nodes
                    start[nodes], stop[nodes], start[nodes + 1], stop[nodes + 1] = s, middle, middle, e
                    nodes += 2
                node += 1
            vote(X, out, feature, cut, left, votes)
        return (2 * votes > trees).astype(np.int64)

    made: Callable[..., Array] = grow
    return made


def _drawn(trained: Any, n: int, bootstrap: bool, random: Any) -> Any:  # noqa: FBT001 - for the compiler
    """How often each case is trained on."""
    weight = np.zeros(n)
    for row in trained:
        weight[trained[int(random.random() * len(trained))] if bootstrap else row] += 1
    return weight


def _sorted_rows(order: Any, weight: Any, rows: Any) -> int:
    """Put the cases with a weight in order of each feature; how many they are."""
    used = 0
    for f in range(len(order)):
        used = 0
        for row in order[f]:
            if weight[row] > 0:
                rows[f, used] = row
                used += 1
    return used


def _chosen(features: Any, looked_at: int, random: Any) -> Any:
    """A random choice of features, in random order."""
    for i in range(looked_at):
        j = i + int(random.random() * (len(features) - i))
        features[i], features[j] = features[j], features[i]
    return features[:looked_at]


def _vote(X: Any, out: Any, feature: Any, cut: Any, left: Any,
          votes: Any) -> None:
    """Let every tested case fall to its leaf."""
    for case in np.flatnonzero(out):
        node = 0
        while feature[node] >= 0:
            node = left[node] + (1 if X[case, feature[node]] > cut[node] else 0)
        votes[case] += left[node]


def _best_split(X: Any, y: Any, weight: Any, rows: Any,  # noqa: PLR0913, PLR0917 - plain arrays, for the compiler
                s: int, e: int, features: Any, ones: float, total: float) -> tuple[int, float]:
    """The feature and the value at which the two parts are purest; feature −1 where all cases look alike."""
    best, chosen, at = -1.0, -1, 0.0
    for f in features:
        left_ones, left_total = 0.0, 0.0
        for place in range(s, e - 1):
            row, after = rows[f, place], rows[f, place + 1]
            left_ones += weight[row] * y[row]
            left_total += weight[row]
            if X[after, f] <= X[row, f]:
                continue
            left_zeros, right_ones = left_total - left_ones, ones - left_ones
            right_total = total - left_total
            right_zeros = right_total - right_ones
            # Least Gini impurity is the greatest sum of squared shares.
            purity = ((left_ones**2 + left_zeros**2) / left_total + (right_ones**2 + right_zeros**2) / right_total)
            if purity > best:
                best, chosen, at = purity, f, (X[row, f] + X[after, f]) / 2
    return chosen, at


def _part(X: Any, rows: Any, s: int, e: int, feature: int,  # noqa: PLR0913, PLR0917 - plain arrays, for the compiler
          at: float, room: Any) -> int:
    """Put a node's cases up to the value before those above, keeping both sorted by every feature."""
    middle = s
    for f in range(rows.shape[0]):
        kept, moved = s, 0
        for place in range(s, e):
            row = rows[f, place]
            if X[row, feature] <= at:
                rows[f, kept] = row
                kept += 1
            else:
                room[moved] = row
                moved += 1
        rows[f, kept:e] = room[:moved]
        middle = kept
    return middle
