"""How many test cases an accuracy needs, before anything is run.

The widest interval for a proportion is that at ½: Wilson's half-width there is z / (2√(n + z²)), the textbook's
z / (2√n). Highleyman's "more than 1000 test cases" (Reich and Barai 1999, section 2.1) is the second: ±0.031.
"""

from __future__ import annotations

import math
from typing import Literal

from referee.errors import BadInput
from referee.estimates.quantiles import normal_reach
from referee.given import door

Width = Literal["wilson", "wald"]
CASES_ADDED = {"wilson": 1.0, "wald": 0.0}        # times z², by which an interval shortens as if there were more cases


@door
def min_n_for_half_width(half_width: float, *, level: float = 0.95, interval: Width = "wilson") -> int:
    """The fewest cases with which the interval reaches at most this far to either side, whatever the accuracy.

    >>> min_n_for_half_width(0.03), min_n_for_half_width(0.01, interval="wald")
    (1064, 9604)
    """
    if not 0 < half_width < 0.5:
        raise BadInput(f"a half-width lies between 0 and 0.5, not at {half_width}.")
    z2 = normal_reach(level) ** 2
    needed = z2 / (4 * half_width**2) - CASES_ADDED[interval] * z2
    return max(1, math.ceil(needed - 1e-9))


@door
def worst_half_width(n: int, *, level: float = 0.95, interval: Width = "wilson") -> float:
    """How far the interval of an accuracy of ½ reaches to either side on n cases.

    >>> worst_half_width(1000, interval="wald")
    0.0310
    """
    if n < 1:
        raise BadInput(f"{n} test cases are none.")
    z = normal_reach(level)
    return z / (2 * math.sqrt(n + CASES_ADDED[interval] * z * z))
