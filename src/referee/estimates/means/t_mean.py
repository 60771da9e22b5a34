"""Student's interval for a mean of per-row values on one test set: the risk of the model at hand.

Student (1908). The probable error of a mean. Biometrika 6, 1-25. Per-row losses of a fixed model on rows that
its training never saw are independent, which is all it needs; losses of cross-validation are not (`cv_clt`).

For n ≥ 100 or little skewness. Below a few hundred rows of binary or heavily skewed values it covers too
little (Bowyer, Aitchison and Ivanova 2025): use `wilson` for right-or-wrong, a bootstrap for the rest.
A weight of w means that the row stands there w times (as everywhere), so n is the sum of the weights.
"""

from __future__ import annotations

import math

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@door
def t_mean(values: Array, *, weights: Array | None = None, level: float = 0.95,
           bounds: Bounds | None = None) -> Measured:
    """The mean of the values ± t s/√n, cut to the bounds.

    >>> print(t_mean([0.2, 0.1, 0.4, 0.3, 0.25], bounds=(0, 1)))
    0.250, 95% interval 0.111 to 0.389 (t), for the fitted model at hand.
    """
    values = numbers(values)
    w = np.ones(values.size) if weights is None else numbers(weights, "weights")
    if w.shape != values.shape or (w < 0).any():
        raise BadInput(f"{w.size} weights for {values.size} values; give one weight a row, none below 0.")
    n = float(w.sum())
    if n <= 1:
        raise Undefined(f"a mean of {n:g} value has no interval; test on more rows.")
    mean = float(w @ values / n)
    error = math.sqrt(float(w @ (values - mean) ** 2) / (n - 1) / n)
    if np.ptp(values[w > 0]) == 0:
        interval = interval_without_spread(mean, n, level=level, bounds=bounds, what="values")
    else:
        interval = around(mean, t_reach(level, n - 1) * error, level=level, method="t", bounds=bounds)
    return Measured(value=mean, interval=interval, standard_error=error, df=n - 1, estimand=Estimand.MODEL)
