"""By what the rows of a table are known again: in another order, in part, with other names, with corrected cells.

A key of a row is a number made of some of its cells (row_tokens.py): the first in an order by hashes, weighted by what
each cell tells (weighted min-hash: Broder 1997; Efraimidis & Spirakis 2006), until they tell so many digits. Four keys
are made by four such orders, and a row is known again by any: one changed cell spoils only the keys that it is in.
Columns count by what stands in them. Where that is too coarse, keys bound to the places of the columns and to their
names are kept too.

How coarse it is, the table says itself: the share of rows whose key another row has too is, by Good and Turing, the
chance that a new row of the same kind is taken for an old one. Keys are kept at the fewest digits with which that is
small, at the next more, and over whole rows; a table whose rows are not told apart even so has none, and nothing is
claimed.

Of a large table the rows with the smallest keys are kept (bottom-k: Cohen & Kaplan 2007), which are the same rows
wherever they stand, so that the share two tables have in common can be told from a thousand rows each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from referee.data.features import Features
from referee.data.forms import MOST_LOOKED_AT, is_sparse
from referee.data.row_tokens import Tokens, hashed, tokens_of
from referee.data.rows import mixed
from referee.kinds import Array, frozen_array

ORDERS = 4
DIGITS = (5, 8, 14, 24)
WHOLE = 0                          # stands for: as many digits as there are
SAMPLE = 1024
ONCE = 65_536                      # rows worked on at a time
MOST_CELLS = 48                    # of a row that the longest key but the whole one may need
KNOWN, AT_MOST = 0.25, 0.5         # chances of a mistaken row: for keys of some cells, for whole rows
ROOM = 1.3                         # the rows that a table could hold must be so many powers of ten more than it holds
BARE, PLACES, NAMES = "values", "places", "names"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Keys:
    """Keys of one kind: cells by value alone, or by column too; of so many digits."""

    by: str
    digits: int
    chance: float          # that a new row of the same kind is taken for one of these
    rows: Array            # which rows they are of
    keys: Array            # rows by orders; 0: none
    limit: int             # keys of the first order up to this one are there; above it they were left out

    @property
    def kind(self) -> tuple[str, int]:
        """What must agree for two sets of keys to be compared."""
        return self.by, self.digits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowKeys:
    """By what the rows of a table are known again; without any keys, they are not."""

    n_rows: int
    kinds: tuple[Keys, ...] = ()


def row_keys(features: Features | None, *, only: Array | None = None, most: int | None = SAMPLE) -> RowKeys:
    """The keys of a table's rows, or of some rows of it; `most` of them, or all.

    >>> from referee.data import load
    >>> found = row_keys(load("iris").features)
    >>> [(keys.by, keys.digits, keys.keys.shape) for keys in found.kinds]
    [('values', 5, (150, 4)), ('values', 8, (150, 4)), ('values', 0, (150, 1))]
    """
    n = 0 if features is None else features.n_rows
    if features is None or not features.columns or not _fits(features):
        return RowKeys(n_rows=n)
    table = tokens_of(features)
    if table.capacity < np.log10(max(n, 1)) + ROOM:
        return RowKeys(n_rows=n)
    wanted = np.arange(n) if only is None else np.asarray(only)
    kinds = _kinds(BARE, table, wanted, most)
    if all(keys.digits == WHOLE for keys in kinds):
        places = [f"place {i}" for i in range(len(features.columns))]
        names = [f"name {column.name}" for column in features.columns]
        kinds += [keys for by, texts in ((PLACES, places), (NAMES, names))
                  for keys in _kinds(by, _bound(table, texts), wanted, most)]
    return RowKeys(n_rows=n, kinds=tuple(kinds))


def keys_apart(features: Features | None, rows: Array) -> RowKeys:
    """The keys of some rows by which they are told from all the others of their table."""
    found = row_keys(features, most=None)
    chosen = np.isin(np.arange(found.n_rows), rows)
    return replace(found, kinds=tuple(
        replace(keys, rows=keys.rows[chosen], keys=frozen_array(_not_in(keys.keys[chosen], keys.keys[~chosen])))
        for keys in found.kinds))


def _not_in(keys: Array, others: Array) -> Array:
    shared = np.column_stack([np.isin(one, other) for one, other in zip(keys.T, others.T, strict=True)])
    return np.where(shared, np.uint64(0), keys)


def _fits(features: Features) -> bool:
    """Whether the table can be gone through: a sparse one may be too large to be written out."""
    return not is_sparse(features.given) or features.n_rows * features.n_columns <= MOST_LOOKED_AT


def _bound(table: Tokens, columns: Iterable[str]) -> Tokens:
    return replace(table, tokens=mixed(table.tokens + np.array([hashed(text) for text in columns], dtype=np.uint64)))


def _kinds(by: str, table: Tokens, wanted: Array, most: int | None) -> list[Keys]:
    """The kinds of keys that tell rows apart: at the fewest digits, at the next more, and over all cells."""
    first = _keys(table.tokens, table.weights, 0, (*DIGITS, WHOLE))
    chances = {digits: min(1.0, _repeated(keys) * (1 if digits == WHOLE else ORDERS)) for digits, keys in first.items()}
    usable = [digits for digits in DIGITS if chances[digits] <= KNOWN][:2]
    usable += [WHOLE] if chances[WHOLE] <= AT_MOST else []
    found = []
    for digits in usable:
        rows, limit = _smallest(first[digits], wanted, most)
        tokens, weights = table.tokens[rows], table.weights[rows]
        more = [_keys(tokens, weights, order, (digits,))[digits] for order in range(1, ORDERS if digits else 1)]
        found.append(Keys(by=by, digits=digits, chance=chances[digits], rows=frozen_array(rows), limit=limit,
                          keys=frozen_array(np.column_stack([first[digits][rows], *more]))))
    return found


def _smallest(keys: Array, rows: Array, most: int | None) -> tuple[Array, int]:
    """The rows whose keys are the smallest, and the largest of these."""
    if most is None or rows.size <= most:
        return rows, 2**64 - 1
    chosen = rows[np.argsort(keys[rows], kind="stable")[:most]]
    return chosen, int(keys[chosen[-1]])


def _keys(tokens: Array, weights: Array, order: int, levels: tuple[int, ...]) -> dict[int, Array]:
    """One key a row for each number of digits."""
    found = {digits: np.zeros(tokens.shape[0], dtype=np.uint64) for digits in levels}
    for start in range(0, tokens.shape[0], ONCE):
        some = slice(start, start + ONCE)
        for digits, keys in _some_keys(tokens[some], weights[some], order, levels).items():
            found[digits][some] = keys
    return found


def _some_keys(tokens: Array, weights: Array, order: int, levels: tuple[int, ...]) -> dict[int, Array]:
    hashes = mixed(tokens + hashed(f"order {order}"))
    found = {}
    if WHOLE in levels:
        found[WHOLE] = _joined(hashes, weights > 0)
    if set(levels) == {WHOLE}:
        return found
    with np.errstate(divide="ignore"):
        places = ((hashes >> np.uint64(40)).astype(np.float32) + 1) / weights
    if places.shape[1] > MOST_CELLS:
        near = np.argpartition(places, MOST_CELLS - 1, axis=1)[:, :MOST_CELLS]
        places, hashes, weights = (np.take_along_axis(of, near, axis=1) for of in (places, hashes, weights))
    ranks = np.argsort(places, axis=1)
    hashes, weights = (np.take_along_axis(of, ranks, axis=1) for of in (hashes, weights))
    before = np.cumsum(weights, axis=1) - weights
    return found | {digits: _joined(hashes, (before < digits) & (weights > 0)) for digits in levels if digits != WHOLE}


def _joined(hashes: Array, taken: Array) -> Array:
    """One number for the cells taken, in whatever order they stand; 0 where none is."""
    sums = np.where(taken, hashes, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return np.where(taken.any(axis=1), np.maximum(mixed(sums), np.uint64(1)), np.uint64(0))


def _repeated(keys: Array) -> float:
    """The share of rows whose key another row has too, or that have none."""
    ordered = np.sort(keys)
    same = ordered[1:] == ordered[:-1]
    repeated = np.r_[False, same] | np.r_[same, False] | (ordered == 0)
    return float(repeated.mean())
