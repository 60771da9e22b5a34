"""Columns that name the rows: another value in every row."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.structure.look import Look
from referee.data.structure.noticed import Kind, Noticed
from referee.data.wording import quoted
from referee.kinds import Array

FEWEST_ROWS = 10        # below this, distinct values mean nothing
LIKE_AN_ID = re.compile(r"(?i)(^|[\W_])(id|uuid|guid|index|idx|key|row[\W_]*(no|nr|num|number|id)?)$|^unnamed")


def ids(look: Look, *, leave: frozenset[str] = frozenset()) -> Iterator[Noticed]:
    """The columns that name rows, as one fact; those to `leave` say when."""
    names = tuple(c.name for i, c in enumerate(look.columns)
                  if c.name not in leave and _names_rows(look.matrix[:, i], c))
    if names:
        yield Noticed(kind=Kind.IDS, columns=names, evidence=(("columns", float(len(names))),), sentence=_told(names))


def _told(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return (f"column {names[0]!r} has another value in every row, like a name or a row number; "
                f"say ids={names[0]!r}, or drop it, if it is one.")
    return (f"{len(names)} columns have another value in every row, like names or row numbers ({quoted(names)}); "
            f"drop those that are such.")


def _names_rows(values: Array, column: Column) -> bool:
    """Text that differs in every row; whole numbers that go up by one, or differ everywhere and are called ids."""
    if values.size < FEWEST_ROWS or column.missing:
        return False
    if column.kind is ColumnKind.CATEGORY:
        return len(column.categories) == values.size
    if bool((np.diff(values[:1000].astype(np.float64)) == 1).all()):
        return bool((np.diff(values.astype(np.float64)) == 1).all())
    if not LIKE_AN_ID.search(column.name):
        return False
    return bool((values % 1 == 0).all()) and np.unique(values).size == values.size
