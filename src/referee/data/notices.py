"""What a careful person would notice in a table before fitting anything; one sentence each, nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.features import Features
from referee.data.forms import MOST_LOOKED_AT
from referee.data.rows import count_repeats
from referee.data.target import Target
from referee.data.wording import counted, quoted
from referee.kinds import Array, Task

MANY_CATEGORIES = 100
MOST_NAMED = 3          # columns of one kind that are told one by one
FEWEST_ROWS = 10        # below this, distinct or matching values mean nothing
LIKE_AN_ID = re.compile(r"(?i)(^|[\W_])(id|uuid|guid|index|idx|key|row[\W_]*(no|nr|num|number|id)?)$|^unnamed")


def notices(features: Features, digests: Sequence[str], target: Target) -> Iterator[str]:
    """Sentences about columns that give the answer away, carry nothing, repeat others, or name rows; about rows."""
    if features.n_rows * features.n_columns > MOST_LOOKED_AT and features.form:
        yield ("so many cells were not searched for columns that give the target away, are constant or repeat another, "
               "nor for repeated rows.")
        return
    matrix = features.matrix
    yield from _answers(features, target)
    constant = [_is_constant(matrix[:, i], column) for i, column in enumerate(features.columns)]
    yield from _constants([c.name for c, is_so in zip(features.columns, constant, strict=True) if is_so])
    yield from _repeated_columns(features.columns, digests, constant)
    if features.form != "texts":
        naming = [c for i, c in enumerate(features.columns) if _names_rows(matrix[:, i], c)]
        yield from _row_names([column.name for column in naming])
        yield from _wide([column for column in features.columns if column not in naming])
    yield from _repeated_rows(matrix, target)


def _answers(features: Features, target: Target) -> Iterator[str]:
    """Columns from which the target can be read off."""
    for position, column in enumerate(features.columns):
        values = features.matrix[:, position]
        for name, y in zip(target.names, target.y.reshape(target.y.shape[0], -1).T, strict=True):
            if values.size >= FEWEST_ROWS and _tells(values, y, column, target.task):
                yield (f"column {column.name!r} gives the target {name!r} away exactly; "
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


def _row_names(names: list[str]) -> Iterator[str]:
    if len(names) == 1:
        yield (f"column {names[0]!r} has another value in every row, like a name or a row number; "
               f"say ids={names[0]!r}, or drop it, if it is one.")
    elif names:
        yield (f"{len(names)} columns have another value in every row, like names or row numbers ({quoted(names)}); "
               f"drop those that are such.")


def _wide(columns: list[Column]) -> Iterator[str]:
    """Columns of very many categories: each by itself, or only the number of them."""
    many = {column.name: len(column.categories) for column in columns if len(column.categories) > MANY_CATEGORIES}
    if len(many) <= MOST_NAMED:
        yield from (f"column {name!r} has {counted(size, 'category')}." for name, size in many.items())
    else:
        yield f"{len(many)} columns have more than {MANY_CATEGORIES} categories each ({quoted(list(many))})."


def _is_constant(values: Array, column: Column) -> bool:
    return column.missing == 0 and bool((values == values[0]).all())


def _constants(names: list[str]) -> Iterator[str]:
    if names:
        yield (f"column {names[0]!r} is constant: no model can use it." if len(names) == 1 else
               f"{len(names)} columns are constant ({quoted(names)}): no model can use them.")


def _repeated_columns(columns: Sequence[Column], digests: Sequence[str], constant: Sequence[bool]) -> Iterator[str]:
    first: dict[str, str] = {}
    repeats = []
    for column, digest, is_constant in zip(columns, digests, constant, strict=True):
        if digest in first and not is_constant:
            repeats.append(f"{column.name!r} = {first[digest]!r}")
        first.setdefault(digest, column.name)
    if repeats:
        shown = ", ".join(repeats[:3]) + (", …" if len(repeats) > 3 else "")
        yield f"{counted(len(repeats), 'column')} {'repeats' if len(repeats) == 1 else 'repeat'} another ({shown})."


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


def _repeated_rows(matrix: Array, target: Target) -> Iterator[str]:
    repeats = count_repeats(matrix, target.y)
    if repeats.repeated:
        yield (f"{counted(repeats.repeated, 'row')} {'repeats' if repeats.repeated == 1 else 'repeat'} "
               f"an earlier row exactly, in features and target.")
    if repeats.contradicting:
        yield (f"{counted(repeats.contradicting, 'row')} have the features of another row but not its target; "
               f"no model can get them all right.")
