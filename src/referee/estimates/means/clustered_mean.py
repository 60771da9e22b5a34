"""The mean of per-row values when rows come in clusters: patients, documents, prompts.

Miller, E. (2024). Adding error bars to evals. arXiv:2411.00640. Student's t with the standard error CR2 of Bell and
McCaffrey (2002) and its degrees of freedom (see `cluster_robust`); CR1 and CR0 with G−1 are there by name.

The naive standard error takes rows of one cluster for independent; the design effect says how much it understates the
variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.cluster_robust import Variant, clustered_error
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
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


@door
def clustered_mean(values: Array, clusters: Array, *, variant: Variant = "CR2", level: float = 0.95,
                   bounds: Bounds | None = None) -> ClusteredMean:
    """The mean ± t × the clustered standard error, cut to the bounds.

    >>> made = clustered_mean([1, 1, 0, 0, 1, 0], ["a", "a", "b", "b", "c", "c"], bounds=(0, 1))
    >>> print(made.interval, round(made.design_effect, 2))
    95% interval 0.000 to 1.000 (clustered t, CR2) 1.67
    """
    values = numbers(values)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    if cluster.shape != values.shape:
        raise BadInput(f"{cluster.size} cluster labels for {values.size} values; give one a row.")
    n, G, mean = values.size, int(cluster.max()) + 1, float(values.mean())
    if G < 2:
        raise Undefined("all rows are in one cluster; what varies between clusters cannot be seen.")
    error, df = clustered_error(values, cluster, variant=variant)
    if np.ptp(values) == 0 or error <= 1e-14 * abs(mean):
        interval = interval_without_spread(mean, G, level=level, bounds=bounds, what="clusters")
    else:
        method = f"clustered t, {variant}"
        interval = around(mean, t_reach(level, df) * error, level=level, method=method, bounds=bounds)
    return ClusteredMean(value=mean, interval=interval, standard_error=error, df=df, estimand=Estimand.MODEL,
                         n_clusters=G, naive_error=float(values.std(ddof=1)) / math.sqrt(n))
