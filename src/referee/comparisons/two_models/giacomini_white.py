"""Whether the better of two forecasters can be told beforehand: equal conditional predictive ability.

Giacomini, R. and White, H. (2006). Tests of conditional predictive ability. Econometrica 74, 1545-1578. The question of
Diebold and Mariano is whether losses are equal on average; this one, whether today's difference tells the sign of the
next. With instruments h_t = (1, d_t) and z = h_t d_(t+τ), m their mean, the statistic n mᵀ Ω⁻¹ m has χ² with 2 degrees
of freedom; Ω adds the autocovariances up to τ − 1 with Bartlett's weights. For τ = 1 it is n R² of the regression of 1
on z, through the origin.
Methods must have been fitted on windows of one length, so that what they do not know does not vanish.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import IDENTICAL, ZERO_VARIANCE
from referee.comparisons._input import differences
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Array, Estimand


@door
def giacomini_white(a: Any, b: Any, *, horizon: int = 1) -> Comparison:
    """Whether the difference in loss is zero given the one before; `a` and `b` hold one loss per time, in time order.

    >>> giacomini_white([1.4, .3, .6, 2.3, 1.2, .1, .9, .4], [.8, .4, .3, 1.2, 1.7, .2, .3, .6]).p
    0.206
    """
    d = differences(a, b)
    if not 1 <= horizon < d.n - 2:
        raise BadInput(f"horizon is {horizon}; it must be from 1 to {d.n - 3}, the number of time points less three.")
    fields: dict[str, Any] = {"method": "Giacomini-White", "estimand": Estimand.FOLD_MODELS, "unit": "time point",
                              "difference": d.mean, "n_units": d.n, "interval": None, "alternative": "two-sided",
                              "df": 2, "assumptions": ("Methods were fitted on windows of one length.",
                                              f"What is left is uncorrelated beyond lag {horizon - 1}.")}
    if d.spread == 0:
        same = d.mean == 0
        return Comparison(**fields, statistic=0.0 if same else np.inf, p=1.0 if same else 0.0,
                          flags=(IDENTICAL if same else ZERO_VARIANCE,))
    z = _products(d.values, horizon)
    mean = z.mean(axis=0)
    try:
        statistic = float(len(z) * mean @ np.linalg.solve(_omega(z, horizon), mean))
    except np.linalg.LinAlgError:
        raise Undefined("the differences in loss do not vary enough to tell what they remember.") from None
    from scipy import special

    return Comparison(**fields, statistic=statistic, p=float(special.chdtrc(2, statistic)),
                      details=(("horizon", horizon),))


def _products(d: Array, horizon: int) -> Array:
    """Each difference, and it times the one known when it was forecast."""
    return np.stack([d[horizon:], d[:-horizon] * d[horizon:]], axis=1)


def _omega(z: Array, horizon: int) -> Array:
    """The long-run covariance about zero, which is what holds where nothing can be told."""
    n = len(z)
    omega = z.T @ z / n
    for lag in range(1, horizon):
        one = z[lag:].T @ z[:-lag] / n
        omega = omega + (1 - lag / horizon) * (one + one.T)
    return np.asarray(omega)
