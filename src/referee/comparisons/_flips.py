"""Sums of randomly sign-flipped rows, without ever holding an n × B matrix.

Cases are taken in groups; the 2^g signed sums of a group form a table, and g random bits per flip pick
from it. Sixteen cases then cost one look-up per flip instead of sixteen products (the method of four
Russians: Arlazarov et al. 1970), and the memory is one table and one vector of sums.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

MANY = 2**14                # flips from which the larger table pays for itself
EXACT_UNITS = 18            # 2^18 assignments are enumerated rather than drawn


def flipped_sums(d: Array, flips: int, random: np.random.Generator) -> Array:
    """Sums of the rows of d (n × m) under `flips` random sign vectors, the same for all m columns."""
    bits = 16 if flips >= MANY else 8
    sums, picked = np.zeros((d.shape[1], flips)), np.empty(flips)
    for start in range(0, len(d), bits):
        tables = all_flipped_sums(d[start:start + bits]).T
        code = random.integers(tables.shape[1], size=flips, dtype=np.uint16).astype(np.intp)
        for j, table in enumerate(np.ascontiguousarray(tables)):
            sums[j] += np.take(table, code, out=picked, mode="clip")    # "clip" spares a copy; no code is outside
    return sums.T


def all_flipped_sums(d: Array) -> Array:
    """Sums of the rows of d under all 2ⁿ sign vectors; the first is that of the signs as observed."""
    if len(d) > 8:
        first, rest = all_flipped_sums(d[:8]), all_flipped_sums(d[8:])
        return (rest[:, None] + first).reshape(-1, d.shape[1])
    sums = np.zeros((1, d.shape[1]))
    for row in d:
        sums = np.concatenate([sums + row, sums - row])
    return sums
