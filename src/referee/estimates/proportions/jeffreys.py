"""Jeffreys's interval for a proportion: equal tails of the posterior under a Beta(½, ½) prior.

Brown, L. D., Cai, T. T. and DasGupta, A. (2001). Interval estimation for a binomial proportion.
Statistical Science 16, 101-133. The lower end is 0 at k = 0 and the upper end 1 at k = n, as there.

It covers 0.95 on average but dips to 0.88 at n = 30 … 100 (exact enumeration, p = 0.01 … 0.5).
"""

from __future__ import annotations

from referee.estimates._base import Interval, check_level
from referee.estimates.proportions.check_counts import check_counts
from referee.given import door


@door
def jeffreys(k: float, n: float, *, level: float = 0.95) -> Interval:
    """The central part of Beta(k + ½, n − k + ½).

    >>> print(jeffreys(15, 148))
    95% interval 0.060 to 0.158 (Jeffreys)
    """
    from scipy import special

    k, n = check_counts(k, n)
    tail = (1 - check_level(level)) / 2
    low = 0.0 if k == 0 else float(special.betaincinv(k + 0.5, n - k + 0.5, tail))
    high = 1.0 if k == n else float(special.betaincinv(k + 0.5, n - k + 0.5, 1 - tail))
    return Interval(low, high, level=level, method="Jeffreys")
