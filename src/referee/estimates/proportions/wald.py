"""The simple interval p ± z √(p(1−p)/n) of the textbooks: historic, never a default.

Mitchell, T. (1997). Machine Learning, chapter 5. Flexer (1996), section 3.2.

It covers 0.89 on average and 0.26 at worst where it claims 0.95 (n = 30, p = 0.01 … 0.5, exact enumeration),
and has no width at all when no error was seen. Here to rerun what papers did; use `wilson`.
"""

from __future__ import annotations

import math

from referee.estimates._base import Interval
from referee.estimates.proportions.check_counts import check_counts
from referee.estimates.quantiles import around, normal_reach
from referee.given import door


@door
def wald(k: float, n: float, *, level: float = 0.95) -> Interval:
    """The textbook interval, exactly as printed: not cut to [0, 1].

    >>> print(wald(12, 40))
    95% interval 0.158 to 0.442 (Wald, historic)
    """
    k, n = check_counts(k, n)
    share = k / n
    reach = normal_reach(level) * math.sqrt(share * (1 - share) / n)
    return around(share, reach, level=level, method="Wald, historic")
