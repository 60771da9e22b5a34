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
from referee.comparisons._input import matrix
from referee.comparisons._laws import upper_f
from referee.comparisons._ranks import midranks, row_ranks
from referee.comparisons.many_models.omnibus import Omnibus


def quade(scores: Any) -> Omnibus:
    """Whether the columns (learners) are alike over the rows (data sets), wide rows counting more.

    >>> quade([[.9, .8, .7], [.8, .7, .6], [.7, .8, .6], [.9, .7, .5]]).p
    0.0156
    """
    x = matrix(scores, "scores")
    n, k = x.shape
    weight = midranks(np.ptp(x, axis=1).round(12))
    S = weight[:, None] * (row_ranks(x) - (k + 1) / 2)
    total, between = float((S**2).sum()), float((S.sum(axis=0) ** 2).sum() / n)
    df = k - 1.0, (k - 1.0) * (n - 1)
    if total == 0:
        f, p = 0.0, 1.0
    elif total - between <= 1e-12 * total:
        f, p = math.inf, float(math.factorial(k)) ** (1 - n)        # all rows rank alike (Conover 1999, p. 375)
    else:
        f = (n - 1) * between / (total - between)
        p = upper_f(f, df)
    return Omnibus(statistic=f, df=df, p=p, method="Quade", unit="data set", n_units=n,
                   flags=raised(identical=total == 0, few_units=n < FEW),
                   assumptions=("The data sets are independent draws from the population of interest.",
                                "The ranges of two data sets can be compared."))
