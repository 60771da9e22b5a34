"""Leaving out one unit at a time: how much each row (or cluster) pulls on a statistic.

Efron, B. (1987). Better bootstrap confidence intervals. JASA 82, 171-185. Rows of one cell pull alike, so a
cell is left out once and counted as often as it occurs. With more than 2000 different units, whole groups of
units are left out (200 to 2000 groups): sums of squares and cubes of the pulls keep their expectation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from referee.errors import Undefined
from referee.estimates.resampling.drawing_schemes import Clusters, Rows, Scheme, chunks
from referee.estimates.resampling.statistic import Statistic
from referee.given import door
from referee.kinds import Array
from referee.seeds import stream

MOST, FEWEST = 2000, 200          # units left out one by one; groups when there are more
CELLS = 2**25                     # counts evaluated in all, before groups get larger


@door
def acceleration(statistic: Statistic, scheme: Scheme | None = None) -> float:
    """BCa's a = Σu³ / (6 (Σu²)^{3/2}), over strata where there are any; 0 where nothing pulls.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> acceleration(mean_statistic([1.0, 2.0, 4.0, 7.0, 11.0]))
    0.0410305
    """
    return acceleration_from(_left_out(statistic, scheme or Rows()))


def acceleration_from(left_out: Iterable[tuple[Array, Array]]) -> float:
    """The same from values that are there already: without each unit, and how often such a unit occurs, by stratum."""
    squares = cubes = 0.0
    for left, times in left_out:
        if not np.isfinite(left).all():
            raise Undefined("leaving out one case makes the number undefined; there are too few cases for BCa.")
        n = times.sum()
        pull = (n - 1) / n * (np.average(left, weights=times) - left)
        squares += float(times @ pull**2)
        cubes += float(times @ pull**3)
    return cubes / (6 * squares**1.5) if squares > 0 else 0.0


def _left_out(statistic: Statistic, scheme: Scheme) -> Iterator[tuple[Array, Array]]:
    """For each stratum: the statistic without each unit, and how often such a unit occurs."""
    if isinstance(scheme, Clusters):
        yield _without_groups(statistic, np.arange(statistic.n_rows), scheme.units(statistic))
        return
    stratum = scheme.strata(statistic)
    for s in range(int(stratum.max()) + 1):
        rows = np.flatnonzero(stratum == s)
        kinds, times = np.unique(statistic.cells[rows], return_counts=True)
        if kinds.size <= MOST:
            yield _without_cells(statistic, kinds), times
        else:
            yield _without_groups(statistic, rows, np.arange(rows.size))


def _without_cells(statistic: Statistic, kinds: Array) -> Array:
    """The statistic without one row of each cell, some cells at a time."""
    counts, start, values = statistic.counts, 0, []
    for size in chunks(kinds.size, statistic.n_cells):
        rest = np.tile(counts, (size, 1))
        rest[np.arange(size), kinds[start:start + size]] -= 1
        values.append(statistic.scores(rest))
        start += size
    return np.concatenate(values)


def _without_groups(statistic: Statistic, rows: Array, unit: Array) -> tuple[Array, Array]:
    """The statistic without all rows of each unit, or of each random group of units where there are too many."""
    n_cells = statistic.n_cells
    unit = units_left_out(unit, min(MOST, max(FEWEST, CELLS // n_cells)))
    groups = int(unit.max()) + 1
    order = np.argsort(unit, kind="stable")
    cells, ends = statistic.cells[rows[order]], np.cumsum(np.bincount(unit, minlength=groups))
    counts, values, begin = statistic.counts, [], 0
    for end in ends:
        taken = np.bincount(cells[begin:end], minlength=n_cells)
        values.append(float(statistic.scores((counts - taken)[None, :])[0]))
        begin = end
    return np.array(values), np.ones(groups)


def units_left_out(unit: Array, most: int = MOST) -> Array:
    """The units as they are, or put into so many random groups where there are more.

    >>> units_left_out(np.array([0, 1, 1, 2])), np.bincount(units_left_out(np.arange(9), 2)).tolist()
    (array([0, 1, 1, 2]), [5, 4])
    """
    n_units = int(unit.max()) + 1
    if n_units <= most:
        return unit
    grouped: Array = (stream(0, "jackknife", n_units).permutation(n_units) % most)[unit]
    return grouped
