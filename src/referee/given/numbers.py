"""Numbers, as a person gives them: finite floats, whatever held them."""

from __future__ import annotations

import math
import numbers as kinds_of_numbers
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.given.columns import column
from referee.kinds import Array

HOLES = "missing or infinite"
LARGEST = 10**12        # a count of anything


def numbers(values: Any, name: str, *, finite: bool = True) -> Array:
    """The values as floats; text, dates and what is missing or infinite are refused with their place.

    >>> numbers([0.1, float("inf")], "scores")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: scores has 1 value that is missing or infinite, the first at index 1; remove or fill it.
    """
    array = column(values, name, holes=HOLES, finite=finite)
    if array.dtype.kind not in "fiub":
        raise BadInput(f"{name} must hold numbers, not text.")
    return array.astype(float, copy=False)


def numbers_with_gaps(values: Any, name: str) -> Array:
    """The values as floats, NaN where one is missing or masked; text, dates and infinite ones are refused.

    >>> numbers_with_gaps([[0.1, None], [0.2, 0.3]], "scores")
    array([[0.1, nan],
           [0.2, 0.3]])
    """
    import pandas as pd

    masked = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    try:
        array = values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
    except (TypeError, ValueError) as why:
        raise BadInput(f"{name} is no regular array of values ({why}).") from None
    gaps = np.asarray(pd.isna(array)) if array.dtype.kind in "fO" else np.zeros(array.shape, dtype=bool)
    gaps = gaps if masked is None else gaps | masked
    found = numbers(np.where(gaps, 0.0, array) if gaps.any() else array, name).copy()
    found[gaps] = np.nan
    return found


def number(value: Any, name: str, *, infinite: bool = False) -> float:
    """One finite number.

    >>> number("3", "k")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: k is '3'; give a number.
    """
    value = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if not isinstance(value, kinds_of_numbers.Real | np.bool_) or math.isnan(value):
        raise BadInput(f"{name} is {_short(value)}; give a number.")
    if not infinite and math.isinf(value):
        raise BadInput(f"{name} is infinite; give a finite number.")
    return value        # type: ignore[return-value]


def whole(value: Any, name: str) -> int:
    """One whole number.

    >>> whole(2.5, "resamples")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: resamples is 2.5; give a whole number.
    """
    given = number(value, name)
    if given != math.floor(given):
        raise BadInput(f"{name} is {given:g}; give a whole number.")
    if abs(given) > LARGEST:
        raise BadInput(f"{name} is {given:g}; that is too many.")
    return int(given)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
