"""Isotonic frequencies by pooling adjacent violators, many sequences at once.

Ayer, Brunk, Ewing, Reid & Silverman (1955), Annals of Mathematical Statistics 26: neighbours that fall where they
should rise are pooled until none are left, in any order. Here all runs that fall are pooled in one pass over the array;
a run a > b > c is pooled as a whole, since the mean of its beginning stays above what follows. Sums are kept, not
means, so whole counts are pooled without rounding.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

MOST_PASSES = 50        # nearly always a dozen do; sequences made to need one a pool are finished one by one


def isotonic(hits: Array, weight: Array) -> Array:
    """The non-decreasing values nearest to hits / weight by weighted squares, along the last axis; weights above 0.

    >>> isotonic(np.array([1.0, 0.0, 2.0, 1.0]), np.array([1.0, 1.0, 2.0, 2.0])).round(3).tolist()
    [0.5, 0.5, 0.75, 0.75]
    """
    hits, weight = np.broadcast_arrays(np.asarray(hits, dtype=float), np.asarray(weight, dtype=float))
    shape, begins = hits.shape, np.arange(hits.size)
    opens = begins % shape[-1] == 0                 # the first of each sequence has no neighbour before it
    hits, weight = hits.ravel(), weight.ravel()
    for _ in range(MOST_PASSES):
        falls = _falls(hits / weight, opens)
        if not falls.any():
            break
        kept = np.flatnonzero(~falls)
        hits, weight = np.add.reduceat(hits, kept), np.add.reduceat(weight, kept)
        begins, opens = begins[kept], opens[kept]
    else:
        kept, hits, weight = _one_by_one(hits, weight, opens)
        begins = begins[kept]
    lengths = np.diff(begins, append=np.prod(shape, dtype=int))
    return np.repeat(hits / weight, lengths).reshape(shape)


def _falls(value: Array, opens: Array) -> Array:
    """Which pools do not lie above the one before them; equal ones are pooled too, so that few are left to look at."""
    falls = np.zeros(value.size, dtype=bool)
    falls[1:] = value[:-1] >= value[1:]
    return falls & ~opens


def _one_by_one(hits: Array, weight: Array, opens: Array) -> tuple[Array, Array, Array]:
    """The rest, from left to right: which pools stay, and their sums."""
    kept: list[int] = []
    sums: list[float] = []
    masses: list[float] = []
    for i, (hit, mass, alone) in enumerate(zip(hits.tolist(), weight.tolist(), opens.tolist(), strict=True)):
        at = i
        while not alone and sums[-1] * mass >= hit * masses[-1]:
            at, hit, mass = kept.pop(), hit + sums.pop(), mass + masses.pop()       # noqa: PLW2901 - pooled
            alone = bool(opens[at])                                                 # noqa: PLW2901
        kept.append(at)
        sums.append(hit)
        masses.append(mass)
    return np.array(kept, dtype=int), np.array(sums), np.array(masses)
