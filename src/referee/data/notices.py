"""What a careful person would notice in a table before fitting anything; one sentence each, nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.data.column import Column
from referee.data.features import Features
from referee.data.forms import MOST_LOOKED_AT
from referee.data.rows import count_repeats
from referee.data.structure import Kind, Noticed
from referee.data.structure.detect import MOST_CELLS
from referee.data.target import Target
from referee.data.wording import counted, quoted
from referee.kinds import Array

MANY_CATEGORIES = 100
MOST_NAMED = 3          # columns of one kind that are told one by one


def notices(features: Features, digests: Sequence[str], target: Target,
            noticed: Sequence[Noticed] = ()) -> Iterator[str]:
    """Sentences about columns that give the answer away, carry nothing, repeat others, or name rows; about rows.

    What was noticed of how the rows hang together is told first, but for the names of rows, which stand with columns.
    """
    if features.n_rows * features.n_columns > MOST_LOOKED_AT and features.form:
        yield ("so many cells were not searched for columns that give the target away, are constant or repeat another, "
               "nor for repeated rows.")
        return
    matrix = features.matrix
    yield from (one.sentence for one in noticed if one.kind is not Kind.IDS)
    if features.n_rows * features.n_columns > MOST_CELLS:
        yield "so many cells were not searched for groups, time, sister targets and near copies."
    constant = [_is_constant(matrix[:, i], column) for i, column in enumerate(features.columns)]
    yield from _constants([c.name for c, is_so in zip(features.columns, constant, strict=True) if is_so])
    yield from _repeated_columns(features.columns, digests, constant)
    if features.form != "texts":
        naming = [one for one in noticed if one.kind is Kind.IDS]
        yield from (one.sentence for one in naming)
        told = {name for one in noticed if one.kind in {Kind.IDS, Kind.GROUPS, Kind.TIME} for name in one.columns}
        yield from _wide([column for column in features.columns if column.name not in told])
    yield from _repeated_rows(matrix, target, told=any(one.kind is Kind.COPIES for one in noticed))


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


def _repeated_rows(matrix: Array, target: Target, *, told: bool) -> Iterator[str]:
    """Rows that repeat others; where they are copies beyond chance, that is `told` already."""
    repeats = count_repeats(matrix, target.y)
    if repeats.repeated and not told:
        yield (f"{counted(repeats.repeated, 'row')} {'repeats' if repeats.repeated == 1 else 'repeat'} "
               f"an earlier row exactly, in features and target.")
    if repeats.contradicting:
        yield (f"{counted(repeats.contradicting, 'row')} have the features of another row but not its target; "
               f"no model can get them all right.")
