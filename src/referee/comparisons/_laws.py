"""Tail areas and reaches of the laws that tests refer to; scipy loads when the first one is asked for."""

from __future__ import annotations

import math

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


def upper_chi2(statistic: float, df: float) -> float:
    """P(χ² ≥ statistic)."""
    from scipy import special
    return float(special.chdtrc(df, statistic))


def upper_f(statistic: float, df: tuple[float, float]) -> float:
    """P(F ≥ statistic)."""
    from scipy import special
    return 0.0 if math.isinf(statistic) else float(special.fdtrc(df[0], df[1], statistic))
