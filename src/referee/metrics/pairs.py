"""How often each class wins against each other class by its own score; Hand & Till (2001)."""

from __future__ import annotations

import numpy as np

from referee.kinds import Array


def pair_wins(columns: Array, codes: Array, weights: Array | None = None) -> Array:
    """Weight of pairs (row of a, row of b) in which the first has the higher score for a, ties by half: [a, b].

    >>> pair_wins(np.array([[0.9, 0.2], [0.1, 0.8]]), np.array([0, 1]))
    array([[0., 1.],
           [1., 0.]])
    """
    k = columns.shape[0]
    order = np.argsort(codes.astype(np.min_scalar_type(k)), kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=k))
    wins = np.zeros((k, k))
    for a in range(k):
        scores, below = _by_class(columns[a][order], None if weights is None else weights[order], ends)
        before = below[a]
        own = None if before is None else np.diff(before)
        for b in range(k):
            if b != a:
                won = _wins(scores[a], scores[b], below[b])
                wins[a, b] = (won.sum() if own is None else won @ own) / 2
    return wins


def _by_class(scores: Array, weights: Array | None, ends: Array) -> tuple[list[Array], list[Array | None]]:
    """Each class's scores ascending, and the weight before each position."""
    if weights is None:
        return [np.sort(part) for part in np.split(scores, ends[:-1])], [None] * ends.size
    parts, below = [], []
    for score, weight in zip(np.split(scores, ends[:-1]), np.split(weights, ends[:-1]), strict=True):
        order = np.argsort(score, kind="stable")
        parts.append(score[order])
        below.append(np.concatenate([[0.0], np.cumsum(weight[order])]))
    return parts, list(below)


def _wins(own: Array, other: Array, below: Array | None) -> Array:
    """For each own score, twice the weight of lower ones of the other class plus once that of equal ones."""
    left = np.searchsorted(other, own, side="left")
    right = left.copy()
    # a second search only where there is a tie to measure
    tied = np.flatnonzero(other.take(left, mode="clip") == own) if other.size else left[:0]
    right[tied] = np.searchsorted(other, own[tied], side="right")
    return left + right if below is None else below[left] + below[right]
