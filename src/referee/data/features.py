"""The feature table of a problem, in the two forms in which learners take it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.encoding import encode_frame
from referee.kinds import Array, frozen_array

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, eq=False)
class Features:
    """Rows of features.

    `given` is what the user handed over (an array or a pandas frame); models that the user made are
    fitted on it. `matrix` is the same table as one array of numbers, categories as codes and missing
    values as NaN; named learners are fitted on it, after a preprocessing fitted on training rows only.
    The codes are the ranks of the sorted distinct values: a renaming, nothing learned from the data.

    `columns` describes the columns of `matrix`. Columns without a single value stay in `given`, where
    the user's models may refer to columns by position, but not in `matrix`; `used` holds the positions
    in `given` of those that remain.

    >>> X = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> columns = tuple(Column(name=name, kind=ColumnKind.NUMBER) for name in ("a", "b"))
    >>> np.shares_memory(Features(given=X, columns=columns).matrix, X)
    True
    """

    given: Array | pd.DataFrame
    columns: tuple[Column, ...]
    used: tuple[int, ...] | None = None     # None: all of them

    @cached_property
    def matrix(self) -> Array:
        """One array of numbers, rows by columns; the given array itself where it is one already."""
        if isinstance(self.given, np.ndarray):
            plain = self.given.view(np.uint8) if self.given.dtype == bool else self.given
            return frozen_array(plain if self.used is None else plain[:, list(self.used)])
        frame = self.given if self.used is None else self.given.iloc[:, list(self.used)]
        return frozen_array(encode_frame(frame, self.columns))

    @property
    def n_columns(self) -> int:
        """How many columns the matrix has."""
        return len(self.columns)

    @property
    def categorical(self) -> tuple[int, ...]:
        """The positions in the matrix of the columns that hold category codes."""
        return tuple(i for i, column in enumerate(self.columns) if column.kind is ColumnKind.CATEGORY)

    @property
    def missing(self) -> int:
        """How many values are missing in the matrix."""
        return sum(column.missing for column in self.columns)
