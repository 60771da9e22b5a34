"""A number that can be computed from how often each kind of row occurs, so that resampling it is cheap.

Rows that a metric cannot tell apart share a *cell*: for accuracy there are two cells, for a confusion table
k², for AUC one for each distinct score and class. A resample is then a vector of cell counts, whatever the
number of rows; and a weight, a multiplicity and a count are one thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.resampling.statistic_parts import Part
from referee.given import door
from referee.kinds import Array, frozen_array

SMALL_TABLE = 2**12         # joint cells × cells, up to which they are added up by one product

Scores = Callable[[Array], Array]      # (resamples, cells) counts -> (resamples,); NaN where undefined


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statistic:
    """A number as a function of cell counts.

    `scores` gives NaN for a resample in which the number does not exist; such resamples are counted as
    lost, never returned. `standard_errors`, where it exists, serves the studentised bootstrap; `cases` is the
    number of independent pieces of evidence behind a perfect value.
    """

    cells: Array                               # the cell of each row, 0 … n_cells − 1
    n_cells: int
    scores: Scores
    cases: int
    standard_errors: Scores | None = None
    parts: tuple[Part, ...] = ()               # the same number as compiled passes over rows; none: only by cells
    observed: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", frozen_array(self.cells, np.int64))
        if self.cells.size == 0:
            raise Undefined("there are no rows.")
        value = float(self.scores(self.counts[None, :])[0])
        if not np.isfinite(value):
            raise Undefined("the number does not exist for these rows, so it cannot be resampled.")
        object.__setattr__(self, "observed", value)

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.cells.size)

    @property
    def counts(self) -> Array:
        """How often each cell occurs in the rows themselves."""
        return np.bincount(self.cells, minlength=self.n_cells)


@door
def difference(a: Statistic, b: Statistic) -> Statistic:
    """The statistic A − B on the same rows: every resample draws the rows once, for both.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> difference(mean_statistic([1, 0, 1, 1]), mean_statistic([0, 0, 1, 0])).observed
    0.5
    """
    if a.n_rows != b.n_rows:
        raise BadInput(f"A has {a.n_rows} rows and B has {b.n_rows}; a paired difference needs the same rows.")
    joint, cells = np.unique(a.cells * b.n_cells + b.cells, return_inverse=True)
    of_a, of_b = np.divmod(joint, b.n_cells)

    def scores(counts: Array) -> Array:
        return a.scores(_onto(counts, of_a, a.n_cells)) - b.scores(_onto(counts, of_b, b.n_cells))

    parts = (*a.parts, *(replace(part, sign=-part.sign) for part in b.parts)) if a.parts and b.parts else ()
    return Statistic(cells=cells, n_cells=joint.size, scores=scores, cases=min(a.cases, b.cases), parts=parts)


def _onto(counts: Array, target: Array, n_cells: int) -> Array:
    """Counts of joint cells, added up over the cells of one side."""
    if target.size * n_cells <= SMALL_TABLE:
        added: Array = counts @ (target[:, None] == np.arange(n_cells)).astype(counts.dtype)
        return added
    return np.stack([np.bincount(target, weights=row, minlength=n_cells) for row in counts])
