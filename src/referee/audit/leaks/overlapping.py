"""Windows of one recording, or lags of one series, that overlap: a row's last columns are another row's first.

The columns are those whose names differ by a number (v00 … v11, lag_1 … lag_12), in the order of their numbers. A row
is beside another where the two agree in at least half of these columns, moved by some; rows that hang together so are
one recording.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.audit.twins import row_hash
from referee.kinds import Array

NUMBER = re.compile(r"\d+")
FEWEST_COLUMNS, IN_COMMON = 4, 3        # of a window; at least, that two have in common
FINE = 30               # different values of a column
FEWEST, MANY = 30, 0.2  # rows that are beside another, and of all rows
CHANCE = 1e-3           # pairs that would agree by chance, if columns had nothing to do with one another
DIFFERENT = 0.9         # of the rows differ in what two windows have in common: else their values say little
MOST_COLUMNS = 400


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overlapping:
    """Columns of which rows have some in common, moved by a step; pairs of rows, and what hangs together by them."""

    columns: tuple[str, str]            # the first and the last
    width: int
    step: int
    pairs: Array                        # two rows each
    units: Array                        # of each row

    def across(self, test: Array, train: Array) -> Array:
        """The test rows that overlap with one that was trained on."""
        trained = np.zeros(self.units.size, dtype=bool)
        trained[train] = True
        beside = np.zeros(self.units.size, dtype=bool)
        beside[self.pairs[trained[self.pairs[:, 1]], 0]] = True
        beside[self.pairs[trained[self.pairs[:, 0]], 1]] = True
        found: Array = test[beside[test]]
        return found


def overlapping(rows: Rows) -> Overlapping | None:
    """The columns, and the smallest step, by which most rows overlap; None where few do."""
    best: Overlapping | None = None
    for columns in _numbered(rows):
        start = row_hash(rows.matrix[:, columns[:IN_COMMON]], "overlapping")
        for step in range(1, columns.size - max(IN_COMMON, -(-columns.size // 2)) + 1):
            few = row_hash(rows.matrix[:, columns[step:step + IN_COMMON]], "overlapping")
            if np.isin(few, start).sum() < FEWEST / 2:          # the dear question after the cheap one
                continue
            found = _moved(rows, columns, step)
            if found is not None and (best is None or found.pairs.shape[0] > best.pairs.shape[0]):
                best = found
    return best


def _numbered(rows: Rows) -> Iterator[Array]:
    """Columns of fine numbers whose names differ by one number, in its order."""
    series: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for position, name in enumerate(rows.names[:MOST_COLUMNS]):
        if rows.categories[position] or rows.distinct[position] < FINE or name in rows.when:
            continue
        for found in NUMBER.finditer(name):
            series[f"{name[:found.start()]}#{name[found.end():]}", found.start()].append(
                (int(found.group()), position))
    yield from (np.array([position for _, position in sorted(one)]) for one in series.values()
                if len(one) >= FEWEST_COLUMNS)


def _moved(rows: Rows, columns: Array, step: int) -> Overlapping | None:
    """The rows whose columns from the step on are the first of another."""
    table = rows.matrix[:, columns]
    complete = ~np.isnan(table).any(axis=1)
    later, sooner = (row_hash(part, "overlapping") for part in (table[:, step:], table[:, :-step]))
    if np.log(float(rows.n)) * 2 - np.log(rows.distinct[columns[step:]]).sum() > np.log(CHANCE):
        return None
    order = np.flatnonzero(complete)[np.argsort(sooner[complete], kind="stable")]
    first = np.searchsorted(sooner[order], later[complete], side="left")
    there = np.minimum(first, order.size - 1)
    pairs = np.column_stack([np.flatnonzero(complete), order[there]])[sooner[order[there]] == later[complete]]
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    hit = np.unique(pairs)
    if hit.size < max(FEWEST, MANY * rows.n) or np.unique(later[complete]).size < DIFFERENT * complete.sum():
        return None
    return Overlapping(columns=(rows.names[columns[0]], rows.names[columns[-1]]), width=columns.size, step=step,
                       pairs=pairs, units=_together(pairs, rows.n))


def _together(pairs: Array, n: int) -> Array:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    units: Array = connected_components(graph, directed=False)[1]
    return units
