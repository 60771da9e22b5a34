"""The quantiles that intervals are made of, from scipy.special (scipy.stats takes a second to load)."""

from __future__ import annotations

import math

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.given import numbers as given_numbers
from referee.kinds import Array

Bounds = tuple[float, float]


def normal_reach(level: float) -> float:
    """How many standard errors a two-sided normal interval reaches to either side.

    >>> normal_reach(0.95), normal_reach(0.99)
    (1.95996, 2.57583)
    """
    from scipy import special

    return float(special.ndtri(0.5 + check_level(level) / 2))


def t_reach(level: float, df: float) -> float:
    """The same for Student's t; infinite `df` is the normal distribution.

    >>> t_reach(0.95, 9)
    2.26216
    """
    from scipy import special

    return normal_reach(level) if math.isinf(df) else float(special.stdtrit(df, 0.5 + check_level(level) / 2))


def around(value: float, reach: float, *, level: float, method: str, bounds: Bounds | None = None) -> Interval:
    """The interval value ± reach, cut to what the quantity can be; a value beyond a bound is first put on it.

    >>> print(around(-0.3, 0.1, level=0.95, method="z", bounds=(0, 1)))
    95% interval 0.000 to 0.100 (z)
    """
    value = value if bounds is None else min(max(value, bounds[0]), bounds[1])
    interval = Interval(value - reach, value + reach, level=level, method=method)
    return interval if bounds is None else interval.within(bounds)


def numbers(values: object, what: str = "values") -> Array:
    """A vector of finite floats, or a sentence that says what is wrong with it.

    >>> numbers([0.1, float("nan")], "losses")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: losses has 1 value that is missing or infinite, the first at index 1; remove or fill it.
    """
    array = given_numbers(values, what)
    if array.ndim != 1:
        raise BadInput(f"{what} must be one number a row, not an array of shape {array.shape}.")
    if array.size == 0:
        raise Undefined(f"there are no {what}.")
    return array
