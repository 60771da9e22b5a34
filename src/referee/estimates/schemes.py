"""What is drawn when test cases are resampled: rows, rows within strata, or whole clusters.

Strata: where the metric conditions on the class or the design fixed the class counts. Clusters: where cases
share a patient, a document or a prompt; then the cluster, not the row, is what was sampled. A scheme draws
*counts of cells* (see `Statistic`): with few cells by multinomial draws, whose cost does not grow with the
rows, and otherwise by exact draws of rows. The two have the same distribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.statistic import Statistic
from referee.estimates.uniform_counts import uniform_counts
from referee.kinds import Array

CHUNK = 2**21       # cells held at one time: 16 MB
FEW = 16            # a multinomial draw of a cell costs about as much as this many drawn rows


@dataclass(frozen=True, slots=True)
class Rows:
    """Draw as many rows as there are, with replacement."""

    def units(self, statistic: Statistic) -> Array:
        """The rows, each its own unit."""
        return np.arange(statistic.n_rows)

    def strata(self, statistic: Statistic) -> Array:
        """One stratum holds everything."""
        return np.zeros(statistic.n_rows, dtype=np.int64)

    def draw(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Array:
        """Cell counts of some resamples, (resamples, cells)."""
        return _draw_rows(statistic.cells, statistic.n_cells, rng, resamples)


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Draw rows with replacement inside each stratum, so that the strata keep their sizes."""

    labels: Array

    def units(self, statistic: Statistic) -> Array:
        """The rows, each its own unit."""
        return np.arange(statistic.n_rows)

    def strata(self, statistic: Statistic) -> Array:
        """The stratum of each row, numbered from 0."""
        return _numbered(self.labels, statistic, "strata")

    def draw(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Array:
        """Cell counts of some resamples, stratum by stratum."""
        stratum = self.strata(statistic)
        counts = np.zeros((resamples, statistic.n_cells), dtype=np.int64)
        for s in range(int(stratum.max()) + 1):
            counts += _draw_rows(statistic.cells[stratum == s], statistic.n_cells, rng, resamples)
        return counts


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Draw as many whole clusters as there are, with replacement."""

    labels: Array

    def units(self, statistic: Statistic) -> Array:
        """The cluster of each row, numbered from 0."""
        units = _numbered(self.labels, statistic, "clusters")
        if units.max() == 0:
            raise Undefined("all rows are in one cluster; what varies between clusters cannot be seen.")
        return units

    def strata(self, statistic: Statistic) -> Array:
        """One stratum holds everything."""
        return np.zeros(statistic.n_rows, dtype=np.int64)

    def draw(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Array:
        """Cell counts of some resamples: each row counts as often as its cluster was drawn."""
        unit = self.units(statistic)
        drawn = _draw_rows(np.arange(unit.max() + 1), int(unit.max()) + 1, rng, resamples)
        return np.stack([np.bincount(statistic.cells, weights=times[unit], minlength=statistic.n_cells)
                         for times in drawn])


Scheme = Rows | Strata | Clusters


def chunks(resamples: int, width: int) -> Iterator[int]:
    """How many resamples to hold at a time, so that memory does not grow with rows times resamples.

    >>> list(chunks(10, 500_000))
    [4, 4, 2]
    """
    most = max(1, CHUNK // max(1, width))
    for start in range(0, resamples, most):
        yield min(most, resamples - start)


def _draw_rows(cells: Array, n_cells: int, rng: np.random.Generator, resamples: int) -> Array:
    """Cell counts when rows are drawn with replacement."""
    n = cells.size
    present = np.bincount(cells, minlength=n_cells)
    if n_cells * FEW <= n or n_cells < 8:
        return rng.multinomial(n, present / n, size=resamples)
    # Rows have equal chances, so it does not matter which of them stand where: put the cells side by side.
    used = np.flatnonzero(present)
    first = np.concatenate([[0], np.cumsum(present[used])[:-1]])
    counts = np.zeros((resamples, n_cells), dtype=np.int64)
    for resample in counts:
        times = uniform_counts(rng, n, n)
        resample[used] = times if used.size == n else np.add.reduceat(times, first)
    return counts


def _numbered(labels: Array, statistic: Statistic, what: str) -> Array:
    """Labels as numbers from 0, one a row."""
    _, numbered = np.unique(np.asarray(labels), return_inverse=True)
    if numbered.shape != (statistic.n_rows,):
        raise BadInput(f"{what}: {numbered.size} labels for {statistic.n_rows} rows; give one a row.")
    return numbered
