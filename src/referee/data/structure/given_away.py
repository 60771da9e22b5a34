"""Columns from which the target can be read off exactly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.structure.look import Look
from referee.data.structure.noticed import Kind, Noticed
from referee.kinds import Array, Task

FEWEST_ROWS = 10        # below this, matching values mean nothing


def given_away(look: Look) -> Iterator[Noticed]:
    """Columns that are a target in other words or in another unit."""
    target = look.target
    for position, column in enumerate(look.columns):
        values = look.matrix[:, position]
        for name, y in zip(target.names, target.y.reshape(target.y.shape[0], -1).T, strict=True):
            if values.size >= FEWEST_ROWS and _tells(values, y, column, target.task):
                yield Noticed(
                    kind=Kind.SISTER, columns=(column.name,), evidence=(("told", 1.0),),
                    sentence=f"column {column.name!r} gives the target {name!r} away exactly; "
                             f"unless it is known before the target is, drop it.")


def _tells(values: Array, y: Array, column: Column, task: Task) -> bool:
    if task is Task.CLASSIFICATION:
        return _one_to_one(values, y)
    return column.kind is ColumnKind.NUMBER and _on_a_line(values.astype(np.float64), y)


def _one_to_one(values: Array, codes: Array) -> bool:
    """Each class has one value and each value one class, being missing a value among them.

    The first rows settle it for most columns.
    """
    for rows in (slice(0, 1000), slice(None)):
        distinct, ranks = np.unique(values[rows], return_inverse=True)
        classes, of_class = np.unique(codes[rows], return_inverse=True)
        if not distinct.size == classes.size == np.unique(ranks * classes.size + of_class).size:
            return False
    return True


def _on_a_line(values: Array, y: Array) -> bool:
    """The target itself, perhaps in another unit."""
    a, b = values - values.mean(), y - y.mean()
    square = float(a @ a) * float(b @ b)
    return square > 0 and float(a @ b) ** 2 > (1 - 1e-12) * square
