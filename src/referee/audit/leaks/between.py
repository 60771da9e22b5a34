"""Rows that lie exactly between two others of their class: made by SMOTE or another mixing of neighbours."""

from __future__ import annotations

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array
from referee.seeds import stream

FEWEST_ROWS, FEWEST_COLUMNS = 30, 3
MOST_ASKED, MOST_AMONG = 600, 20_000      # rows of a class: that are asked, and that are looked among
NEIGHBOURS = 30
OPPOSITE = -1 + 1e-9                    # cosine of the directions to the two


def between_others(rows: Rows) -> Array | None:
    """Which rows lie between two others; None where the columns are too few or too coarse to tell."""
    fine = [i for i in range(len(rows.names)) if not rows.categories[i] and not rows.whole[i]
            and rows.distinct[i] >= 0.3 * rows.n and not np.isnan(rows.matrix[:, i]).any()]
    if rows.n_classes is None or len(fine) < FEWEST_COLUMNS:
        return None
    table = rows.matrix[:, fine]
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    found = np.zeros(rows.n, dtype=bool)
    for code in range(rows.n_classes):
        mine = np.flatnonzero(rows.y == code)
        if mine.size >= FEWEST_ROWS:
            if mine.size > MOST_AMONG:
                mine = stream(0, "leaks", "between", code).choice(mine, size=MOST_AMONG, replace=False)
            found[mine[_between(table[mine])]] = True
    return found


def _between(table: Array) -> Array:
    """The positions of rows that have two of their nearest in exactly opposite directions."""
    n = table.shape[0]
    asked = np.arange(n) if n <= MOST_ASKED else stream(0, "leaks", "asked").choice(n, size=MOST_ASKED, replace=False)
    squares = np.square(table).sum(axis=1)
    away = squares[asked, None] + squares[None, :] - 2 * table[asked] @ table.T
    away[np.arange(asked.size), asked] = np.inf
    count = min(NEIGHBOURS, n - 1)
    near = np.argpartition(away, count - 1, axis=1)[:, :count]
    step = table[near] - table[asked][:, None, :]
    size = np.sqrt(np.square(step).sum(axis=2, keepdims=True))
    unit = np.divide(step, size, out=np.zeros_like(step), where=size > 1e-9)
    cosines = np.einsum("rip,rjp->rij", unit, unit).reshape(asked.size, -1)
    pair = cosines.argmin(axis=1)
    moved = (np.abs(unit[np.arange(asked.size), pair // count]) > 1e-6).sum(axis=1)     # on a plane it happens
    found: Array = asked[(cosines.min(axis=1) <= OPPOSITE) & (moved >= FEWEST_COLUMNS)]
    return found
