"""Rows that follow each other and are alike: in order of time or of place, or recorded in runs.

What is measured is the correlation of each row with the next, of the ranks of the target and of most columns; with
classes, of the columns after the mean of each class is taken out, since files are often sorted by class.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.column import ColumnKind
from referee.data.structure.look import Look
from referee.data.structure.noticed import Kind, Noticed
from referee.data.structure.shares import neighbours
from referee.kinds import Array

FEWEST_ROWS, FEWEST_COLUMNS = 40, 3
ALIKE = 0.7             # of the target and of half of the columns
ALIKE_IN_CLASSES = 0.55  # of half of the columns, where classes took the rest
MOST_COLUMNS = 60


def order(look: Look) -> Iterator[Noticed]:
    """Rows that are much like the one before them, in the target and in most columns."""
    positions = [i for i, c in enumerate(look.columns)
                 if c.kind is ColumnKind.NUMBER and look.sizes[i] >= 10 and not _sorted(look.codes[i])]
    if look.n_rows < FEWEST_ROWS or len(positions) < FEWEST_COLUMNS:
        return
    answer = look.answer.astype(np.float64)
    of_target = neighbours(answer)
    if not look.classes and of_target < ALIKE:
        return
    positions = positions[:: -(-len(positions) // MOST_COLUMNS)]
    columns = [look.codes[i].astype(np.float64) for i in positions]
    if look.classes:
        columns = [_without_classes(values, look.answer) for values in columns]
    of_columns = float(np.median([neighbours(values) for values in columns]))
    if of_columns < (ALIKE_IN_CLASSES if look.classes else ALIKE):
        return
    what = (f"{of_columns:.2f} over the columns once their classes are allowed for" if look.classes else
            f"{of_target:.2f} for the target, {of_columns:.2f} over the columns")
    yield Noticed(
        kind=Kind.ORDER, columns=(), evidence=(("target", round(of_target, 4)), ("columns", round(of_columns, 4))),
        sentence=f"rows that follow each other are alike (correlation with the next row {what}): if they are in order "
                 f"of time say time='rows', if that does not matter time='none'; shuffled, rows are told by "
                 f"those that stood beside them.")


def _sorted(codes: Array) -> bool:
    """Whether somebody sorted the rows by this column: then it says nothing about the others."""
    steps = np.diff(codes)
    return bool((steps >= 0).all() or (steps <= 0).all())


def _without_classes(values: Array, classes: Array) -> Array:
    means = np.bincount(classes, values) / np.maximum(np.bincount(classes), 1)
    left: Array = values - means[classes]
    return left
