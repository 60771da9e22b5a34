"""Wilcoxon's signed-rank test for all pairs of many models at once, as `wilcoxon` does it for one.

Differences of all pairs are ranked side by side. Zeros are Pratt's: ranked, then left out. Pairs are in the order
(0,1), (0,2), …, (1,2), …; a difference is the first minus the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons.data_sets.wilcoxon import EXACT, PAIRWISE, interval_rank, null_law
from referee.estimates._base import check_level
from referee.kinds import Array, frozen_array

AT_ONCE = 2**22         # pairwise means held at a time


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WilcoxonPairs:
    """For each pair: the p-value, the median difference with its interval, and who scored higher how often."""

    pairs: tuple[tuple[int, int], ...]
    p: Array
    excess: Array           # the rank sum for the first minus that for the second
    difference: Array       # Hodges and Lehmann's
    low: Array              # −inf and inf where the units are too few for an interval
    high: Array
    wins: Array
    losses: Array
    ties: Array
    exact: Array


def wilcoxon_pairs(scores: Any, *, pairs: Any = None, level: float = 0.95) -> WilcoxonPairs:
    """All pairs of columns over the rows; or those of `pairs`.

    >>> wilcoxon_pairs([[90, 82], [93, 76], [80, 85], [85, 75], [77, 82]]).p
    array([0.3125])
    """
    check_level(level)
    x = matrix(scores, "scores", rows=1)
    i, j = np.triu_indices(x.shape[1], 1) if pairs is None else np.asarray(pairs, int).reshape(-1, 2).T
    parts = [_block(x, i[at], j[at], level) for at in _blocks(len(i), len(x))]
    whole = [np.concatenate(column) for column in zip(*parts, strict=True)]
    p, excess, difference, low, high, wins, losses, ties, exact = map(frozen_array, whole)
    return WilcoxonPairs(pairs=tuple(zip(i.tolist(), j.tolist(), strict=True)), p=p, excess=excess,
                         difference=difference, low=low, high=high, wins=wins, losses=losses, ties=ties, exact=exact)


def wilcoxon_pairs_p(scores: Any) -> Array:
    """The p-values of all pairs of columns alone, in a tenth of the time: no medians, no intervals.

    >>> wilcoxon_pairs_p([[90, 82], [93, 76], [80, 85], [85, 75], [77, 82]])
    array([0.3125])
    """
    x = matrix(scores, "scores", rows=1)
    _, ranks, signs = _signed_ranks(x, *np.triu_indices(x.shape[1], 1))
    return frozen_array(_p(ranks, signs)[0])


def _blocks(pairs: int, n: int) -> Iterator[slice]:
    size = max(1, AT_ONCE // (n * (n + 1) // 2))
    yield from (slice(start, start + size) for start in range(0, pairs, size))


def _block(x: Array, i: Array, j: Array, level: float) -> tuple[Array, ...]:
    d, ranks, signs = _signed_ranks(x, i, j)
    wins, losses = (signs > 0).sum(axis=1), (signs < 0).sum(axis=1)
    p, exact = _p(ranks, signs)
    middle, low, high = _hodges_lehmann(np.where(signs == 0, 0.0, d), level)
    return p, (ranks * signs).sum(axis=1), middle, low, high, wins, losses, (signs == 0).sum(axis=1), exact


def _signed_ranks(x: Array, i: Array, j: Array) -> tuple[Array, Array, Array]:
    """Differences, mid-ranks of their sizes and their signs, one pair a row."""
    a, b = x[:, i].T, x[:, j].T
    d = a - b
    largest = np.abs(x).max(axis=0)
    place = _tied(np.abs(d), ROUNDING * np.maximum(largest[i], largest[j])[:, None])
    return d, _midranks(place), np.where(place == 0, 0.0, np.sign(d))


def _tied(size: Array, rounding: Array) -> Array:
    """Places 0, 1, … of the sizes within each row; those apart by rounding only share one, and 0 is for zeros."""
    order = np.argsort(size, axis=1, kind="stable")
    sorted_sizes = np.take_along_axis(size, order, axis=1)
    steps = np.diff(sorted_sizes, prepend=0.0, axis=1) > rounding
    place = np.empty(size.shape, np.int64)
    np.put_along_axis(place, order, np.cumsum(steps, axis=1), axis=1)
    return place


def _midranks(place: Array) -> Array:
    """Mid-ranks within each row, from places that count up without gaps."""
    rows, n = place.shape
    flat = place + (np.arange(rows) * (n + 1))[:, None]
    counts = np.bincount(flat.ravel(), minlength=rows * (n + 1)).reshape(rows, n + 1)
    ranks: Array = np.take_along_axis(np.cumsum(counts, axis=1) - (counts - 1) / 2, place, axis=1)
    return ranks


def _p(ranks: Array, signs: Array) -> tuple[Array, Array]:
    """Two-sided p-values: exact up to 50 nonzero differences, by the normal law beyond."""
    from scipy import special

    moving = signs != 0
    excess, spread = (ranks * signs).sum(axis=1), np.sqrt((ranks**2 * moving).sum(axis=1))
    p = 2 * special.ndtr(-np.abs(excess) / np.where(spread > 0, spread, 1.0))
    exact = moving.sum(axis=1) <= EXACT
    for row in np.flatnonzero(exact):
        mine = ranks[row, moving[row]]
        below = null_law(tuple(np.sort(np.rint(2 * mine)).astype(int).tolist()))
        at = round(2 * float(ranks[row, signs[row] > 0].sum()))
        p[row] = min(1.0, 2 * min(float(below[at]), float(below[-1 - at])))
    return p, exact


def _hodges_lehmann(d: Array, level: float) -> tuple[Array, Array, Array]:
    """The median of all pairwise means of each row, and the means that limit its interval."""
    n = d.shape[1]
    none = np.full(len(d), np.inf)
    if n > PAIRWISE:
        return np.median(d, axis=1), -none, none
    i, j = np.triu_indices(n)
    means = (d[:, i] + d[:, j]) / 2
    m, rank = len(i), interval_rank(n, level)
    halves = [(m - 1) // 2, m // 2]
    limits = [rank - 1, m - rank] if rank >= 1 else []
    means.partition(sorted({*halves, *limits}), axis=1)
    middle = means[:, halves].mean(axis=1)
    if rank < 1:
        return middle, -none, none
    return middle, means[:, rank - 1], means[:, m - rank]


def data_sets_needed(pairs: int, level: float = 0.95) -> int:
    """The smallest number of data sets at which any of so many Holm-adjusted exact two-sided p-values can pass.

    >>> data_sets_needed(1), data_sets_needed(190)
    (6, 13)
    """
    return int(np.ceil(1 + np.log2(pairs / (1 - check_level(level))) - 1e-9))
