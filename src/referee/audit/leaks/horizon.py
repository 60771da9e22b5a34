"""How far ahead a target reaches: one that is the sum of a column over the next rows, such as the return of 20 days.

The targets of the last training rows are then made of the days that are tested, though no row is later than another. A
gap of as many rows between training and test keeps them apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array

LONGEST = 120           # rows ahead
FEWEST = 60             # rows over which the sum is held against the target
ALIKE = 0.99            # correlation: returns that are compounded are nearly summed, and rows may have been left out
MOSTLY = 0.8            # of the rows before the test part: those at the far end of a gap agree in part
CLOSE = 0.1             # of the target's spread, by which a row's own sum may miss its target
CHANGES, ORDERS = 0.9, (1, 2)   # correlation of changes from row to row, and of theirs: slow series go with their mean
LAGGED = 0.95           # of the rows have a value that the target had before: such a column holds no rows to come


@dataclass(frozen=True, slots=True, eq=False)
class Horizon:
    """A target that is the sum of a column over the next rows."""

    column: str
    rows: int
    made: Array             # whether the target of each row is the sum of those that follow it here


def horizon_of(rows: Rows, times: Array) -> Horizon | None:
    """The column and the number of rows whose sum the target is; None where there is none, or several series."""
    if rows.n_classes is not None or np.unique(times).size < rows.n:
        return None
    order = np.argsort(times, kind="stable")
    y = rows.y[order].astype(np.float64)
    best, where = ALIKE, None
    for position in range(len(rows.names)):
        values = rows.matrix[order, position]
        if rows.categories[position] or rows.distinct[position] < FEWEST or np.isnan(values).any():
            continue
        if _lags_behind(values, y):
            continue
        for ahead in range(2, min(LONGEST, rows.n - FEWEST) + 1):
            total = _ahead(values, ahead)
            own = y[:total.size]
            if (found := _together(total, own)) > best and _in_changes(total, own):
                best, where = found, (position, ahead)
    if where is None:
        return None
    total = _ahead(rows.matrix[order, where[0]], where[1])
    own = y[:total.size]
    slope, start = np.polyfit(total, own, 1)
    made = np.zeros(rows.n, dtype=bool)
    made[order[:total.size]] = np.abs(own - start - slope * total) <= CLOSE * own.std()
    return Horizon(rows.names[where[0]], where[1], made)


def _together(one: Array, other: Array) -> float:
    """The correlation of two series; 0 where one of them stands still."""
    if not np.ptp(one) > 0 or not np.ptp(other) > 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _in_changes(total: Array, own: Array) -> bool:
    """Whether two series change together as well: those that are only slow, or go with the season, do not."""
    return all(_together(np.diff(total, order), np.diff(own, order)) > CHANGES for order in ORDERS)


def _lags_behind(values: Array, y: Array) -> bool:
    """Whether a column is the target of some rows before: its next rows are rows around the target's own."""
    near = 1e-9 * max(float(np.abs(y).max()), 1.0)
    return any(float((np.abs(values[back:] - y[:y.size - back]) <= near).mean()) > LAGGED
               for back in range(min(LONGEST, y.size - FEWEST) + 1))


def _ahead(values: Array, many: int) -> Array:
    """For each row that is followed by so many, their sum."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    found: Array = sums[many + 1:] - sums[1:-many]
    return found


def reaching_over(ahead: Horizon, times: Array, train: Array, test: Array) -> int:
    """How many training rows before the test part have a target that is made of rows in it.

    Where a gap was left, and its rows are not in the file, the target is not the sum of the rows that follow here.
    """
    place = np.empty(times.size, dtype=np.int64)
    place[np.argsort(times, kind="stable")] = np.arange(times.size)
    first = int(place[test].min())
    near = (place[train] < first) & (place[train] + ahead.rows >= first)
    made = int((near & ahead.made[train]).sum())
    return made if made > MOSTLY * near.sum() else 0
