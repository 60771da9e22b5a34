"""The Agresti-Coull interval for a proportion: add z²/2 successes and failures, then do the simple thing.

Agresti, A. and Coull, B. A. (1998). Approximate is better than "exact". The American Statistician 52, 119-126.
With z² (about 4 at 95%), not a fixed 4; cut to [0, 1], which the printed formula leaves.

For n ≥ 40; slightly wider than Wilson, covers 0.950 to 0.959 on average, 0.934 at worst (exact enumeration).
"""

from __future__ import annotations

import math

from referee.estimates._base import Interval
from referee.estimates.proportions.check_counts import check_counts
from referee.estimates.quantiles import around, normal_reach
from referee.given import door


@door
def agresti_coull(k: float, n: float, *, level: float = 0.95) -> Interval:
    """The simple interval around (k + z²/2) / (n + z²).

    >>> print(agresti_coull(81, 263))
    95% interval 0.255 to 0.366 (Agresti-Coull)
    """
    k, n = check_counts(k, n)
    z = normal_reach(level)
    cases = n + z * z
    centre = (k + z * z / 2) / cases
    reach = z * math.sqrt(centre * (1 - centre) / cases)
    return around(centre, reach, level=level, method="Agresti-Coull", bounds=(0.0, 1.0))
