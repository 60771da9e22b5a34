"""The mean of per-row values when rows come in clusters: patients, documents, prompts.

Miller, E. (2024). Adding error bars to evals. arXiv:2411.00640. CR0: SE² = Σ_c (Σ_{i∈c} (s_i − s̄))² / n²;
CR1 multiplies with G/(G−1). We use CR1 and Student's t with G−1 degrees of freedom.

With fewer than 30 clusters even that is rough: prefer the studentised bootstrap over clusters. The naive standard
error takes rows of one cluster for independent; the design effect says how much it understates the variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.kinds import Array, Estimand


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredMean(Measured):
    """A mean with its clustered standard error, and what the naive one would have been."""

    n_clusters: int
    naive_error: float

    @property
    def design_effect(self) -> float:
        """How many times the naive variance the clustered one is."""
        if self.naive_error == 0:
            raise Undefined("all values are equal; there is no design effect.")
        return (self.standard_error / self.naive_error) ** 2


def clustered_mean(values: Array, clusters: Array, *, variant: Literal["CR1", "CR0"] = "CR1", level: float = 0.95,
                   bounds: Bounds | None = None) -> ClusteredMean:
    """The mean ± t_{G−1} × the clustered standard error, cut to the bounds.

    >>> made = clustered_mean([1, 1, 0, 0, 1, 0], ["a", "a", "b", "b", "c", "c"], bounds=(0, 1))
    >>> print(made.interval, round(made.design_effect, 2))
    95% interval 0.000 to 1.000 (clustered t, CR1) 1.67
    """
    values = numbers(values)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    if cluster.shape != values.shape:
        raise BadInput(f"{cluster.size} cluster labels for {values.size} values; give one a row.")
    n, G, mean = values.size, int(cluster.max()) + 1, float(values.mean())
    if G < 2:
        raise Undefined("all rows are in one cluster; what varies between clusters cannot be seen.")
    sums = np.bincount(cluster, weights=values - mean)
    error = math.sqrt(float(sums @ sums)) / n * (math.sqrt(G / (G - 1)) if variant == "CR1" else 1.0)
    if np.ptp(values) == 0 or error <= 1e-14 * abs(mean):
        interval = interval_without_spread(mean, G, level=level, bounds=bounds, what="clusters")
    else:
        method = f"clustered t, {variant}"
        interval = around(mean, t_reach(level, G - 1) * error, level=level, method=method, bounds=bounds)
    return ClusteredMean(value=mean, interval=interval, standard_error=error, df=G - 1, estimand=Estimand.MODEL,
                         n_clusters=G, naive_error=float(values.std(ddof=1)) / math.sqrt(n))
