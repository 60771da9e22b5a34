"""Wilson's score interval for a proportion: the default for accuracy, error, recall and precision.

Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. JASA 22, 209-212.
Newcombe, R. G. (1998). Statistics in Medicine 17, 857-872. Without continuity correction.

Over n = 30 … 1000 and p = 0.01 (0.005) 0.5 it covers 0.95 on average and 0.91 at worst (exact enumeration; 0.895
between the points of that grid, at p = 0.011 and n = 50). For safety claims use Clopper-Pearson.
"""

from __future__ import annotations

import math

from referee.estimates._base import Interval
from referee.estimates.proportions.check_counts import check_counts
from referee.estimates.quantiles import normal_reach
from referee.given import door


@door
def wilson(k: float, n: float, *, level: float = 0.95) -> Interval:
    """The interval for the probability behind k successes in n independent cases.

    >>> print(wilson(81, 263))
    95% interval 0.255 to 0.366 (Wilson)
    """
    k, n = check_counts(k, n)
    z2 = normal_reach(level) ** 2
    centre = (k + z2 / 2) / (n + z2)
    reach = math.sqrt(z2 * (k * (n - k) / n + z2 / 4)) / (n + z2)
    # At the ends the formula gives 0 and 1 exactly; rounding must not move them.
    low = 0.0 if k == 0 else max(0.0, centre - reach)
    high = 1.0 if k == n else min(1.0, centre + reach)
    return Interval(low, high, level=level, method="Wilson")
