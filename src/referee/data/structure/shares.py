"""How much of a column's variance is left within the values of another, and what their neighbours leave."""

from __future__ import annotations

import numpy as np

from referee.kinds import Array


def within(values: Array, codes: Array) -> float:
    """The share of the variance that is left within the codes, corrected for how many codes there are (ω²'s way).

    >>> within(np.array([1.0, 1.0, 5.0, 5.0]), np.array([0, 0, 1, 1]))
    0.0
    """
    counts = np.bincount(codes)
    means = np.bincount(codes, values) / np.maximum(counts, 1)
    spare = values.size - np.count_nonzero(counts)
    total = float(np.square(values - values.mean()).sum())
    if total <= 0 or spare <= 0:
        return 1.0
    return float(np.square(values - means[codes]).sum() / spare / (total / (values.size - 1)))


def across(values: Array, codes: Array) -> float:
    """The same share where each row is told from the two codes beside its own: small where the codes are a scale.

    >>> across(np.arange(20.0), np.arange(20) // 2) < 0.1
    True
    """
    counts = np.bincount(codes)
    sums, there = np.bincount(codes, values), counts > 0
    counts, sums, place = counts[there], sums[there], np.cumsum(there) - 1
    around = np.r_[counts[1:], 0] + np.r_[0, counts[:-1]]
    told = (np.r_[sums[1:], 0.0] + np.r_[0.0, sums[:-1]]) / np.maximum(around, 1)
    total = float(np.square(values - values.mean()).sum())
    return float(np.square(values - told[place[codes]]).sum()) / total if total > 0 else 1.0


def neighbours(values: Array) -> float:
    """The correlation of each row with the next (lag one).

    >>> round(neighbours(np.arange(100.0)), 2)
    0.97
    """
    centred = values - values.mean()
    total = float(np.square(centred).sum())         # no @: BLAS would wake its threads for each column, and they spin
    return float((centred[1:] * centred[:-1]).sum()) / total if total > 0 else 0.0


def told_by(values: Array, by: Array, bins: int = 50) -> float:
    """The share of the variance of `values` that bins of `by` explain, each row told from the others of its bin.

    Equal values of `by` stay in one bin. The step function needs no shape, only that neighbours in `by` are alike.

    >>> x = np.arange(1000.0)
    >>> told_by(np.exp(-x / 100), x) > 0.99, told_by(np.sin(x), x) < 0.05
    (True, True)
    """
    n = by.size
    order = np.argsort(by, kind="stable")
    first = np.searchsorted(by[order], by[order])
    codes = np.empty(n, dtype=np.int64)
    codes[order] = first * max(2, min(bins, n // 10)) // n
    counts, sums = np.bincount(codes), np.bincount(codes, values)
    others = counts[codes] - 1
    alone = np.where(others > 0, (sums[codes] - values) / np.maximum(others, 1), values.mean())
    total = float(np.square(values - values.mean()).sum())
    return 1 - float(np.square(values - alone).sum()) / total if total > 0 else 0.0
