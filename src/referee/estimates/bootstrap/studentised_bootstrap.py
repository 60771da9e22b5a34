"""The studentised (bootstrap-t) interval: resample (value − observed) / standard error.

Efron, B. and Tibshirani, R. (1993). An Introduction to the Bootstrap, section 12.5; Davison and Hinkley (1997).
The standard error is computed anew inside each resample, by formula; for clusters by that of a ratio.

Second-order accurate for means, also of skewed values and with few clusters (fewer than 30), where percentiles
cover too little. Only for statistics that know their standard error (means); may leave the metric's bounds, so
it is cut to them.
"""

from __future__ import annotations

import numpy as np

from referee.errors import NotJustified, Undefined
from referee.estimates._base import Interval, check_level
from referee.estimates.bootstrap.holding import holding
from referee.estimates.bootstrap.percentile_bootstrap import measured, percentile_interval
from referee.estimates.quantiles import Bounds
from referee.estimates.resampling.drawing_schemes import Rows
from referee.estimates.resampling.mean_statistic import as_statistic
from referee.estimates.resampling.replicates import Replicates
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array
from referee.seeds import stream


@door
def studentised_bootstrap(statistic: Statistic | Array, *, resamples: int = 2000, seed: int = 0, level: float = 0.95,
                          bounds: Bounds | None = None) -> Measured:
    """Resample the units of a mean (for clusters: `mean_statistic(…, clusters=…)`).

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> print(studentised_bootstrap(mean_statistic([0.1, 0.2, 0.4, 0.7, 1.1, 2.0] * 10), seed=1))
    0.750, 95% interval 0.601 to 0.942 (studentised bootstrap), for the fitted model at hand.
    """
    statistic = as_statistic(statistic)
    if statistic.standard_errors is None:
        raise NotJustified("the studentised bootstrap needs a standard error inside each resample, which this number "
                           "does not have; use the BCa bootstrap.")
    own = float(statistic.standard_errors(statistic.counts[None, :])[0])
    values, errors = _with_errors(statistic, resamples, seed)
    usable = np.isfinite(values) & (errors > 0)
    made = Replicates(observed=statistic.observed, values=values, lost=0, cases=statistic.cases)
    if made.without_spread or own <= 1e-14 * abs(statistic.observed):
        return measured(made, percentile_interval(made, level=level, bounds=bounds))
    if usable.sum() < 2:
        raise Undefined(f"only {usable.sum()} of {resamples} resamples have a spread; there are too few cases.")
    made = Replicates(observed=statistic.observed, values=values[usable], lost=int((~usable).sum()),
                      cases=statistic.cases)
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile((made.values - made.observed) / errors[usable], [tail, 1 - tail])
    interval = holding(Interval(made.observed - float(high) * own, made.observed - float(low) * own, level=level,
                                method="studentised bootstrap"), made)
    return measured(made, interval if bounds is None else interval.within(bounds))


def _with_errors(statistic: Statistic, resamples: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Values and standard errors of the resamples."""
    values, errors = [], []
    assert statistic.standard_errors is not None
    for counts in Rows().draws(statistic, stream(seed, "bootstrap"), resamples):
        values.append(statistic.scores(counts))
        errors.append(statistic.standard_errors(counts))
    return np.concatenate(values), np.concatenate(errors)
