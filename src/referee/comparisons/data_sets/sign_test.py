"""The sign test over data sets: who wins how often.

Demšar, J. (2006). JMLR 7, 1–30, section 3.1.4; the p-value is the exact binomial one, two-sided by default.

Ties are split evenly, one of an odd number being dropped, or all dropped. The paper's table 3 of critical
values is not a two-sided table: 10 of its 21 entries at 0.05 are one win too lenient (its own example, 11 of 14,
has p = 0.057); `wins_needed` computes them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import ROUNDING, choice, differences
from referee.comparisons._student import Asked
from referee.comparisons._units import independent
from referee.comparisons.two_models.mcnemar import discordant_p
from referee.estimates._base import check_level
from referee.given import door


@door
def sign_test(a: Any, b: Any, *, ties: str = "split", alternative: str = "two-sided",
              unit: str = "data set") -> Comparison:
    """Whether A beats B on more than half of the data sets; the difference is the median one.

    >>> sign_test([.8, .7, .9, .6, .8, .9, .7], [.7, .6, .8, .5, .7, .8, .8]).p
    0.125
    """
    choice(ties, "ties", ("split", "drop"))
    estimand = independent(unit, "the sign test")
    Asked(0.95, alternative)
    d = differences(a, b, least=1)
    equal = np.abs(d.values) <= ROUNDING * d.scale
    wins, losses = int(((d.values > 0) & ~equal).sum()), int(((d.values < 0) & ~equal).sum())
    half = int(equal.sum()) // 2 if ties == "split" else 0
    p = discordant_p(wins + half, losses + half, variant="exact", alternative=alternative)[1]
    return Comparison(
        difference=0.0 if wins + losses == 0 else float(np.median(np.where(equal, 0.0, d.values))), interval=None,
        p=p, statistic=float(wins + half), mirror=float(wins + losses + 2 * half), alternative=alternative,
        method=f"sign test (ties: {ties})",
        estimand=estimand, unit=unit, n_units=d.n,
        assumptions=(f"The {unit}s are independent draws from the population of interest.",),
        flags=raised(identical=wins + losses == 0, few_units=wins + losses + 2 * half < FEW),
        details=(("wins", wins), ("losses", losses), ("ties", int(equal.sum()))))


@door
def wins_needed(n: int, *, level: float = 0.95) -> int | None:
    """The smallest number of wins in n data sets that is significant, two-sided; None if none is.

    >>> wins_needed(14), wins_needed(5)
    (12, None)
    """
    check_level(level)
    for wins in range(n // 2 + 1, n + 1):
        if discordant_p(wins, n - wins, variant="exact")[1] <= 1 - level + 1e-12:
            return wins
    return None
