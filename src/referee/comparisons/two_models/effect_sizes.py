"""How large a difference is, freed of the unit: Cohen's d, Hedges' g, Cliff's δ and Vargha and Delaney's A₁₂.

Cohen, J. (1988). Statistical Power Analysis. Hedges, L. and Olkin, I. (1985). Statistical Methods for Meta-Analysis:
the correction for small samples and the standard error. Cliff, N. (1993). Psychological Bulletin 114, 494–509; its
interval is that of Feng, D. and Cliff, N. (2004), Journal of Modern Applied Statistical Methods 3, 322–332. Vargha, A.
and Delaney, H. (2000). Journal of Educational and Behavioral Statistics 25, 101–132.

All are for two independent samples of runs. Words such as "large" are not given: what is large depends on the matter.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee.comparisons._input import ROUNDING, vector
from referee.comparisons._laws import reach
from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@door(paired=False)
def cohens_d(a: Any, b: Any, *, level: float = 0.95) -> Measured:
    """The difference of the means in units of the pooled standard deviation.

    >>> cohens_d([.81, .80, .83, .82], [.79, .78, .80, .74]).value
    1.810
    """
    a, b = vector(a, "a", least=2), vector(b, "b", least=2)
    n, m = len(a), len(b)
    spread = math.sqrt(((n - 1) * a.var(ddof=1) + (m - 1) * b.var(ddof=1)) / (n + m - 2))
    if spread <= ROUNDING * max(np.abs(a).max(), np.abs(b).max()):
        raise Undefined("neither sample has any spread, so there is no unit to tell the difference in.")
    return _normal(float(a.mean() - b.mean()) / spread, n, m, level, "Hedges and Olkin")


@door(paired=False)
def hedges_g(a: Any, b: Any, *, level: float = 0.95) -> Measured:
    """Cohen's d without its bias in small samples, by the exact gamma factor.

    >>> hedges_g([.81, .80, .83, .82], [.79, .78, .80, .74]).value
    1.572
    """
    d = cohens_d(a, b, level=level)
    n, m = len(vector(a, "a")), len(vector(b, "b"))
    half = (n + m - 2) / 2
    factor = math.exp(math.lgamma(half) - math.lgamma(half - 0.5)) / math.sqrt(half)
    return _normal(factor * d.value, n, m, level, "Hedges and Olkin")


@door(paired=False)
def cliffs_delta(a: Any, b: Any, *, level: float = 0.95) -> Measured:
    """How much more often a run of A is above one of B than below it, from −1 to 1.

    >>> cliffs_delta([3, 4, 5, 5], [1, 2, 3, 4]).value
    0.75
    """
    a, b = vector(a, "a", least=2), vector(b, "b", least=2)
    near = ROUNDING * max(float(np.abs(a).max()), float(np.abs(b).max()))
    n, m = len(a), len(b)
    above, below = _beaten(a, b, near), _beaten(b, a, near)
    delta = float((above[0] - above[1]).sum()) / (n * m)
    rows, columns = (above[0] - above[1]) / m - delta, (below[1] - below[0]) / n - delta
    within = float(above.sum()) - n * m * delta**2
    variance = (m**2 * float((rows**2).sum()) + n**2 * float((columns**2).sum()) - within) / (n * m * (n - 1) * (m - 1))
    variance = max(variance, (1 - delta**2) / (n * m - 1))
    if abs(delta) == 1:
        low, high = _all_above(min(n, m), level)
        ends = (low, high) if delta > 0 else (-high, -low)
    else:
        z = reach(level)
        half = z * math.sqrt(variance) * math.sqrt((1 - delta**2) ** 2 + z * z * variance)
        whole = 1 - delta**2 + z * z * variance
        ends = max(-1.0, (delta - delta**3 - half) / whole), min(1.0, (delta - delta**3 + half) / whole)
    return Measured(value=delta, interval=Interval(min(ends[0], delta), max(ends[1], delta), level=level,
                                                   method="Feng and Cliff"),
                    standard_error=math.sqrt(variance), df=math.inf, estimand=Estimand.PROCEDURE)


@door(paired=False)
def a12(a: Any, b: Any, *, level: float = 0.95) -> Measured:
    """The chance that a run of A is above one of B, ties half: (δ + 1)/2.

    >>> a12([3, 4, 5, 5], [1, 2, 3, 4]).value
    0.875
    """
    delta = cliffs_delta(a, b, level=level)
    limits = replace(delta.interval, low=(delta.interval.low + 1) / 2, high=(delta.interval.high + 1) / 2)
    return replace(delta, value=(delta.value + 1) / 2, interval=limits, standard_error=delta.standard_error / 2)


def _beaten(ours: Array, theirs: Array, near: float) -> Array:
    """For each of ours how many of theirs lie below it and how many above, beyond rounding."""
    ordered = np.sort(theirs)
    below = np.searchsorted(ordered, ours - near, side="left")
    return np.stack([below, len(theirs) - np.searchsorted(ordered, ours + near, side="right")]).astype(float)


def _normal(value: float, n: int, m: int, level: float, method: str) -> Measured:
    error = math.sqrt((n + m) / (n * m) + value**2 / (2 * (n + m)))
    half = reach(level) * error
    return Measured(value=value, interval=Interval(value - half, value + half, level=level, method=method),
                    standard_error=error, df=math.inf, estimand=Estimand.PROCEDURE)


def _all_above(n: int, level: float) -> tuple[float, float]:
    """Where no two runs are out of order: as for n disjoint pairs that all are in order (Clopper and Pearson)."""
    from referee.estimates.proportions.clopper_pearson import clopper_pearson
    return 2 * clopper_pearson(n, n, level=level).low - 1, 1.0
