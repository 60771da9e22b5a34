"""The bias-corrected and accelerated bootstrap interval (BCa).

Efron, B. (1987). Better bootstrap confidence intervals. JASA 82, 171-185. z₀ is the normal quantile of the
share of replicates below the observed value, ties counted half; a comes from the jackknife.

Second-order accurate and within the metric's range. Fails for fewer than 20 cases (a note says so) and for
extremes. At least 2000 resamples.
"""

from __future__ import annotations

import numpy as np

from referee.estimates._base import Interval, check_level
from referee.estimates.bootstrap.holding import holding
from referee.estimates.bootstrap.percentile_bootstrap import measured, percentile_interval
from referee.estimates.quantiles import Bounds
from referee.estimates.resampling.drawing_schemes import Scheme
from referee.estimates.resampling.jackknife import acceleration
from referee.estimates.resampling.mean_statistic import as_statistic
from referee.estimates.resampling.replicates import Replicates, replicates
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array

FEW_CASES = 20


@door
def bca_bootstrap(statistic: Statistic | Array, scheme: Scheme | None = None, *, resamples: int = 2000, seed: int = 0,
                  level: float = 0.95, bounds: Bounds | None = None) -> Measured:
    """Resample the test cases; take percentiles moved for bias and skewness.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> print(bca_bootstrap(mean_statistic([0.1, 0.2, 0.4, 0.7, 1.1, 2.0] * 10), seed=1))
    0.750, 95% interval 0.603 to 0.937 (BCa bootstrap), for the fitted model at hand.
    """
    statistic = as_statistic(statistic)
    made = replicates(statistic, scheme, resamples=resamples, seed=seed)
    few = (f"BCa is not to be trusted on {made.cases} cases",) if made.cases < FEW_CASES else ()
    if made.without_spread:
        return measured(made, percentile_interval(made, level=level, bounds=bounds), *few)
    interval = bca_interval(made, acceleration(statistic, scheme), level=level)
    return measured(made, interval if bounds is None else interval.within(bounds), *few)


@door
def bca_interval(made: Replicates, a: float, *, level: float = 0.95) -> Interval:
    """The interval from replicates and an acceleration that are there already.

    >>> import numpy as np
    >>> from referee.estimates import Replicates, bca_interval
    >>> made = Replicates(observed=0.8, values=np.linspace(0.7, 0.88, 1000), lost=0, cases=100)
    >>> print(bca_interval(made, 0.01))
    95% interval 0.709 to 0.878 (BCa bootstrap)
    """
    low, high = np.quantile(made.values, bca_shares(bias_correction(made), a, level=level))
    return holding(Interval(float(low), float(high), level=level, method="BCa bootstrap"), made)


@door
def bias_correction(made: Replicates) -> float:
    """z₀; kept finite when every replicate lies on one side.

    >>> import numpy as np
    >>> from referee.estimates import Replicates, bias_correction
    >>> made = Replicates(observed=0.8, values=np.linspace(0.7, 0.88, 1000), lost=0, cases=100)
    >>> round(bias_correction(made), 3)
    0.14
    """
    from scipy import special

    B = made.values.size
    below = (made.values < made.observed).mean() + (made.values == made.observed).mean() / 2
    return float(special.ndtri(np.clip(below, 0.5 / B, 1 - 0.5 / B)))


@door
def bca_shares(z0: float, a: float, *, level: float = 0.95) -> tuple[float, float]:
    """Which quantiles of the replicates the interval ends at.

    >>> bca_shares(0.0445324, 0.0410305)
    (0.0416963, 0.9870819)
    """
    from scipy import special

    z = float(special.ndtri(0.5 + check_level(level) / 2))

    def share(side: float) -> float:
        stretch = 1 - a * (z0 + side)
        return float(special.ndtr(z0 + (z0 + side) / stretch)) if stretch > 0 else float(side > 0)

    return share(-z), share(z)
