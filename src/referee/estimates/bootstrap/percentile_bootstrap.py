"""The percentile bootstrap interval: the middle of what resamples gave.

Efron, B. (1979). Bootstrap methods: another look at the jackknife. Annals of Statistics 7, 1-26.
Reich and Barai (1999), section 2.2.4: more than 1000 resamples; assumes an unbiased estimator. Quantiles are
interpolated linearly.

First-order accurate: for small samples of skewed values it covers too little; `bca_bootstrap` repairs most of
it. Fails for "narrow" features such as a maximum. Where every resample gives the same value (no error seen)
the interval is the exact one of Clopper and Pearson for the number of cases, and says so.
"""

from __future__ import annotations

import math

import numpy as np

from referee.estimates._base import Interval, check_level
from referee.estimates.bootstrap.holding import holding
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds
from referee.estimates.resampling.drawing_schemes import Scheme
from referee.estimates.resampling.mean_statistic import as_statistic
from referee.estimates.resampling.replicates import Replicates, replicates
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@door
def percentile_bootstrap(statistic: Statistic | Array, scheme: Scheme | None = None, *, resamples: int = 2000,
                         seed: int = 0, level: float = 0.95, bounds: Bounds | None = None) -> Measured:
    """Resample the test cases and take the middle part of the values.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> print(percentile_bootstrap(mean_statistic([0, 1, 1, 1] * 25), seed=1))
    0.750, 95% interval 0.660 to 0.830 (percentile bootstrap), for the fitted model at hand.
    """
    statistic = as_statistic(statistic)
    made = replicates(statistic, scheme, resamples=resamples, seed=seed)
    return measured(made, percentile_interval(made, level=level, bounds=bounds))


@door
def percentile_interval(made: Replicates, *, level: float = 0.95, bounds: Bounds | None = None) -> Interval:
    """The interval from replicates that are there already.

    >>> import numpy as np
    >>> from referee.estimates import Replicates, percentile_interval
    >>> made = Replicates(observed=0.8, values=np.linspace(0.7, 0.88, 1000), lost=0, cases=100)
    >>> print(percentile_interval(made))
    95% interval 0.704 to 0.876 (percentile bootstrap)
    """
    if made.without_spread:
        return interval_without_spread(made.observed, made.cases, level=level, bounds=bounds, what="resamples")
    interval = holding(middle(made, level), made)
    return interval if bounds is None else interval.within(bounds)


def middle(made: Replicates, level: float) -> Interval:
    """The middle of the replicates, wherever the estimate is."""
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile(made.values, [tail, 1 - tail])
    return Interval(float(low), float(high), level=level, method="percentile bootstrap")


def measured(made: Replicates, interval: Interval, *notes: str) -> Measured:
    """What any bootstrap over test cases gives back."""
    return Measured(value=made.observed, interval=interval, standard_error=made.standard_error, df=math.inf,
                    estimand=Estimand.MODEL, notes=(*made.notes, *notes))
