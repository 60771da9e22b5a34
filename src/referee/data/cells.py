"""A mark of every value of a problem, by which its rows are known again: reordered, in part, or with fewer columns.

A mark is 32 bits of a hash of the value as a number, or as text where it is none; a missing value is marked 0, so that
a column read as numbers here and as words there gives the same marks. Rows whose columns were renamed, or whose values
were rounded or corrected, are known by their keys instead (row_keys.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.data.column import ColumnKind
from referee.data.features import Features
from referee.data.problem import Problem
from referee.data.rows import row_hashes
from referee.kinds import Array, Task, frozen_array

MISSING = np.uint32(0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """Marks, rows by columns; features and targets under their names."""

    columns: tuple[str, ...]
    marks: Array

    def of(self, columns: list[str]) -> Array:
        """One number a row over some columns; equal rows have equal numbers."""
        where = {name: i for i, name in enumerate(self.columns)}
        return row_hashes(self.marks[:, [where[name] for name in columns]].astype(np.int64))

    def whole(self) -> Array:
        """One number a row over all columns."""
        return self.of(list(self.columns))


def cells_of(problem: Problem) -> Cells:
    """The marks of all values of a problem.

    >>> from referee.data import make_problem
    >>> cells = cells_of(make_problem([[1.0], [2.0], [1.0]], ["a", "b", "a"]))
    >>> one, two, again = cells.whole().tolist()
    >>> one == again, one == two
    (True, False)
    """
    return cells_of_features(problem.require_features(), _targets(problem))


def cells_of_features(features: Features, more: Mapping[str, Array] | None = None) -> Cells:
    """The marks of all values of a table, and more of them."""
    marks = {}
    for column, values in zip(features.columns, features.matrix.T, strict=True):
        numbers = values.astype(np.float64)
        marks[column.name] = (_codes(numbers, column.categories) if column.kind is ColumnKind.CATEGORY
                              else _numbers(numbers))
    marks |= more or {}
    return Cells(columns=tuple(marks), marks=frozen_array(np.column_stack(list(marks.values()))))


def _targets(problem: Problem) -> dict[str, Array]:
    if problem.task is Task.CLASSIFICATION:
        texts = tuple(str(label) for label in problem.classes)
        return {problem.targets[0]: _codes(problem.y.astype(np.float64), texts)}
    columns = problem.y.reshape(problem.n_rows, -1).T
    return {name: _numbers(values) for name, values in zip(problem.targets, columns, strict=True)}


def _numbers(values: Array) -> Array:
    marks = (row_hashes(values.astype(np.float64)) >> np.uint64(32)).astype(np.uint32)
    return np.where(np.isnan(values), MISSING, np.maximum(marks, 1)).astype(np.uint32)


def _codes(codes: Array, texts: tuple[str, ...]) -> Array:
    """The marks of categories, by what they say: a word that is a number is marked as the number."""
    marks = np.array([_word(text) for text in texts], dtype=np.uint32)
    known = ~np.isnan(codes)
    found = np.full(codes.shape, MISSING, dtype=np.uint32)
    found[known] = marks[codes[known].astype(np.int64)]
    return found


def _word(text: str) -> int:
    plain = {"true": "1", "false": "0"}.get(text.lower(), text)
    try:
        number = float(plain)
    except ValueError:
        return max(1, int.from_bytes(hashlib.sha256(plain.encode()).digest()[:4], "little"))
    return int(_numbers(np.array([number]))[0])
