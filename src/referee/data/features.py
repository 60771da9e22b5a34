"""The feature table of a problem, in the two forms in which learners take it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd


class ColumnKind(StrEnum):
    """How a column is to be understood."""

    NUMBER = "number"
    CATEGORY = "category"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One feature: its name, its kind, and the values a category can take, in the order of their codes."""

    name: str
    kind: ColumnKind
    categories: tuple[str, ...] = ()
    missing: int = 0


@dataclass(frozen=True, kw_only=True)
class Features:
    """Rows of features.

    `given` is what the user handed over (an array or a pandas frame); models that the user made are
    fitted on it. `matrix` is the same table as one array of numbers, categories as codes and missing
    values as NaN; named learners are fitted on it, after a preprocessing fitted on training rows only.
    The codes are the ranks of the sorted distinct values: a renaming, nothing learned from the data.
    """

    given: Array | pd.DataFrame
    columns: tuple[Column, ...]

    @cached_property
    def matrix(self) -> Array:
        """One array of numbers, rows by columns; the given array itself where it is one already."""
        raise NotImplementedError
