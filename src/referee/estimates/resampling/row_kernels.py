"""Compiled passes over the rows of one resample: count the draws, then sums, cells and pairs from the counts.

`times` says how often each row was drawn, in one byte: that a row is drawn 256 times in n draws of n rows has a
chance below 1/256!, which is less than 10⁻⁵⁰⁰.
"""

from __future__ import annotations

import numpy as np

from referee.estimates.resampling.compiled import compiled
from referee.kinds import Array


@compiled
def count_draws(per_block: Array, which: Array, rest: Array, times: Array) -> None:
    """How often each row was drawn: so many draws in each block of 256 rows, each at a row of its block."""
    times[:] = 0
    at = 0
    for b in range(per_block.size):
        mine = times[b * 256:b * 256 + 256]
        for row in which[at:at + per_block[b]]:
            mine[row] += np.uint8(1)
        at += per_block[b]
    last = times[per_block.size * 256:]
    for row in rest:
        last[row] += np.uint8(1)


@compiled
def weighted_sums(times: Array, values: Array, out: Array) -> None:
    """Σ times·values for each row of `values`; three at a time, since turning bytes to floats is half of the work."""
    rows, n = values.shape
    whole = rows - rows % 3
    for j in range(0, whole, 3):
        a, b, c = 0.0, 0.0, 0.0
        first, second, third = values[j], values[j + 1], values[j + 2]
        for i in range(n):
            t = np.float64(times[i])
            a += t * first[i]
            b += t * second[i]
            c += t * third[i]
        out[j], out[j + 1], out[j + 2] = a, b, c
    for j in range(whole, rows):
        a, first = 0.0, values[j]
        for i in range(n):
            a += times[i] * first[i]
        out[j] = a


@compiled
def cell_counts(times: Array, cells: Array, out: Array) -> None:
    """How many draws fell into each cell; four sums side by side, as one would wait for its own last addition."""
    quarter, apart = times.size // 4, np.zeros((4, out.size), np.uint32)
    for i in range(quarter):
        j = 4 * i
        apart[0, cells[j]] += times[j]
        apart[1, cells[j + 1]] += times[j + 1]
        apart[2, cells[j + 2]] += times[j + 2]
        apart[3, cells[j + 3]] += times[j + 3]
    for i in range(4 * quarter, times.size):
        apart[0, cells[i]] += times[i]
    for k in range(out.size):
        out[k] = apart[0, k] + apart[1, k] + apart[2, k] + apart[3, k]


@compiled
def reordered(times: Array, order: Array, out: Array) -> None:
    """The counts in another order of the rows."""
    for i in range(order.size):
        out[i] = times[order[i]]


@compiled
def pairs_in_order(times: Array, mask: Array, ties: Array) -> tuple[np.int64, np.int64]:
    """Twice the (positive, negative) pairs in the right order, ties half, and the positives drawn.

    `mask` is 255 for positives and 0 for negatives, from the lowest score up, negatives first among equals; `ties`
    holds where the negatives and the positives of each tied score begin, and where they end. Within 64 rows all fits
    into 32 bits.
    """
    full = times.size // 64
    hit, miss = np.empty(64, np.uint16), np.empty(64, np.uint16)
    below, wins, positives = np.uint64(0), np.uint64(0), np.uint64(0)
    for b in range(full):
        here, masked = times[64 * b:64 * b + 64], mask[64 * b:64 * b + 64]
        for i in range(64):
            hit[i], miss[i] = here[i] & masked[i], here[i] & ~masked[i]
        low, hits, won = np.uint32(0), np.uint32(0), np.uint32(0)
        for i in range(64):
            low = np.uint32(low + miss[i])
            hits = np.uint32(hits + hit[i])
            won = np.uint32(won + np.uint32(hit[i]) * low)
        wins += np.uint64(hits) * below + np.uint64(won)
        below += np.uint64(low)
        positives += np.uint64(hits)
    for i in range(64 * full, times.size):
        below += np.uint64(times[i] & ~mask[i])
        wins += np.uint64(times[i] & mask[i]) * below
        positives += np.uint64(times[i] & mask[i])
    half = 0                                   # tied negatives were counted whole
    for g in range(ties.shape[0]):
        negatives, tied = 0, 0
        for i in range(ties[g, 0], ties[g, 1]):
            negatives += times[i]
        for i in range(ties[g, 1], ties[g, 2]):
            tied += times[i]
        half += negatives * tied
    return 2 * np.int64(wins) - half, np.int64(positives)
