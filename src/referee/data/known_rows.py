"""Which rows of one table stand in another, by their keys, and what share of them; chance is allowed for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.row_keys import Keys, RowKeys
from referee.kinds import Array

SURE = 1e-6            # the chance of so many known rows that is taken for none
MISTAKEN = 0.1         # the chance of a mistaken row with which single rows are named
SHARE = 0.1            # of the rows, above which they are the same rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """Which rows of a table stand in another, as far as both were compared."""

    share: float           # of the rows, less what chance gives; an estimate where tables are large
    ours: Array            # rows that were found
    theirs: Array          # and where


def known_again(ours: RowKeys, theirs: RowKeys, *, tested: Array | None = None, there: Array | None = None,
                ) -> Known | None:
    """The share of our rows that are among theirs; None where nothing more is seen than chance would give.

    `tested` and `there` are masks: of our rows that are asked about, and of their rows that count.

    >>> from referee.data import load, subset
    >>> from referee.data.row_keys import row_keys
    >>> iris = load("iris")
    >>> half = subset(iris, np.arange(149, 0, -2))
    >>> known_again(row_keys(half.features), row_keys(iris.features)).share
    1.0
    """
    found = [seen for mine in ours.kinds for other in theirs.kinds if mine.kind == other.kind
             if (seen := _seen(mine, other, tested, there)) is not None]
    return max(found, key=lambda seen: seen.share, default=None)


def known_mask(ours: RowKeys, theirs: RowKeys) -> Array:
    """Which of our rows are among theirs, by any keys that tell rows apart and find more than chance would."""
    mask = np.zeros(ours.n_rows, dtype=bool)
    for mine in ours.kinds:
        for other in theirs.kinds:
            if mine.kind == other.kind and _chance(mine, other) <= MISTAKEN:
                hit = _where(mine.keys, other.keys) >= 0
                if _beyond_chance(int(hit.sum()), hit.size, _chance(mine, other)):
                    mask[mine.rows[hit]] = True
    return mask


def _seen(mine: Keys, other: Keys, tested: Array | None, there: Array | None) -> Known | None:
    asked = mine.keys[:, 0] <= np.uint64(min(mine.limit, other.limit))
    if tested is not None:
        asked &= tested[mine.rows]
    held = np.ones(other.rows.size, dtype=bool) if there is None else there[other.rows]
    where = _where(mine.keys[asked], other.keys[held])
    hit, of, chance = where >= 0, int(asked.sum()), _chance(mine, other)
    if not _beyond_chance(int(hit.sum()), of, chance):
        return None
    return Known(share=max(0.0, (float(hit.mean()) - chance) / (1 - chance)), ours=mine.rows[asked][hit],
                 theirs=other.rows[held][where[hit]])


def _where(mine: Array, other: Array) -> Array:
    """The place among the others of a row that shares a key, for each of ours; -1 where there is none."""
    where = np.full(mine.shape[0], -1)
    for order in range(mine.shape[1] if other.size else 0):
        ranks = np.argsort(other[:, order], kind="stable")
        place = np.minimum(np.searchsorted(other[ranks, order], mine[:, order]), ranks.size - 1)
        found = (other[ranks[place], order] == mine[:, order]) & (mine[:, order] != 0) & (where < 0)
        where[found] = ranks[place[found]]
    return where


def _chance(mine: Keys, other: Keys) -> float:
    return min(0.99, max(mine.chance, other.chance))


def _beyond_chance(hits: int, of: int, chance: float) -> bool:
    """Whether so many hits are more than chance gives: one more repeated row than was seen is allowed for."""
    if hits < 2:
        return False
    from scipy.stats import binom

    return bool(binom.sf(hits - 1, of, min(0.99, chance + 1 / max(of, 1))) < SURE)
