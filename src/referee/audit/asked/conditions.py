"""Which rows are meant, as a person writes it: ``fold = 3 and site in north, west``; columns, values, nothing else."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.times import instants_of
from referee.errors import BadInput, did_you_mean
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

AND = re.compile(r"\s+and\s+", re.IGNORECASE)
ONE = re.compile(r"\s*(<=|>=|!=|==|=|<|>)\s*(.*)|\s+(is\s+not\s+missing|is\s+missing)|\s+((?:not\s+)?in)\s+(.*)",
                 re.IGNORECASE | re.DOTALL)
ORDERS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
HOW = ("write it as “fold = 3 and dose > 20”, with =, !=, <, <=, >, >=, in a, b, is missing; for a value another "
       "column may stand.")


def rows_where(frame: pd.DataFrame, said: str) -> Array:
    """Whether each row is meant.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"fold": [1, 2, 2], "day sent": ["2020-01-03", "2020-02-01", None], "n": [3, 4, 2]})
    >>> rows_where(frame, "fold = 2 and day sent is not missing").tolist()
    [False, True, False]
    >>> rows_where(frame, "n > fold and fold in 1, 2").tolist()
    [True, True, False]
    """
    names = sorted(map(str, frame.columns), key=len, reverse=True)
    meant = np.ones(len(frame), dtype=bool)
    for piece in _pieces(said, names):
        meant &= _one(frame, piece, names, said)
    return meant


def _pieces(said: str, names: Sequence[str]) -> list[str]:
    """The conditions; an “and” that no column follows belongs to a value."""
    pieces: list[str] = []
    for part in AND.split(said.strip()):
        if pieces and _column(part, names) is None:
            pieces[-1] += f" and {part}"
        else:
            pieces.append(part)
    return pieces


def _column(part: str, names: Sequence[str]) -> tuple[str, str] | None:
    """The column that a condition begins with, and the rest; the longest name that fits."""
    for name in names:
        for called in (name, f"'{name}'", f'"{name}"', f"`{name}`"):
            rest = part[len(called):]
            if part.startswith(called) and ONE.fullmatch(rest):
                return name, rest
    return None


def _one(frame: pd.DataFrame, piece: str, names: Sequence[str], said: str) -> Array:
    found = _column(piece, names)
    if found is None:
        first = re.split(r"\s*(?:[<>=!]|\bis\b|\bin\b)", piece, maxsplit=1)[0].strip(" '\"`")
        hint = did_you_mean(first, names) if first and first not in names else f"; {HOW}"
        raise BadInput(f"“{said}” does not tell which rows: {piece!r} begins with no column of the file"
                       f"{hint or f'; {HOW}'}")
    name, rest = found
    sign, value, missing, among, values = (ONE.fullmatch(rest) or re.match("", "")).groups()  # type: ignore[union-attr]
    column = _single(frame, name)
    if missing:
        return np.asarray(column.isna() != ("not" in missing.lower()), dtype=bool)
    if among:
        equal = np.logical_or.reduce([_equal(column, _bare(one)) for one in values.strip(" []()").split(",")])
        return np.asarray(~equal & column.notna() if among.lower().startswith("not") else equal, dtype=bool)
    other = _single(frame, value) if value in names else _bare(value)
    if sign in ORDERS:
        return _ordered(column, other, ORDERS[sign], said)
    equal = _equal(column, other)
    return np.asarray(~equal & column.notna() if sign == "!=" else equal, dtype=bool)


def _single(frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    where = [place for place, one in enumerate(frame.columns) if str(one) == name]
    if len(where) > 1:
        raise BadInput(f"{len(where)} columns are called {name!r}; give them names of their own.")
    return frame.iloc[:, where[0]]


def _bare(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"`" else value.strip("“”")


def _equal(column: pd.Series[Any], other: Any) -> Array:
    import pandas as pd

    if isinstance(other, pd.Series):
        return np.asarray((column == other) | (column.astype(str) == other.astype(str)) & column.notna(), dtype=bool)
    same = column.astype(str) == other
    number = _number(other)
    if number is not None and column.dtype.kind in "iuf":
        same |= column == number
    return np.asarray(same & column.notna(), dtype=bool)


def _ordered(column: pd.Series[Any], other: Any, order: Callable[[Any, Any], Any], said: str) -> Array:
    """By number where both are numbers, else by date."""
    import pandas as pd

    number = pd.to_numeric(column, errors="coerce")
    against = pd.to_numeric(other, errors="coerce") if isinstance(other, pd.Series) else _number(other)
    if against is None and not column.empty and column.dtype.kind in "iuf":
        raise BadInput(f"“{said}”: {column.name} holds numbers, and {str(other)!r} is none.")
    if against is None or number.isna().sum() > column.isna().sum() or (
            isinstance(against, pd.Series) and against.isna().sum() > other.isna().sum()):
        try:
            number, against = _dates(column, other, f"“{said}”")
        except BadInput as refusal:
            raise BadInput(f"{refusal} So {column.name} and {getattr(other, 'name', other)} have no order."
                           ) from refusal
    return np.asarray(order(number, against), dtype=bool)


def _dates(column: pd.Series[Any], other: Any, where: str) -> tuple[Any, Any]:
    """Both as instants; a value is read as the column's are (with the day or the month first), or as 2024-03-01."""
    import pandas as pd

    if isinstance(other, pd.Series):
        return instants_of(column, where), instants_of(other, where)
    value = pd.Series([other], name=column.name)
    try:
        both = instants_of(pd.concat([column.astype("string"), value.astype("string")],
                                      ignore_index=True), where)
    except BadInput:
        return instants_of(column, where), instants_of(value, where).iloc[0]
    return both.iloc[:-1], both.iloc[-1]


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
