"""The interval of a mean whose values show no spread at all: certain ends are not what equal values mean.

When all values are equal every standard error is 0 and every t interval has no width; yet 20 cases without
an error are compatible with an error rate of 0.14. For values that lie between known bounds a safe interval
is that of Clopper and Pearson for the mean's place between the bounds: a bounded variable of a given mean spreads
at most like a coin. (At a bound this is exact: P(all n values at the bound) ≤ mean^n.)
Without bounds there is nothing to go by, and it says so.
"""

from __future__ import annotations

import math

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.proportions.clopper_pearson import clopper_pearson
from referee.estimates.quantiles import Bounds
from referee.given import door


@door
def interval_without_spread(value: float, n: float, *, level: float, bounds: Bounds | None, what: str) -> Interval:
    """The safe interval for a mean of n equal values between bounds.

    >>> print(interval_without_spread(1.0, 50, level=0.95, bounds=(0, 1), what="scores"))
    95% interval 0.929 to 1.000 (Clopper-Pearson on 50 cases, because all scores are equal)
    """
    if bounds is None or not (math.isfinite(bounds[0]) and math.isfinite(bounds[1])):
        raise Undefined(f"all {what} are equal ({value:g}), so there is no spread to make an interval from; "
                        f"give the bounds of the metric, or test on more rows.")
    low, high = bounds
    place = min(1.0, max(0.0, (value - low) / (high - low)))
    exact = clopper_pearson(place * n, n, level=level)
    method = f"Clopper-Pearson on {n:.4g} cases, because all {what} are equal"
    return Interval(low + (high - low) * exact.low, low + (high - low) * exact.high, level=level, method=method)
