"""Tail areas and reaches of the laws that tests refer to; scipy loads when the first one is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from referee.errors import BadInput
from referee.estimates._base import Interval


def tail(statistic: float, df: float | None, alternative: str) -> float:
    """The p-value of a t statistic (of a z statistic when df is None).

    >>> tail(1.96, None, "two-sided")
    0.04999
    """
    from scipy import special

    def below(x: float) -> float:
        return float(special.ndtr(x) if df is None else special.stdtr(df, x))

    if alternative == "greater":
        return below(-statistic)
    return below(statistic) if alternative == "less" else min(1.0, 2 * below(-abs(statistic)))


def reach(level: float, df: float | None = None) -> float:
    """How many standard errors an interval extends to each side."""
    from scipy import special
    return float(special.ndtri(0.5 + level / 2) if df is None else special.stdtrit(df, 0.5 + level / 2))


def around(centre: float, error: float, *, level: float, df: float | None = None, method: str = "") -> Interval:
    """The two-sided interval centre ± reach · error."""
    half = reach(level, df) * error
    return Interval(centre - half, centre + half, level=level, method=method)


T = TypeVar("T", Interval, Interval | None)


def sided(made: Callable[[float], T], *, level: float, alternative: str) -> T:
    """The interval that goes with the alternative: that of a one-sided test is open to the declared side.

    >>> print(sided(lambda level: around(0.1, 0.04, level=level, method="z"), level=0.95, alternative="greater"))
    95% interval above 0.034 (z)
    """
    if alternative == "two-sided":
        return made(level)
    if level <= 0.5:
        raise BadInput(f"level is {level:g}; a one-sided interval needs more than 0.5.")
    two = made(2 * level - 1)
    if two is None:
        return two
    if alternative == "greater":
        return replace(two, level=level, high=math.inf)
    return replace(two, level=level, low=-math.inf)


def upper_chi2(statistic: float, df: float) -> float:
    """P(χ² ≥ statistic)."""
    from scipy import special
    return float(special.chdtrc(df, statistic))


def upper_f(statistic: float, df: tuple[float, float]) -> float:
    """P(F ≥ statistic)."""
    from scipy import special
    return 0.0 if math.isinf(statistic) else float(special.fdtrc(df[0], df[1], statistic))
