"""How many test cases an estimate needs: the interval should reach no further than this to either side.

For an accuracy the interval is Wilson's, at the accuracy expected or, without one, at ½, where it is widest
(`estimates.sample_size`); for a mean of per-case scores it is Student's, with their standard deviation.
"""

from __future__ import annotations

import math

from referee.comparisons._laws import reach
from referee.errors import BadInput
from referee.estimates.proportions.sample_size import min_n_for_half_width, worst_half_width
from referee.given import door


@door
def half_width_with(n: int, *, accuracy: float | None = None, sd: float | None = None, level: float = 0.95) -> float:
    """How far the interval reaches to either side with n cases.

    >>> half_width_with(1000, accuracy=0.9), half_width_with(1000)
    (0.0186, 0.0309)
    """
    if sd is not None:
        return reach(level, n - 1) * sd / math.sqrt(n) if n > 1 else math.inf
    if accuracy is None:
        return worst_half_width(n, level=level)
    z2 = reach(level) ** 2
    return math.sqrt(z2) / (1 + z2 / n) * math.sqrt(accuracy * (1 - accuracy) / n + z2 / (4 * n * n))


@door
def cases_for_half_width(half_width: float, *, accuracy: float | None = None, sd: float | None = None,
                         level: float = 0.95) -> int:
    """The fewest cases with which the interval reaches no further.

    >>> cases_for_half_width(0.03), cases_for_half_width(0.03, accuracy=0.9)
    (1064, 388)
    """
    if accuracy is None and sd is None:
        return min_n_for_half_width(half_width, level=level)
    if not half_width > 0:
        raise BadInput(f"half_width is {half_width!r}; say how far the interval may reach to either side, above 0.")
    low, high = 1, 2
    while half_width_with(high, accuracy=accuracy, sd=sd, level=level) > half_width:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        wide = half_width_with(middle, accuracy=accuracy, sd=sd, level=level) > half_width
        low, high = (middle, high) if wide else (low, middle)
    return high
