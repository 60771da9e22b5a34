"""The mean loss of a series with an interval that allows for what successive losses have in common.

Student's t with the long-run standard error (see `long_run`). Losses are skewed, and more so the longer they remember:
where they are known to lie above 0 the interval is made for the logarithm of their mean, between two bounds for its log
odds, by the delta method. Measured coverage: docs/time.md.
"""

from __future__ import annotations

import math

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.means.long_run import long_run
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@door
def long_run_mean(values: Array, *, level: float = 0.95, bounds: Bounds | None = None, learned_later: bool = False
                  ) -> Measured:
    """The mean of values in order of time, with an interval that allows for their dependence.

    `learned_later` says that they are losses of models that learned from later times too.

    >>> print(long_run_mean([0.2, 0.5, 0.1, 0.4, 0.3, 0.6, 0.2, 0.4, 0.5, 0.1, 0.3, 0.2], bounds=(0, math.inf)))
    0.317, 95% interval 0.177 to 0.568 (long-run t on logarithms), for the models of these folds.
    """
    values = numbers(values)
    found, mean = long_run(values, learned_later=learned_later), float(values.mean())
    reach = t_reach(level, found.df) * found.error
    if found.error == 0:
        interval = interval_without_spread(mean, values.size, level=level, bounds=bounds, what="values")
    else:
        interval = _interval(mean, reach, level, bounds)
    notes = () if found.recurs is None else (
        f"Losses resemble those {found.recurs} times before: if that is no fixed season, the interval is too narrow.",)
    return Measured(value=mean, interval=interval, standard_error=found.error, df=float(found.df),
                    estimand=Estimand.FOLD_MODELS, notes=notes)


def _interval(mean: float, reach: float, level: float, bounds: Bounds | None) -> Interval:
    low, high = bounds or (-math.inf, math.inf)
    if mean < low or mean > high:
        raise Undefined(f"the mean is {mean:g}, outside {low:g} to {high:g}; give the bounds of the values.")
    if low < mean < math.inf == high and math.isfinite(low):
        factor = math.exp(min(reach / (mean - low), 700.0))
        return Interval(low + (mean - low) / factor, low + (mean - low) * factor, level=level,
                        method="long-run t on logarithms")
    if low < mean < high < math.inf and math.isfinite(low):
        share = (mean - low) / (high - low)
        odds, step = math.log(share / (1 - share)), reach / (high - low) / (share * (1 - share))
        ends = 1 / (1 + np.exp(-np.clip([odds - step, odds + step], -700, 700)))
        return Interval(low + (high - low) * float(ends[0]), low + (high - low) * float(ends[1]), level=level,
                        method="long-run t on log odds")
    return around(mean, reach, level=level, method="long-run t", bounds=bounds)
