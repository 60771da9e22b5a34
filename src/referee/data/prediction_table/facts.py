"""What the values of a column are: words, whole numbers, numbers between two bounds; and how few of them there are.

A column is decided by these facts, not by what it is called: classes are known by their look (1, 1.0 and "1" are one
class, `plain`), probabilities by their bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.arrow_numbers import floats_of

MANY = 1000             # distinct values up to which they are kept: classes are fewer
NARROW = 1 << 20        # a range of whole numbers that is counted number by number


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Of one column. `values` are its distinct values by their look, None where there are many or they are no classes.

    >>> import pyarrow as pa
    >>> facts_of(pa.array([0.25, 1.0])).share, sorted(facts_of(pa.array([0.0, 1.0])).values)
    (True, ['0', '1'])
    """

    number: bool
    whole: bool = False         # of a type of whole numbers
    values: frozenset[str] | None = None
    low: float = 0.0
    high: float = 0.0
    missing: int = 0
    counts: bool = False        # the rows, from 0 or 1 on

    @property
    def share(self) -> bool:
        """Whether all are numbers from 0 to 1: what probabilities are."""
        return self.number and self.low >= 0 and self.high <= 1

    def speaks(self, classes: frozenset[str]) -> str:
        """What the column says of cases of these classes: labels, labels and words beside them, shares, numbers, words.

        >>> Facts(number=True, values=frozenset("01"), high=1.0).speaks(frozenset("01"))
        'labels'
        >>> Facts(number=True, high=1.0).speaks(frozenset("01"))
        'shares'
        """
        if self.values is not None and self.values and self.values <= classes:
            return "labels"
        if self.share and self.number:
            return "shares"
        if self.values is not None and self.values & classes:
            return "some labels"
        return "numbers" if self.number else "words"


def plain(value: Any) -> str:
    """One look for one class, whichever file it comes from: 1, 1.0 and "1" are one class."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def facts_of(column: Any) -> Facts:
    """The facts of an Arrow column."""
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import compute

    kind = column.type
    if pa.types.is_dictionary(kind):
        return facts_of(column.cast(kind.value_type))
    missing = column.null_count
    if missing == len(column):
        return Facts(number=False, missing=missing)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        found = _numbers(floats_of(column.drop_null()), missing, len(column))
        return replace(found, whole=found.number and bool(pa.types.is_integer(kind)))
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        numbers = _as_numbers(column)
        if numbers is not None:
            return _numbers(numbers, missing, len(column))
    if pa.types.is_nested(kind):
        return Facts(number=False, missing=missing)
    distinct = compute.unique(column.drop_null())
    values = None if len(distinct) > MANY else frozenset(plain(value) for value in distinct.to_pylist())
    return Facts(number=False, values=values, missing=missing)


def _as_numbers(column: Any) -> Any:
    """Text that is numbers throughout, as JSON lines may write them; None where the first cell is none."""
    import pyarrow as pa

    there = column.drop_null()
    try:
        float(there[0].as_py())
        return floats_of(there.cast(pa.float64()))
    except (ValueError, pa.ArrowInvalid):
        return None


def _numbers(values: Any, missing: int, rows: int) -> Facts:
    known = values[~np.isnan(values)]
    if not known.size:
        return Facts(number=False, missing=rows)
    low, high = float(known.min()), float(known.max())
    whole = bool(np.isfinite([low, high]).all()) and all(          # the first few tell most columns
        bool((np.trunc(some) == some).all()) for some in (known[:MANY], known))
    distinct = _distinct(known, low, high) if whole and high - low < 1e15 else None
    counts = (distinct is not None and distinct.size == rows and low in {0.0, 1.0} and high - low == rows - 1
              and rows > 2)
    values_seen = None if distinct is None or distinct.size > MANY else frozenset(plain(float(v)) for v in distinct)
    return Facts(number=True, values=values_seen, low=low, high=high, missing=missing + values.size - known.size,
                 counts=counts)


def _distinct(known: Any, low: float, high: float) -> Any:
    """The distinct whole numbers; None where the first rows hold many of a wide range already."""
    if high - low <= NARROW:
        return np.flatnonzero(np.bincount((known - low).astype(np.int64))) + low
    return None if np.unique(known[:10 * MANY]).size > MANY else np.unique(known)
