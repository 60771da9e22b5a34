"""Compiled loops of the comparisons; random numbers are given to them, see `referee.estimates.resampling.compiled`."""

from __future__ import annotations

import numpy as np

from referee.estimates.resampling.compiled import compiled
from referee.kinds import Array


@compiled
def add_flipped(codes: Array, tables: Array, sums: Array) -> None:
    """Add to each flip the signed sums that its eight bytes pick: tables is (8, 256), one of eight cases each."""
    for f in range(codes.shape[0]):
        total = sums[f]
        for g in range(8):
            total += tables[g, codes[f, g]]
        sums[f] = total


@compiled
def add_flipped_rows(codes: Array, tables: Array, sums: Array) -> None:
    """The same for several columns: tables is (8, 256, m) and sums (flips, m)."""
    columns = sums.shape[1]
    for f in range(codes.shape[0]):
        mine = sums[f]
        for g in range(8):
            picked = tables[g, codes[f, g]]
            for j in range(columns):
                mine[j] += picked[j]


@compiled
def staircase_shares(weights: Array, order: Array, left: Array, right: Array, shares: Array) -> None:
    """For each draw (column of `weights`) the weight of the pairs below and above the region, 64 draws at a time.

    `running[i]` is the weight of the first i points in order; a stair says how many of them lie below (left) or
    not above (right) with a point.
    """
    points, draws = weights.shape
    running = np.zeros((points + 1, 64), np.float32)
    low, high = np.empty(64, np.float32), np.empty(64, np.float32)
    for start in range(0, draws, 64):
        size = min(64, draws - start)
        for i in range(points):
            mine, before, after = weights[order[i], start:start + size], running[i], running[i + 1]
            for b in range(size):
                after[b] = before[b] + mine[b]
        low[:] = 0
        high[:] = 0
        for i in range(points):
            mine, below, upto = weights[order[i], start:start + size], running[left[i]], running[right[i]]
            for b in range(size):
                low[b] += mine[b] * below[b]
                high[b] += mine[b] * upto[b]
        for b in range(size):
            shares[0, start + b] = low[b]
            shares[1, start + b] = np.float32(1) - high[b]
