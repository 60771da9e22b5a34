"""Paired t-test on per-case differences when cases come in clusters: questions of one article, rows of one patient.

Miller, E. (2024). Adding error bars to evals. arXiv:2411.00640, section 4: the standard error of the mean difference
sums the differences of each cluster before it squares them. Clusters of unequal size are allowed for by the variance
CR2 and the degrees of freedom of Bell and McCaffrey (2002); see `referee.estimates.means.cluster_robust` for the
formulas and the measured level. CR1 with G − 1 degrees of freedom, the rule of other programs, is there by name.
"""

from __future__ import annotations

from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._input import clusters_of, differences
from referee.comparisons._student import Asked, located
from referee.estimates.means.cluster_robust import Variant, clustered_error
from referee.given import door
from referee.kinds import Estimand


@door
def clustered_t(a: Any, b: Any, clusters: Any, *, variant: Variant = "CR2", level: float = 0.95,
                alternative: str = "two-sided") -> Comparison:
    """Whether the mean difference is zero, where cases of one cluster are no independent evidence.

    >>> print(clustered_t([1, 1, 0, 1, 1, 0, 1, 1], [1, 0, 0, 1, 0, 0, 0, 1], [1, 1, 2, 2, 3, 3, 4, 4]))
    A minus B is +0.375, 95% interval -0.023 to 0.773 (t, clustered); clustered paired t: p = 0.058.
    Note: only 4 clusters.
    """
    d = differences(a, b)
    cluster = clusters_of(clusters, d.n)
    G = int(cluster.max()) + 1
    error, df = clustered_error(d.values, cluster, variant=variant)
    naive = d.spread / d.n**0.5
    error = error if naive else 0.0             # differences that differ by rounding only
    return Comparison(
        method="clustered paired t", estimand=Estimand.MODEL, unit="cluster",
        assumptions=("The clusters are independent of each other; cases within one need not be.",
                     "The mean over clusters is roughly normal."),
        details=(("clusters", G), ("naive_error", naive), ("cases", d.n)),
        **located(d.mean, error, df=df, n=G, asked=Asked(level, alternative), named="t, clustered"))
