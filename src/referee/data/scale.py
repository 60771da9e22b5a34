"""On which scale a target is: classes with or without an order, quantities or counts; how that was decided, and said.

What was stated holds. Whole numbers that are taken as classes are in order where their name says so (quality, rating,
stage …), or where the columns rise and fall with them: of what the classes tell of the columns' ranks, the larger part
is told by their order alone (of k classes without one it is 1/(k−1) on average; four classes and four columns are
needed to say so). Quantities that are whole numbers from 0 or 1 on, without a gap up to their median, may be counts:
that is told, and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.column import ColumnKind
from referee.data.features import Features
from referee.data.structure.look import parts_of
from referee.data.target import Target
from referee.data.task import Stated
from referee.errors import BadInput
from referee.kinds import Array, Scale, Task

ORDERED_NAMES = frozenset({"quality", "rating", "ratings", "grade", "level", "stage", "severity", "stars",
                           "satisfaction", "degree", "priority", "difficulty", "likert", "rank", "score"})
FEWEST_CLASSES, FEWEST_COLUMNS = 4, 4
LARGER_PART = 0.5
MOST_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class Scaled:
    """A scale, what decided on it ("stated", "order", "name", "columns", "values"), and the sentence that says so."""

    scale: Scale | None = None
    by: str = ""
    notice: str = ""


def scale_of(said: Stated, target: Target, features: Features) -> Scaled:
    """The scale of a single target; several have none that could be said of all."""
    if len(target.names) > 1:
        return Scaled()
    if said.scale is not None:
        _require(said, target)
        return Scaled(said.scale, "stated")
    if target.task is Task.REGRESSION:
        return _of_numbers(target)
    if target.ordered:
        return Scaled(Scale.ORDINAL, "order")
    if len(target.classes) == 2 or not target.numeric:
        return Scaled(Scale.NOMINAL, "values")
    return _of_whole_numbers(target, features)


def _require(said: Stated, target: Target) -> None:
    """Refuse a statement that the values contradict."""
    (name,) = target.names
    if said.scale is Scale.COUNT and not _whole_from_0(target.y):
        raise BadInput(f"target {name!r} holds other values than whole numbers from 0, so it is no count; say "
                       f"task='regression'.")
    if said.scale is Scale.ORDINAL and not (target.numeric or target.ordered or len(target.classes) == 2):
        guess = "<".join(map(str, target.classes))
        raise BadInput(f"say the order of the classes of target {name!r}: task='ordinal:{guess}', put right.")


def _of_whole_numbers(target: Target, features: Features) -> Scaled:
    (name,), k = target.names, len(target.classes)
    by = "name" if ORDERED_NAMES & set(parts_of(name)) else "columns" if _rise_and_fall(target, features) else ""
    if not by:
        return Scaled(Scale.NOMINAL, "values", notice=(
            f"target {name!r} holds {k} distinct whole numbers and is taken as classes; say task='ordinal' if their "
            f"order means something, task='regression' if they are quantities."))
    why = "by its name" if by == "name" else "by its columns, which rise and fall with it"
    return Scaled(Scale.ORDINAL, by, notice=(
        f"target {name!r} holds {k} whole numbers and is taken as classes in order ({why}), scored by how many steps a "
        f"prediction is away; say task='classification' if the order means nothing, task='regression' if they are "
        f"quantities."))


def _rise_and_fall(target: Target, features: Features) -> bool:
    numbers = [i for i, column in enumerate(features.columns) if column.kind is ColumnKind.NUMBER]
    if features.form or len(target.classes) < FEWEST_CLASSES or len(numbers) < FEWEST_COLUMNS:
        return False
    rows = slice(None, None, -(-features.n_rows // MOST_ROWS))
    return told_by_order(features.matrix[rows][:, numbers], target.y[rows]) >= LARGER_PART


def told_by_order(columns: Array, codes: Array) -> float:
    """Of what classes tell of the columns' ranks, the part that their order tells: 1 where all means are on a line.

    >>> told_by_order(np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 2]))
    1.0
    >>> told_by_order(np.array([[1.0], [3.0], [1.0]]), np.array([0, 1, 2]))
    0.0
    """
    from scipy.stats import rankdata

    whole = columns[:, ~np.isnan(columns.astype(float)).any(axis=0)]
    ranks = rankdata(whole, axis=0)
    ranks = ranks - ranks.mean(axis=0)
    spread = ranks.std(axis=0)
    ranks = ranks[:, spread > 0] / spread[spread > 0]
    counts = np.bincount(codes)
    if not ranks.size:
        return 0.0
    sums = np.stack([np.bincount(codes, weights=column, minlength=counts.size) for column in ranks.T])
    between = float((sums**2 / np.maximum(counts, 1)).sum())
    steps = codes - codes.mean()
    along = float(((sums @ (np.arange(counts.size) - codes.mean())) ** 2).sum() / (steps @ steps))
    return along / between if between > 0 else 0.0


def _whole_from_0(values: Array) -> bool:
    return bool((values >= 0).all() and (values == np.trunc(values)).all())


def _of_numbers(target: Target) -> Scaled:
    """Counts, or quantities."""
    (name,), y = target.names, target.y
    low, middle = float(y.min()), float(np.median(y))
    found = np.unique(y[y <= middle])
    if low not in {0.0, 1.0} or not _whole_from_0(y) or found.size < 3 or found.size < np.floor(middle) - low + 1:
        return Scaled(Scale.QUANTITY, "values")
    return Scaled(Scale.COUNT, "values", notice=(
        f"target {name!r} holds whole numbers from {low:g} on, as counts do, and is scored as other numbers are; say "
        f"task='count' to have the Poisson deviance too, task='regression' if it counts nothing."))
