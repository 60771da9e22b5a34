"""The basic bootstrap interval: the percentile interval mirrored at the observed value.

Davison, A. C. and Hinkley, D. V. (1997). Bootstrap Methods and their Application, section 5.2. Also called
the reverse percentile or pivotal interval.

First-order accurate, and may leave the metric's bounds (it is cut to them): for quantities with bounds the
percentile or BCa interval is better. Here because other tools report it.
"""

from __future__ import annotations

from referee.estimates._base import Interval
from referee.estimates.bootstrap.holding import holding
from referee.estimates.bootstrap.percentile_bootstrap import measured, middle, percentile_interval
from referee.estimates.quantiles import Bounds
from referee.estimates.resampling.drawing_schemes import Scheme
from referee.estimates.resampling.mean_statistic import as_statistic
from referee.estimates.resampling.replicates import replicates
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array


@door
def basic_bootstrap(statistic: Statistic | Array, scheme: Scheme | None = None, *, resamples: int = 2000, seed: int = 0,
                    level: float = 0.95, bounds: Bounds | None = None) -> Measured:
    """Resample the test cases; the interval is 2 × observed − percentile interval.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> print(basic_bootstrap(mean_statistic([0, 1, 1, 1] * 25), seed=1))
    0.750, 95% interval 0.670 to 0.840 (basic bootstrap), for the fitted model at hand.
    """
    statistic = as_statistic(statistic)
    made = replicates(statistic, scheme, resamples=resamples, seed=seed)
    if made.without_spread:
        return measured(made, percentile_interval(made, level=level, bounds=bounds))
    inner = middle(made, level)
    interval = holding(Interval(2 * made.observed - inner.high, 2 * made.observed - inner.low, level=level,
                                method="basic bootstrap"), made)
    return measured(made, interval if bounds is None else interval.within(bounds))
