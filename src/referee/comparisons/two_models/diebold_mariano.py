"""Diebold–Mariano test for two forecasters, with the small-sample correction of Harvey, Leybourne and Newbold.

Diebold, F. and Mariano, R. (1995). Comparing predictive accuracy. JBES 13, 253–263. Harvey, D., Leybourne, S.
and Newbold, P. (1997). Testing the equality of prediction mean squared errors. IJF 13, 281–291.

Forecasts h steps ahead have errors correlated up to lag h − 1, so the variance of the mean adds those
autocovariances, equally weighted. That sum can be negative; then Bartlett's weights are used, which cannot, and
the result says so. With h = 1 it is the paired t-test.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons._input import Differences, differences
from referee.comparisons._student import Asked, student
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Estimand


@door
def diebold_mariano(a: Any, b: Any, *, horizon: int = 1, level: float = 0.95,
                    alternative: str = "two-sided") -> Comparison:
    """Whether two forecasters have equal loss; `a` and `b` hold one loss per time point, in time order.

    >>> diebold_mariano([1.4, .3, .6, 2.3, 1.2, .1], [.8, .4, .3, 1.2, 1.7, .2]).p
    0.398
    """
    d = differences(a, b)
    if not 1 <= horizon < d.n:
        raise BadInput(f"horizon is {horizon}; it must be from 1 to {d.n - 1}, the number of time points less one.")
    variance, bartlett = _variance_of_the_mean(d, horizon)
    T, h = d.n, horizon
    shrink = ((T + 1 - 2 * h + h * (h - 1) / T) / T) ** 0.5     # HLN eq. (9)
    fields = student(d, error=variance**0.5 / shrink, df=T - 1, asked=Asked(level, alternative), named="HLN")
    uncorrected = fields["statistic"] / shrink
    result = Comparison(method="Diebold-Mariano with HLN correction", estimand=Estimand.MODEL, unit="time point",
                        assumptions=("The loss differences are stationary.",
                                     f"They are uncorrelated beyond lag {h - 1}."), **fields)
    return replace(result, flags=(*result.flags, *raised(bartlett_weights=bartlett)),
                   details=(*result.details, ("uncorrected", uncorrected), ("horizon", h)))


def _variance_of_the_mean(d: Differences, h: int) -> tuple[float, bool]:
    if d.spread == 0:
        return 0.0, False
    x = d.values - d.values.mean()
    gamma = [float(x[k:] @ x[:d.n - k]) / d.n for k in range(h)]
    plain = gamma[0] + 2 * sum(gamma[1:])
    if plain > 0:
        return plain / d.n, False
    return (gamma[0] + 2 * sum((1 - k / h) * gamma[k] for k in range(1, h))) / d.n, True
