"""Intervals for a function of a mean: infer where the mean is, then transform the ends.

RMSE is the root of a mean, not a mean: standard errors, central limit theorems and corrected t hold for the
MSE. An increasing function keeps coverage exactly, and the ends stay where the quantity can be.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.given import door


@door
def transform_interval(interval: Interval, outer: Callable[[float], float]) -> Interval:
    """The interval of outer(quantity), for a monotone function.

    >>> print(transform_interval(Interval(1.0, 4.0, method="t"), lambda x: -x))
    95% interval -4.000 to -1.000 (t)
    """
    low, high = sorted((outer(interval.low), outer(interval.high)))
    return Interval(low, high, level=interval.level, method=interval.method)


@door
def root_interval(interval: Interval) -> Interval:
    """The interval of a root mean square from that of the mean square; ends below 0 become 0.

    >>> print(root_interval(Interval(-0.2, 4.0, method="corrected resampled t")))
    95% interval 0.000 to 2.000 (corrected resampled t)
    """
    return transform_interval(interval.within((0.0, math.inf)), math.sqrt)


@door
def root_standard_error(mean_square: float, standard_error: float) -> float:
    """The standard error of √m from that of m, by the delta method: SE / (2√m).

    >>> root_standard_error(4.0, 0.4)
    0.1
    """
    if mean_square <= 0:
        raise Undefined("the root of a mean square of 0 has no standard error by the delta method.")
    return standard_error / (2 * math.sqrt(mean_square))
