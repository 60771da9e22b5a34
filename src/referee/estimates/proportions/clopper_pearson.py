"""The exact interval for a proportion: never covers less than it claims.

Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits. Biometrika 26, 404-413.

The price is width: it covers 0.954 to 0.973 on average instead of 0.95 for n = 30 … 1000 (exact enumeration).
For safety claims, and for fewer than 40 cases with a proportion near 0 or 1.
"""

from __future__ import annotations

from referee.estimates._base import Interval, check_level
from referee.estimates.proportions.check_counts import check_counts
from referee.given import door


@door
def clopper_pearson(k: float, n: float, *, level: float = 0.95) -> Interval:
    """The interval of all probabilities that an exact two-sided test with equal tails does not reject.

    >>> print(clopper_pearson(0, 20))
    95% interval 0.000 to 0.168 (Clopper-Pearson)
    """
    from scipy import special

    k, n = check_counts(k, n)
    tail = (1 - check_level(level)) / 2
    low = 0.0 if k == 0 else float(special.betaincinv(k, n - k + 1, tail))
    high = 1.0 if k == n else float(special.betaincinv(k + 1, n - k, 1 - tail))
    return Interval(low, high, level=level, method="Clopper-Pearson")


@door
def upper_bound_without_events(n: int, *, level: float = 0.95) -> float:
    """The exact one-sided bound after no event in n cases, which "3/n" approximates.

    Hanley, J. A. and Lippman-Hand, A. (1983). If nothing goes wrong, is everything all right? JAMA 249, 1743.

    >>> upper_bound_without_events(100)
    0.02951
    """
    check_counts(0, n)
    return float(1 - (1 - check_level(level)) ** (1 / n))
