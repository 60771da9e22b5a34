"""The table under suspicion: its columns as numbers, its target, and what each column is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from referee.audit._base import NotCheckable
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA
from referee.data.column import ColumnKind
from referee.data.problem import Problem
from referee.data.structure import Kind
from referee.kinds import Array, Task


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Features as numbers (categories as codes, missing values as NaN) beside one target."""

    names: tuple[str, ...]
    matrix: Array
    categories: Array                  # whether each column holds codes of categories
    y: Array
    n_classes: int | None              # None: a number is predicted
    texts: dict[str, tuple[str, ...]]  # the values of each category
    when: frozenset[str]               # columns that say when

    @property
    def n(self) -> int:
        """How many rows."""
        return int(self.y.size)

    @cached_property
    def distinct(self) -> Array:
        """How many different values each column has, missing not counted."""
        return np.array([np.unique(column[~np.isnan(column)]).size for column in self.matrix.T])

    @cached_property
    def whole(self) -> Array:
        """Which columns hold numbers without a fraction."""
        return np.array([bool((column[~np.isnan(column)] % 1 == 0).all()) for column in self.matrix.T], dtype=bool)

    def of(self, rows: Array) -> Rows:
        """Some of the rows."""
        return Rows(names=self.names, matrix=self.matrix[rows], categories=self.categories, y=self.y[rows],
                    n_classes=self.n_classes, texts=self.texts, when=self.when)

    def without(self, names: tuple[str, ...]) -> Rows:
        """The same rows without some columns."""
        kept = np.array([name not in names for name in self.names], dtype=bool)
        return Rows(names=tuple(name for name in self.names if name not in names), matrix=self.matrix[:, kept],
                    categories=self.categories[kept], y=self.y, n_classes=self.n_classes, texts=self.texts,
                    when=self.when)


def rows_of(bundle: Bundle) -> Rows:
    """The rows of the study's data; refused where they are not at hand, are no table, or have several targets."""
    problem = bundle.problem
    if problem is None or problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file", ask=ASK_DATA)
    if problem.features.form:
        raise NotCheckable(f"the features are {problem.features.form}, not columns", ask="a table of columns")
    if problem.has_several:
        raise NotCheckable("there are several targets", ask="one of them (--target)")
    return next(iter(tables_of(problem)))


@lru_cache(maxsize=1)
def tables_of(problem: Problem) -> tuple[Rows, ...]:
    """The rows once for each target."""
    features = problem.require_features()
    first = Rows(
        names=tuple(column.name for column in features.columns), matrix=np.asarray(features.matrix, dtype=np.float64),
        categories=np.array([column.kind is ColumnKind.CATEGORY for column in features.columns], dtype=bool),
        y=problem.y if not problem.has_several else problem.y[:, 0],
        n_classes=len(problem.classes) if problem.task is Task.CLASSIFICATION else None,
        texts={column.name: column.categories for column in features.columns if column.categories},
        when=frozenset(name for one in problem.structure if one.kind is Kind.TIME for name in one.columns))
    if not problem.has_several:
        return (first,)
    each = [problem.of_target(j) for j in range(problem.y.shape[1])]
    return tuple(replace(first, y=one.y, n_classes=one.n_classes) for one in each)
