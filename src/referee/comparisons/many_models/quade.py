"""Quade's test for several learners over data sets of unequal difficulty.

Quade, D. (1979). Using weighted rankings in the analysis of complete blocks with additive block effects.
JASA 74, 680–683.

Data sets on which the learners differ more count more: each row's ranks are weighed by the rank of its range.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons._laws import upper_f
from referee.comparisons._ranks import agreement_by_chance, midranks, row_ranks, tied_places
from referee.comparisons._units import independent
from referee.comparisons.many_models.omnibus import Omnibus
from referee.given import door


@door
def quade(scores: Any, *, unit: str = "data set") -> Omnibus:
    """Whether the columns (learners) are alike over the rows (data sets), wide rows counting more.

    >>> quade([[.9, .8, .7], [.8, .7, .6], [.7, .8, .6], [.9, .7, .5]]).p
    0.0156
    """
    independent(unit, "Quade's test")
    x = matrix(scores, "scores")
    n, k = x.shape
    ranks = row_ranks(x)
    weight = midranks(tied_places(np.ptp(x, axis=1), 2 * ROUNDING * np.abs(x).max()))
    S = weight[:, None] * (ranks - (k + 1) / 2)
    total, between = float((S**2).sum()), float((S.sum(axis=0) ** 2).sum() / n)
    df = k - 1.0, (k - 1.0) * (n - 1)
    if total == 0:
        f, p = 0.0, 1.0
    elif total - between <= 1e-12 * total:
        f, p = math.inf, agreement_by_chance(ranks)         # all rows rank alike (Conover 1999, p. 375)
    else:
        f = (n - 1) * between / (total - between)
        p = upper_f(f, df)
    return Omnibus(statistic=f, df=df, p=p, method="Quade", unit=unit, n_units=n,
                   flags=raised(identical=total == 0, few_units=n < FEW),
                   assumptions=(f"The {unit}s are independent draws from the population of interest.",
                                f"The ranges of two {unit}s can be compared."))
