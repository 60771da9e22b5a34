"""What is drawn when test cases are resampled: rows, rows within strata, or whole clusters.

Strata: where the metric conditions on the class or the design fixed the class counts. Clusters: where cases
share a patient, a document or a prompt; then the cluster, not the row, is what was sampled. A scheme draws
*counts of cells* (see `Statistic`): with few cells by multinomial draws, whose cost does not grow with the
rows, and otherwise by exact draws of rows. The two have the same distribution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.kinds import Array

CHUNK = 2**17       # cells held at one time: 1 MB, which stays in the cache
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

    def draws(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Iterator[Array]:
        """Cell counts of the resamples, some at a time, (some, cells)."""
        return _row_draws(statistic.cells, statistic.n_cells, rng, chunks(resamples, _width(statistic)))


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

    def draws(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Iterator[Array]:
        """Cell counts of the resamples, drawn stratum by stratum and added up."""
        stratum = self.strata(statistic)
        parts = [_row_draws(statistic.cells[stratum == s], statistic.n_cells, rng, chunks(resamples, statistic.n_rows))
                 for s in range(int(stratum.max()) + 1)]
        for drawn in zip(*parts, strict=True):
            yield np.add.reduce(drawn)


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

    def draws(self, statistic: Statistic, rng: np.random.Generator, resamples: int) -> Iterator[Array]:
        """Cell counts of the resamples: each row counts as often as its cluster was drawn."""
        unit = self.units(statistic)
        G = int(unit.max()) + 1
        for drawn in _row_draws(np.arange(G), G, rng, chunks(resamples, max(G, statistic.n_cells))):
            yield np.stack([np.bincount(statistic.cells, weights=times[unit], minlength=statistic.n_cells)
                            for times in drawn])


Scheme = Rows | Strata | Clusters


def chunks(resamples: int, width: int) -> Iterator[int]:
    """How many resamples to hold at a time, so that memory does not grow with rows times resamples.

    >>> list(chunks(10, 30_000))
    [4, 4, 2]
    """
    most = max(1, CHUNK // max(1, width))
    for start in range(0, resamples, most):
        yield min(most, resamples - start)


def _width(statistic: Statistic) -> int:
    """How many numbers one resample takes: few cells are drawn without looking at rows."""
    return statistic.n_cells if few(statistic.n_cells, statistic.n_rows) else statistic.n_rows


def few(n_cells: int, n: int) -> bool:
    """Whether a multinomial draw of cells is the cheaper way."""
    return n_cells * FEW <= n or n_cells < 8


def _row_draws(cells: Array, n_cells: int, rng: np.random.Generator, sizes: Iterable[int]) -> Iterator[Array]:
    """Cell counts when rows are drawn with replacement."""
    n, present = cells.size, np.bincount(cells, minlength=n_cells)
    if few(n_cells, n):
        for size in sizes:
            yield rng.multinomial(n, present / n, size=size)
        return
    # Rows have equal chances, so it does not matter which of them stand where: put the cells side by side.
    for size in sizes:
        yield side_by_side(uniform_counts(rng, n, size), present)


def side_by_side(times: Array, present: Array) -> Array:
    """Counts of cells from those of rows that stand cell by cell, `present` of them in each."""
    used = np.flatnonzero(present)
    if used.size < times.shape[1]:
        times = np.add.reduceat(times, np.concatenate([[0], np.cumsum(present[used])[:-1]]), axis=1)
    if used.size == present.size:
        return times
    counts = np.zeros((len(times), present.size), dtype=times.dtype)
    counts[:, used] = times
    return counts


def _numbered(labels: Array, statistic: Statistic, what: str) -> Array:
    """Labels as numbers from 0, one a row."""
    _, numbered = np.unique(np.asarray(labels), return_inverse=True)
    if numbered.shape != (statistic.n_rows,):
        raise BadInput(f"{what}: {numbered.size} labels for {statistic.n_rows} rows; give one a row.")
    return numbered
