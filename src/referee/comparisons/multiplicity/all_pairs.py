"""Adjusted p-values when all pairs of k learners are compared: Shaffer and Bergmann–Hommel.

Shaffer, J. (1986). Modified sequentially rejective multiple test procedures. JASA 81, 826–831. Bergmann, B. and
Hommel, G. (1988). Improvements of general multiple test procedures. García, S. and Herrera, F. (2008). JMLR 9,
2677–2694.

If A = B and B = C then A = C, so not every set of pairs can be equal at once; both procedures use that and are
at least as powerful as Holm's. P-values come in the order (0,1), (0,2), …, (1,2), …. Bergmann–Hommel is the
closed test over all partitions of the learners; the published tables also force adjusted p-values to follow the
order of the raw ones, which `monotone=True` does (and is a little weaker).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from referee.comparisons.multiplicity.adjust import p_values
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Array, frozen_array

MOST = 9                # learners: 21,147 partitions


@door
def shaffer(p: Any) -> Array:
    """Shaffer's static procedure for the p-values of all pairs.

    >>> shaffer([0.01, 0.02, 0.04])         # after one rejection of three, only one equality can still hold
    array([0.03, 0.03, 0.04])
    """
    values = p_values(p)
    possible = np.array(sorted(true_counts(learners(len(values)))))
    order, m = np.argsort(values, kind="stable"), len(values)
    left = np.arange(m, 0, -1)
    factor = possible[np.searchsorted(possible, left, side="right") - 1]
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(np.maximum.accumulate(factor * values[order]), 1.0)
    return frozen_array(adjusted)


@door
def bergmann_hommel(p: Any, *, monotone: bool = False) -> Array:
    """Bergmann and Hommel's procedure for the p-values of all pairs of up to nine learners.

    >>> bergmann_hommel([0.01, 0.02, 0.04])
    array([0.03, 0.03, 0.04])
    """
    values = p_values(p)
    k = learners(len(values))
    if k > MOST:
        raise Undefined(f"{k} learners have too many partitions; beyond {MOST} use shaffer.")
    sets = exhaustive_sets(k)
    smallest = np.where(sets, values, np.inf).min(axis=1) * sets.sum(axis=1)
    adjusted = np.minimum(np.where(sets, smallest[:, None], 0.0).max(axis=0), 1.0)
    if monotone:
        order = np.argsort(values, kind="stable")
        adjusted[order] = np.maximum.accumulate(adjusted[order])
    return frozen_array(adjusted)


def learners(pairs: int) -> int:
    """How many learners have this many pairs."""
    k = (1 + math.isqrt(1 + 8 * pairs)) // 2
    if pairs < 1 or k * (k - 1) // 2 != pairs:
        raise BadInput(f"{pairs} p-values are not those of all pairs of k learners (1, 3, 6, 10, …).")
    return k


@lru_cache(maxsize=64)
def true_counts(k: int) -> frozenset[int]:
    """S(k): how many pairs can be equal at once (García and Herrera, section 2.2).

    >>> sorted(true_counts(4))
    [0, 1, 2, 3, 6]
    """
    if k < 2:
        return frozenset({0})
    return frozenset(j * (j - 1) // 2 + rest for j in range(1, k + 1) for rest in true_counts(k - j))


@lru_cache(maxsize=MOST)
def exhaustive_sets(k: int) -> Array:
    """Each set of pairs that can be exactly the true equalities, as a row of booleans."""
    pairs = list(combinations(range(k), 2))
    rows = [[block[i] == block[j] for i, j in pairs] for block in _partitions(k)]
    return frozen_array(np.array([row for row in rows if any(row)]))


def _partitions(k: int) -> Iterator[list[int]]:
    """Each partition of k learners once, as the block of each (restricted growth strings)."""
    def grow(blocks: list[int]) -> Iterator[list[int]]:
        if len(blocks) == k:
            yield blocks
            return
        for block in range(max(blocks) + 2):
            yield from grow([*blocks, block])
    yield from grow([0])
