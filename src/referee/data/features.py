"""The feature table of a problem, in the two forms in which learners take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.encoding import encode_frame
from referee.data.forms import dense, form_of
from referee.kinds import Array, frozen_array


@dataclass(frozen=True, kw_only=True, eq=False)
class Features:
    """Rows of features.

    `given` is what the user handed over (an array, a pandas frame, or one of the `forms`); models that the
    user made are fitted on it. `matrix` is the same table as one array of numbers, categories as codes and missing
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

    given: Any
    columns: tuple[Column, ...]
    used: tuple[int, ...] | None = None     # None: all of them
    fit_parameters: Mapping[str, Any] = field(default_factory=dict)     # what fits are handed beside X and y

    @cached_property
    def matrix(self) -> Array:
        """One array of numbers, rows by columns; the given array itself where it is one already."""
        if self.form == "texts":
            import pandas as pd

            return frozen_array(encode_frame(pd.DataFrame({self.columns[0].name: self.given}), self.columns))
        if isinstance(self.given, np.ndarray) or self.form:
            numbers = dense(self.given) if self.form else self.given
            plain = numbers.view(np.uint8) if numbers.dtype == bool else numbers
            return frozen_array(plain if self.used is None else plain[:, list(self.used)])
        frame = self.given if self.used is None else self.given.iloc[:, list(self.used)]
        return frozen_array(encode_frame(frame, self.columns))

    @property
    def form(self) -> str:
        """What was given where that is no table of named columns; empty where it is."""
        return form_of(self.given)

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.given.shape[0])

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
