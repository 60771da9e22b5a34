"""Hanley and McNeil's standard error of an AUC, from the AUC and the two class sizes alone.

Hanley, J. A. and McNeil, B. J. (1982). The meaning and use of the area under a receiver operating characteristic
(ROC) curve. Radiology 143, 29-36. Q1 = A/(2−A), Q2 = 2A²/(1+A).

A formula for planning, and for AUCs of papers that give no scores: it assumes exponential score distributions.
With scores at hand use `delong`. The interval is made on the logit scale.
"""

from __future__ import annotations

import math

from referee.errors import BadInput
from referee.estimates.areas.delong import area_interval
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Estimand


@door
def hanley_mcneil(area: float, *, n_positive: int, n_negative: int, level: float = 0.95) -> Measured:
    """An AUC with the standard error that its size and the class sizes imply.

    >>> print(hanley_mcneil(0.8, n_positive=30, n_negative=70))
    0.800, 95% interval 0.677 to 0.884 (Hanley-McNeil, logit scale), for the fitted model at hand.
    """
    if not (0 <= area <= 1 and n_positive >= 1 and n_negative >= 1):
        raise BadInput(f"an AUC of {area} on {n_positive} positive and {n_negative} negative rows does not exist.")
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    variance = (area * (1 - area) + (n_positive - 1) * (q1 - area**2) + (n_negative - 1) * (q2 - area**2))
    error = math.sqrt(max(0.0, variance) / (n_positive * n_negative))
    if error <= 1e-12:
        interval = interval_without_spread(area, min(n_positive, n_negative), level=level, bounds=(0.0, 1.0),
                                           what="pairs")
    else:
        interval = area_interval(area, error, level=level, logit=True, method="Hanley-McNeil")
    return Measured(value=area, interval=interval, standard_error=error, df=math.inf, estimand=Estimand.MODEL)
