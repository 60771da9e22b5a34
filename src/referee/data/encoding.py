"""Columns of a frame as numbers: quantities as they are, categories as codes, times as days.

Booleans become 0 and 1, times become days since 1970-01-01 (in UTC where a zone is given), durations
become days. Everything else is a category; its codes are the ranks of its distinct values, sorted as
text, or the order that a pandas ordered categorical states. Nothing here looks at the target.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.wording import quoted
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

TIMES = frozenset({"datetime64", "datetime", "date"})
DURATIONS = frozenset({"timedelta64", "timedelta"})
NUMBERS = frozenset({"integer", "floating", "mixed-integer-float", "decimal", "boolean"})


def content(series: pd.Series[Any]) -> str:
    """What a column holds, in pandas' own words for it; objects are looked at one by one.

    >>> import pandas as pd
    >>> content(pd.Series([1, 2])), content(pd.Series(["a", None])), content(pd.Series([True, None]))
    ('integer', 'string', 'boolean')
    """
    import pandas as pd

    return "categorical" if isinstance(series.dtype, pd.CategoricalDtype) else _inferred(series)


def _inferred(series: pd.Series[Any]) -> str:
    import pandas as pd
    from pandas.api import types

    dtype = series.dtype
    if types.is_bool_dtype(dtype):
        return "boolean"
    if types.is_integer_dtype(dtype):
        return "integer"
    if types.is_float_dtype(dtype):
        return "floating"
    if types.is_datetime64_any_dtype(dtype):
        return "datetime64"
    if types.is_timedelta64_dtype(dtype):
        return "timedelta64"
    return pd.api.types.infer_dtype(series, skipna=True)


def describe_column(series: pd.Series[Any], name: str) -> Column:
    """A column's kind, categories and number of missing values.

    >>> import pandas as pd
    >>> describe_column(pd.Series(["b", "a", None, "b"]), "colour").categories
    ('a', 'b')
    """
    missing, what = int(series.isna().sum()), content(series)
    if what == "complex" or (what.startswith("mixed") and not _hashable(series)):
        held = type(series.dropna().iloc[0]).__name__
        raise BadInput(f"column {name!r} holds {held} values, which are neither numbers nor categories; "
                       f"drop it, or make numbers of it.")
    if what in TIMES | DURATIONS | NUMBERS or missing == len(series):
        return Column(name=name, kind=ColumnKind.NUMBER, missing=missing)
    return Column(name=name, kind=ColumnKind.CATEGORY, categories=_categories(series), missing=missing)


def _hashable(series: pd.Series[Any]) -> bool:
    return all(isinstance(value, Hashable) for value in series)


def _categories(series: pd.Series[Any]) -> tuple[str, ...]:
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype) and series.dtype.ordered:
        used = series.cat.remove_unused_categories().cat.categories
        return tuple(dict.fromkeys(str(value) for value in used))
    return tuple(sorted({str(value) for value in series.dropna().unique()}))


def encode_frame(frame: pd.DataFrame, columns: Sequence[Column]) -> Array:
    """All columns as one array: float32 where every column is float32, float64 otherwise."""
    dtypes = {str(dtype) for dtype in frame.dtypes}
    if dtypes in ({"float32"}, {"float64"}):
        return frame.to_numpy()
    matrix = np.empty(frame.shape, dtype=np.float64)
    for position, column in enumerate(columns):
        matrix[:, position] = encode_column(frame.iloc[:, position], column)
    return matrix


def encode_column(series: pd.Series[Any], column: Column) -> Array:
    """One column as float64: numbers, or the codes of its categories, missing values as NaN.

    >>> import pandas as pd
    >>> colours = pd.Series(["b", "a", None, "b"])
    >>> encode_column(colours, describe_column(colours, "colour"))
    array([ 1.,  0., nan,  1.])
    """
    if column.kind is ColumnKind.CATEGORY:
        return _codes(series, column.categories)
    what = content(series)
    if what in TIMES:
        return _days(series)
    if what in DURATIONS:
        return _durations(series)
    return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))


def _codes(series: pd.Series[Any], categories: tuple[str, ...]) -> Array:
    """Each distinct value is turned to text once, however many rows there are."""
    import pandas as pd

    codes, distinct = pd.factorize(series, use_na_sentinel=True)
    rank = {category: float(code) for code, category in enumerate(categories)}
    ranks = [rank.get(str(value), np.nan) for value in distinct]
    return np.array([*ranks, np.nan])[codes]      # the sentinel -1 takes the last one


def _days(series: pd.Series[Any]) -> Array:
    import pandas as pd

    try:
        times = pd.to_datetime(series, utc=True).dt.tz_localize(None).to_numpy()
    except pd.errors.OutOfBoundsDatetime:           # dates as objects, further away than nanoseconds reach
        times = np.array([None if pd.isna(value) else value for value in series], dtype="datetime64[us]")
    unit, _ = np.datetime_data(times.dtype)
    since: Any = times - np.zeros(1, dtype=f"datetime64[{unit}]")
    return np.asarray(since / np.timedelta64(1, "D"), dtype=np.float64)


def _durations(series: pd.Series[Any]) -> Array:
    import pandas as pd

    return np.asarray(pd.to_timedelta(series) / pd.Timedelta(days=1), dtype=np.float64)


def encoding_notice(series: pd.Series[Any], column: Column) -> str | None:
    """A sentence where a column is read in a way its owner may not expect."""
    if column.kind is ColumnKind.NUMBER:
        what = content(series) if column.missing < len(series) else ""
        if what in TIMES:
            return f"column {column.name!r} holds times; they are used as days since 1970-01-01."
        return f"column {column.name!r} holds durations; they are used as days." if what in DURATIONS else None
    if content(series) == "categorical":
        return None
    texts = [value for value in column.categories if not _reads_as_number(value)]
    if not texts:
        return (f"column {column.name!r} holds numbers written as text and is taken as categories; "
                f"convert it if they are quantities.")
    if len(texts) < len(column.categories):
        return (f"column {column.name!r} mixes numbers and text ({quoted(texts)}) and is taken as categories; "
                f"if the text stands for missing values, leave those fields empty.")
    return None


def _reads_as_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
