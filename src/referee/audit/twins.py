"""Rows that are the same, or nearly: found by sums of column hashes, in time and memory linear in the rows.

Two rows are exact twins when all their values are equal. They are near twins when they agree in all columns but one, or
in all columns to three significant digits; that is only asked where there are enough columns with many different
values, because in a table of a few coarse columns rows agree by chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.kinds import Array
from referee.seeds import stream

FINE = 20           # a column with at least this many different values tells rows apart
ENOUGH_FINE = 4     # so many fine columns make an agreement by chance incredible


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Twins:
    """A code for each row: equal codes are twins, −1 has none."""

    exact: Array
    near: Array


def twins(matrix: Array) -> Twins:
    """The twins among the rows of a matrix of numbers; missing values are equal to each other.

    >>> found = twins(np.array([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]))
    >>> found.exact.tolist(), found.near.tolist()
    ([0, -1, 0], [-1, -1, -1])
    """
    exact = _shared(row_hash(matrix, "exact"))
    fine = [j for j in range(matrix.shape[1]) if np.unique(matrix[:, j]).size >= FINE]
    if len(fine) < ENOUGH_FINE:
        return Twins(exact=exact, near=np.full(matrix.shape[0], -1))
    near = _shared(row_hash(_rounded(matrix), "rounded"))
    near = np.where(near >= 0, near, _all_but_one(matrix, fine))
    return Twins(exact=exact, near=np.where(exact >= 0, -1, near))


def pairs_by_chance(matrix: Array) -> float:
    """How many pairs of rows would agree in everything, were the columns independent: n²/2 · Π Σ p².

    Columns that go together make it more; where this is not tiny, rows that agree need not be copies. Shares are those
    among different rows: copies by the hundred would make every value look common.

    >>> pairs_by_chance(np.array([[0, 1, 0, 1], [0, 0, 1, 1]]).T.astype(float))
    1.5
    """
    n = matrix.shape[0]
    _, first = np.unique(row_hash(matrix, "exact"), return_index=True)
    agree = 1.0
    for column in matrix[first].T:
        _, counts = np.unique(column, return_counts=True)
        agree *= float(((counts / first.size) ** 2).sum())
    return float(agree * n * (n - 1) / 2)


def _column_hash(column: Array, salt: int) -> Array:
    """A 64-bit number for each value: multiply and shift, as splitmix64 does."""
    plain = np.asarray(column, dtype=np.float64) + 0.0            # −0 becomes 0
    bits = np.where(np.isnan(plain), np.nan, plain).view(np.uint64) ^ np.uint64(salt)
    with np.errstate(over="ignore"):
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
        mixed: Array = bits ^ (bits >> np.uint64(31))
    return mixed


def _salts(n: int, purpose: str) -> list[int]:
    return [int(salt) for salt in stream(0, "twins", purpose).integers(1, 2**63, size=n)]


def row_hash(matrix: Array, purpose: str) -> Array:
    """A 64-bit number for each row, which two rows share, but by an accident, only where all their values are equal."""
    total = np.zeros(matrix.shape[0], dtype=np.uint64)
    for column, salt in zip(matrix.T, _salts(matrix.shape[1], purpose), strict=True):
        total += _column_hash(column, salt)
    return total


def _rounded(matrix: Array, digits: int = 3) -> Array:
    """Every number to three significant digits of its column's spread."""
    scale = np.nanstd(matrix, axis=0)
    step = 10.0 ** (np.floor(np.log10(np.where(scale > 0, scale, 1.0))) - digits + 1)
    rounded: Array = np.round(matrix / step)
    return rounded


def _all_but_one(matrix: Array, fine: list[int]) -> Array:
    """Rows that agree in all columns but one: the sum of the hashes without each column in turn."""
    salts = _salts(matrix.shape[1], "but one")
    hashes = [_column_hash(column, salt) for column, salt in zip(matrix.T, salts, strict=True)]
    total = np.zeros(matrix.shape[0], dtype=np.uint64)
    for one in hashes:
        total += one
    code = np.full(matrix.shape[0], -1)
    used = 0
    for j, one in enumerate(hashes):
        if len(fine) - (j in fine) < ENOUGH_FINE:
            continue
        found = _shared(total - one)
        new = (found >= 0) & (code < 0)
        code[new] = found[new] + used
        used += int(found.max(initial=-1)) + 1
    return code


def _shared(hashes: Array) -> Array:
    """A small code for hashes that occur more than once, −1 for the others."""
    _, where, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    number = np.where(counts > 1, np.cumsum(counts > 1) - 1, -1)
    code: Array = number[where.reshape(-1)]
    return code
