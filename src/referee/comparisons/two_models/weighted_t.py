"""Paired t-test on per-case differences whose cases stand for different numbers of others: sampling weights.

The weighted mean of the differences over its linearised standard error, with the corrections for few rows, or few
clusters, that `referee.estimates.means.weighted_mean` tells. Measured level at 0.05 with lognormal weights (spread of
their logarithms 0.5 and 1; 40 and 200 cases; 4,000 samples each): 0.020 to 0.049, by linearisation alone up to 0.081.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import clusters_of, differences
from referee.comparisons._student import Asked, located
from referee.estimates.means.weighted_mean import check_weights, weighted_error
from referee.given import door
from referee.kinds import Estimand


@door
def weighted_t(a: Any, b: Any, weights: Any, clusters: Any = None, *, level: float = 0.95,
               alternative: str = "two-sided") -> Comparison:
    """Whether the weighted mean difference is zero.

    >>> print(weighted_t([1, 1, 0, 1, 1, 0], [1, 0, 0, 1, 0, 0], [1, 2, 1, 3, 2, 1]))
    A minus B is +0.400, 95% interval -0.467 to 1.267 (t, weighted); weighted paired t: p = 0.225.
    """
    d = differences(a, b)
    w = check_weights(weights, d.n)
    cluster = np.arange(d.n) if clusters is None else clusters_of(clusters, d.n)
    mean, error, df = weighted_error(d.values, w, cluster)
    G = int(cluster.max()) + 1
    return Comparison(
        method="weighted paired t", estimand=Estimand.MODEL, unit="case" if clusters is None else "cluster",
        assumptions=("Cases, or clusters of them, are independent draws; each stands for as many as its weight says.",
                     "The weighted mean is roughly normal."),
        details=(("effective", float(w.sum() ** 2 / (w @ w))), ("cases", d.n)),
        **located(mean, error if np.ptp(d.values) else 0.0, df=df, n=G, asked=Asked(level, alternative),
                  named="t, weighted"))
