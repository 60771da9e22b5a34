"""Equal rows, found by hashing: one 64-bit number a row, whatever the number of columns.

The hash is that of splitmix64 (Steele, Lea & Flood 2014, OOPSLA), chained over the columns; two different
rows of a million share one with probability below 1e-7. Missing values are equal to each other here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def row_hashes(*tables: Array) -> Array:
    """One number a row over all columns of the tables; equal rows have equal numbers.

    >>> a, b, c = row_hashes(np.array([[1.0, np.nan], [1.0, np.nan], [np.nan, 1.0]]))
    >>> bool(a == b), bool(a == c)
    (True, False)
    """
    hashes = np.zeros(tables[0].shape[0], dtype=np.uint64)
    for table in tables:
        for column in table.reshape(table.shape[0], -1).T:
            hashes += _bits(column)
            hashes += GOLDEN
            _mix(hashes)
    return hashes


def column_hashes(columns: Sequence[Array]) -> list[Array]:
    """One number a cell, another one for each column: their sum over columns tells rows apart, whatever is left out.

    >>> a, b = column_hashes([np.array([1, 1]), np.array([1, 2])])
    >>> bool(a[0] == a[1]), bool(a[0] == b[0])
    (True, False)
    """
    hashes = []
    for position, column in enumerate(columns, start=1):
        cells = _bits(column) + np.array(int(GOLDEN) * position % 2**64, dtype=np.uint64)
        _mix(cells)
        hashes.append(cells)
    return hashes


def _bits(column: Array) -> Array:
    """The bits of a column's values, one pattern for each value: one NaN, one zero."""
    if column.dtype.kind in "iub":
        return column.astype(np.int64).view(np.uint64)
    return plain_floats(column).astype(np.float64, copy=False).view(np.uint64)


def plain_floats(column: Array) -> Array:
    """A contiguous copy with one bit pattern for each value: -0.0 becomes 0.0, every NaN the same NaN."""
    plain: Array = column + column.dtype.type(0)
    plain[np.isnan(plain)] = np.nan
    return plain


def mixed(numbers: Array) -> Array:
    """Other numbers, one for each, without a pattern: the last step of splitmix64."""
    mixed = numbers + GOLDEN
    _mix(mixed)
    return mixed


def _mix(z: Array) -> None:
    z ^= z >> np.uint64(30)
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """How many rows repeat an earlier one, and how many contradict another one."""

    repeated: int           # equal to an earlier row in features and target
    contradicting: int      # equal to another row in features, not in target


def count_repeats(matrix: Array, y: Array) -> Repeats:
    """Rows that are equal to others.

    >>> count_repeats(np.array([[1.0], [1.0], [1.0], [2.0]]), np.array([0, 0, 1, 1]))
    Repeats(repeated=1, contradicting=3)
    """
    features, whole = row_hashes(matrix), row_hashes(matrix, y)
    order = np.argsort(features)
    starts = _starts(features[order])
    sizes = np.diff(np.r_[starts, features.size])
    differ = np.maximum.reduceat(whole[order], starts) != np.minimum.reduceat(whole[order], starts)
    return Repeats(repeated=whole.size - count_distinct(whole),
                   contradicting=int(sizes[differ].sum()))


def count_distinct(values: Array) -> int:
    """How many different values there are.

    >>> count_distinct(np.array([3, 1, 3]))
    2
    """
    return int(_starts(np.sort(values)).size)


def _starts(ordered: Array) -> Array:
    """Where each run of equal values begins."""
    return np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
