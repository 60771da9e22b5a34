"""Columns as a few states each, for learners that count: what is seen in training decides.

A column of categories, or of no more values than `bins`, is taken as it is; other numbers are cut at their quantiles.
A missing value is a state of its own where training has one. A value that training has not is taken for the commonest
state, as WEKA's networks take gaps.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColumnStates:
    """What the states of one column are."""

    values: Array | None                # the values themselves, in order; None where numbers are cut
    cuts: Array
    gaps: bool                          # whether training had missing values
    commonest: int

    @property
    def count(self) -> int:
        """How many states there are."""
        return (len(self.cuts) + 1 if self.values is None else len(self.values)) + self.gaps

    def codes(self, column: Array) -> Array:
        """The state of each value."""
        missing = np.isnan(column)
        if self.values is None:
            found = np.searchsorted(self.cuts, column, side="right")
        else:
            found = np.minimum(np.searchsorted(self.values, column), len(self.values) - 1)
            found = np.where(self.values[found] == column, found, self.commonest)
        return np.where(missing, self.count - 1 if self.gaps else self.commonest, found)


def column_states(column: Array, *, bins: int, as_it_is: bool) -> ColumnStates:
    """The states of a training column.

    >>> column_states(np.array([3.0, 7, 3, np.nan]), bins=5, as_it_is=False).codes(np.array([7.0, np.nan, 5])).tolist()
    [1, 2, 0]
    >>> column_states(np.arange(100.0), bins=4, as_it_is=False).codes(np.array([-9.0, 30, 60, 500])).tolist()
    [0, 1, 2, 3]
    """
    known = column[~np.isnan(column)]
    values = np.unique(known) if known.size else np.zeros(1)
    kept = values if as_it_is or len(values) <= bins else None
    cuts = np.unique(np.quantile(known, np.arange(1, bins) / bins)) if kept is None else np.zeros(0)
    made = ColumnStates(values=kept, cuts=cuts, gaps=known.size < column.size, commonest=0)
    seen = np.bincount(made.codes(column), minlength=made.count)
    return ColumnStates(values=kept, cuts=cuts, gaps=made.gaps, commonest=int(seen.argmax()))


def table_states(rows: Array, *, bins: int, as_they_are: Collection[int]) -> tuple[ColumnStates, ...]:
    """The states of every column."""
    return tuple(column_states(rows[:, j], bins=bins, as_it_is=j in as_they_are) for j in range(rows.shape[1]))
