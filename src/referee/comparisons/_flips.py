"""Sums of randomly sign-flipped rows, without ever holding an n × B matrix.

Cases are taken in groups of eight; the 256 signed sums of a group form a table, and one random byte per flip picks
from it. Eight cases then cost one look-up per flip instead of eight products (the method of four Russians: Arlazarov
et al. 1970), and the memory is eight tables and one vector of sums. Long runs are compiled, with the same bytes.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

WORTH_COMPILING = 2**28     # table look-ups: about the second or two that importing and compiling take
EXACT_UNITS = 18            # 2^18 assignments are enumerated rather than drawn
AT_ONCE = 64                # cases behind one random word of eight bytes


def flipped_sums(d: Array, flips: int, random: np.random.Generator) -> Array:
    """Sums of the rows of d (n × m) under `flips` random sign vectors, the same for all m columns."""
    add = _compiled if len(d) / 8 * d.shape[1] * flips >= WORTH_COMPILING else _plain
    sums = np.zeros((flips, d.shape[1]))
    for start in range(0, len(d), AT_ONCE):
        rows = d[start:start + AT_ONCE]
        if len(rows) % 8:
            rows = np.concatenate([rows, np.zeros((-len(rows) % 8, d.shape[1]))])      # a zero adds nothing
        codes = random.integers(0, 2**64, size=flips, dtype=np.uint64).astype("<u8", copy=False).view(np.uint8)
        tables = np.stack([all_flipped_sums(part) for part in rows.reshape(-1, 8, d.shape[1])])
        add(codes.reshape(flips, 8), tables, sums)
    return sums


def _plain(codes: Array, tables: Array, sums: Array) -> None:
    for g, table in enumerate(tables):
        sums += table[codes[:, g]]


def _compiled(codes: Array, tables: Array, sums: Array) -> None:
    from referee.comparisons._kernels import add_flipped, add_flipped_rows

    if len(tables) < 8:
        tables = np.concatenate([tables, np.zeros((8 - len(tables), *tables.shape[1:]))])
    if sums.shape[1] == 1:
        add_flipped(codes, tables[:, :, 0].copy(), sums[:, 0])
    else:
        add_flipped_rows(codes, tables, sums)


def all_flipped_sums(d: Array) -> Array:
    """Sums of the rows of d under all 2ⁿ sign vectors; the first is that of the signs as observed."""
    if len(d) > 8:
        first, rest = all_flipped_sums(d[:8]), all_flipped_sums(d[8:])
        return (rest[:, None] + first).reshape(-1, d.shape[1])
    sums = np.zeros((1, d.shape[1]))
    for row in d:
        sums = np.concatenate([sums + row, sums - row])
    return sums
