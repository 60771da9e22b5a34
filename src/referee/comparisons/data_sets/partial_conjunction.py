"""On how many data sets is there an effect at all?

Benjamini, Y. and Heller, R. (2008). Screening for partial conjunction hypotheses. Biometrics 64, 1215–1222.
Dror, R., Baumer, G., Bogomolov, M. and Reichart, R. (2017). Replicability analysis for natural language
processing. TACL 5, 471–486.

"At least u of N" is tested by the N − u + 1 largest p-values: by Bonferroni whatever their dependence, by Fisher's
sum of logarithms when the data sets are independent. The count is the largest u that is shown, so it is a lower
bound at the level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._input import choice
from referee.comparisons._laws import upper_chi2
from referee.comparisons.multiplicity.adjust import p_values
from referee.errors import Undefined
from referee.estimates._base import check_level
from referee.given import door
from referee.kinds import Array, frozen_array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartialConjunction:
    """How many of N data sets show an effect, and the p-value of each "at least u"."""

    count: int
    p: Array                # for u = 1 … N
    level: float
    method: str

    def __str__(self) -> str:
        return (f"There is an effect on at least {self.count} of {len(self.p)} data sets, "
                f"at the {self.level:g} level ({self.method}).")


@door
def partial_conjunction(p: Any, *, method: str = "bonferroni", level: float = 0.95) -> PartialConjunction:
    """The number of data sets with an effect, from one p-value per data set.

    >>> print(partial_conjunction([.001, .004, .02, .3, .8]))
    There is an effect on at least 2 of 5 data sets, at the 0.95 level (partial conjunction, bonferroni).
    """
    choice(method, "method", ("bonferroni", "fisher"))
    ordered = np.sort(p_values(p))
    n = len(ordered)
    if n == 0:
        raise Undefined("there is no p-value; give one per data set.")
    if method == "bonferroni":
        each = np.arange(n, 0, -1) * ordered
    else:
        with np.errstate(divide="ignore"):
            fisher = -2 * np.log(ordered)[::-1].cumsum()[::-1]
        each = np.array([upper_chi2(statistic, 2 * (n - u)) for u, statistic in enumerate(fisher)])
    least = np.minimum(np.maximum.accumulate(each), 1.0)
    return PartialConjunction(count=int((least <= 1 - check_level(level)).sum()), p=frozen_array(least), level=level,
                              method=f"partial conjunction, {method}")
