"""Rows that are nearly copies of others, at the scale of the data: jittered, augmented, oversampled.

Among rows that were drawn one by one the distances to the nearest other rows grow in a known way: in m dimensions
(d_k / d_{k+1})^{mk} is uniform (Facco, d'Errico, Rodriguez & Laio 2017, for k = 1). Copies leave a gap that this does
not explain. The number of dimensions is taken from the tenth to the twentieth neighbour, which copies do not reach.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array
from referee.seeds import stream

MOST_ASKED = 2000           # rows whose neighbours are looked for
AT_ONCE = 4_000_000         # distances that are held
FEWEST_ROWS, FEWEST_COLUMNS, FINE = 60, 3, 20
MOST_COLUMNS = 100
NEIGHBOURS = 20
THIN = 1.5                  # dimensions below which neighbours are near by themselves
SURE = 0.001                # of finding one such gap in all rows asked, were they drawn one by one
APART = 5.0                 # times as far away as the copies are the next rows, at least


@dataclass(frozen=True, kw_only=True, eq=False)
class Near:
    """Rows that were asked, and a number for each row of the table: equal numbers are near copies of one another."""

    asked: Array
    hit: Array              # of those asked, which have a near copy
    units: Array            # of the rows `among`
    among: Array            # the asked rows and their copies
    dimensions: float

    @property
    def share(self) -> float:
        """Of the rows asked, those that have near copies."""
        return float(self.hit.mean())


def near_copies(rows: Rows) -> Near | None:
    """Where the near copies are; None where the columns are too few or too coarse to tell."""
    fine = [i for i in range(len(rows.names)) if not rows.categories[i] and rows.distinct[i] >= FINE
            and rows.distinct[i] > 0.05 * rows.n and not np.isnan(rows.matrix[:, i]).any()
            and not _numbers_rows(rows, i)][:MOST_COLUMNS]
    if rows.n < FEWEST_ROWS or len(fine) < FEWEST_COLUMNS:
        return None
    table = rows.matrix[:, fine]
    table = ((table - table.mean(axis=0)) / table.std(axis=0)).astype(np.float32)
    asked = np.arange(rows.n) if rows.n <= MOST_ASKED else np.sort(
        stream(0, "leaks", "near").choice(rows.n, size=MOST_ASKED, replace=False))
    distances, which = _neighbours(table, asked)
    spread = float(np.median(np.log(np.maximum(distances[:, 19], 1e-9) / np.maximum(distances[:, 9], 1e-9))))
    dimensions = float(np.log(2.0)) / max(spread, 1e-3)
    if dimensions < THIN:
        return None
    reach = _gaps(distances, dimensions)
    reach = np.where(_alike(rows, fine, asked, which), reach, 0)
    return _joined(rows.n, asked, which, reach, dimensions)


def _numbers_rows(rows: Rows, position: int) -> bool:
    """Whether a column only numbers the rows."""
    return bool(rows.whole[position]) and rows.distinct[position] == rows.n and float(
        np.ptp(rows.matrix[:, position])) <= 4 * rows.n


def _neighbours(table: Array, asked: Array) -> tuple[Array, Array]:
    """The distances to the twenty nearest other rows, in order, and which they are; asked some at a time."""
    squares = np.square(table).sum(axis=1)
    step = max(1, AT_ONCE // table.shape[0])
    found, who = [], []
    for start in range(0, asked.size, step):
        some = asked[start:start + step]
        away = squares[some, None] + squares[None, :] - 2 * table[some] @ table.T
        away[np.arange(some.size), some] = np.inf
        near = np.argpartition(away, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        exact = np.square(table[some][:, None, :].astype(np.float64) - table[near]).sum(axis=2)
        order = np.argsort(exact, axis=1, kind="stable")
        found.append(np.sqrt(np.take_along_axis(exact, order, axis=1)))
        who.append(np.take_along_axis(near, order, axis=1))
    return np.concatenate(found), np.concatenate(who)


def _gaps(distances: Array, dimensions: float) -> Array:
    """For each row how many neighbours lie before a gap that chance does not explain; 0 where there is none."""
    inner = np.maximum(distances[:, :10], 1e-9)
    outer = np.maximum(distances[:, 1:11], 1e-9)
    k = np.arange(1, 11)
    logs = np.log(outer / inner)
    surprise = dimensions * k * logs
    surprise[logs < np.log(APART)] = 0.0
    surprise[inner <= 1e-7] = 0.0                    # equal rows are exact copies, which are counted as such
    best = surprise.argmax(axis=1)
    limit = np.log(10 * distances.shape[0] / SURE)
    sure = surprise[np.arange(best.size), best] > limit
    reach: Array = np.where(sure, best + 1, 0)
    return reach


def _alike(rows: Rows, fine: list[int], asked: Array, which: Array) -> Array:
    """Whether a row and its nearest are equal in the coarse columns, and differ in most of the fine ones."""
    nearest = which[:, 0]
    others = [i for i in range(len(rows.names)) if i not in fine and not _numbers_rows(rows, i)]
    a, b = rows.matrix[asked], rows.matrix[nearest]
    same = np.ones(asked.size, dtype=bool)
    for i in others:
        same &= (a[:, i] == b[:, i]) | (np.isnan(a[:, i]) & np.isnan(b[:, i])) | (rows.distinct[i] >= 0.5 * rows.n)
    differing: Array = 2 * (a[:, fine] != b[:, fine]).sum(axis=1) >= len(fine)
    return same & differing


def _joined(n: int, asked: Array, which: Array, reach: Array, dimensions: float) -> Near:
    """Rows joined with their copies, and those with theirs."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    pairs = [(int(row), int(other)) for at, row in enumerate(asked) for other in which[at, :reach[at]]]
    a, b = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    among = np.unique(np.concatenate([asked, b]))
    place = np.full(n, -1)
    place[among] = np.arange(among.size)
    graph = coo_matrix((np.ones(a.size), (place[a], place[b])), shape=(among.size, among.size))
    units = connected_components(graph, directed=False)[1]
    return Near(asked=asked, hit=reach > 0, units=units, among=among, dimensions=dimensions)
