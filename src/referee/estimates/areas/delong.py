"""DeLong's variance and interval for the area under the ROC curve.

DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or more correlated
receiver operating characteristic curves. Biometrics 44, 837-845. Computed from midranks in O(n log n): Sun, X. and
Xu, W. (2014), IEEE Signal Processing Letters 21, 1389.

The interval is made on the logit scale, with what few cases need: of k cases of the smaller class one can see only so
much, and when none of them happens to lie low both the area is too high and its variance too small. So each class is
given one case more whose score says nothing (placement ½) in the variance V, the slope of the logit is taken at u =
(k·A + ½)/(k + 1), and t has 2k − 1 degrees of freedom: logit A ± t √V/(u(1 − u)). Measured coverage of 0.95 (3 of 60,
5 of 60, 5 of 205, 10 of 50, 10 of 100, 15 of 300, 20 of 200, 25 and 50 of each; AUC 0.6 to 0.95; normal, heavy-tailed
and rounded scores; 2000 to 4000 samples): 0.944 to 0.997, where the normal law with V of DeLong alone has 0.82 to
0.97; the width is the same from ten cases on. `scale="plain"` is DeLong's own with the normal law, cut to [0, 1], for
the numbers of other programs (pROC). Where the variance is 0, as for a perfect AUC, it is the exact interval of
Clopper and Pearson for as many disjoint pairs as the smaller class has rows: a perfect AUC puts all of them in order,
with probability AUC^pairs. For one fixed model on one test set: scores of different folds' models are not on one
scale, so pooled folds have no such AUC.
"""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import around, normal_reach, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.given.labels import two_classes
from referee.kinds import Array, Estimand

Scale = Literal["logit", "plain"]


class Placements(NamedTuple):
    """For each score column: where each positive stands among the negatives (V10), and the reverse (V01)."""

    positives: Array            # (columns, positives): the share of negatives below, ties half
    negatives: Array            # (columns, negatives): the share of positives above, ties half

    @property
    def areas(self) -> Array:
        """The AUC of each column."""
        return np.asarray(self.positives.mean(axis=1))

    @property
    def covariance(self) -> Array:
        """The covariance matrix of the AUCs: S10/m + S01/n."""
        m, n = self.positives.shape[1], self.negatives.shape[1]
        if min(m, n) < 2:
            raise Undefined(f"{m} positive and {n} negative rows: the variance of an AUC needs two of each.")
        return np.asarray(np.atleast_2d(np.cov(self.positives)) / m + np.atleast_2d(np.cov(self.negatives)) / n)

    @property
    def smoothed_variance(self) -> float:
        """The variance of the first column's AUC had each class one case more, of which the score says nothing."""
        area = float(self.areas[0])
        return float(sum((float(((placed - area) ** 2).sum()) + (0.5 - area) ** 2) / (placed.size - 1) / placed.size
                         for placed in (self.positives[0], self.negatives[0])))


@door
def placements(truth: Array, scores: Array, *, positive: Any = None) -> Placements:
    """Placement values of one (n,) or several (n, columns) score vectors on the same rows.

    >>> placements([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).areas
    array([0.75])
    """
    hit, columns = two_classes(truth, positive), np.asarray(scores, dtype=float)
    if columns.ndim not in {1, 2} or len(columns) != hit.size:
        raise BadInput(f"truth has {hit.size} rows and scores have shape {columns.shape}; give a score for each row.")
    columns = columns[None, :] if columns.ndim == 1 else columns.T
    m, n = int(hit.sum()), int((~hit).sum())
    if m == 0 or n == 0:
        raise Undefined("the AUC needs both classes, and all rows are of one class.")
    among_all = _midranks(columns)
    below = (among_all[:, hit] - _midranks(columns[:, hit])) / n
    above = 1 - (among_all[:, ~hit] - _midranks(columns[:, ~hit])) / m
    return Placements(below, above)


def _midranks(columns: Array) -> Array:
    """Ranks from 1 within each score vector, tied scores sharing the mean of their ranks."""
    ranks = np.empty(columns.shape)
    for row, scores in zip(ranks, columns, strict=True):
        _, place, times = np.unique(scores, return_inverse=True, return_counts=True)
        row[:] = (np.cumsum(times) - (times - 1) / 2)[place]
    return ranks


@door
def delong(truth: Array, scores: Array, *, level: float = 0.95, scale: Scale = "logit",
           positive: Any = None) -> Measured:
    """The AUC of one model on one test set, with DeLong's standard error and interval.

    >>> print(delong([0, 0, 0, 0, 0, 1, 1, 1, 1, 1], [.1, .2, .35, .4, .6, .3, .55, .7, .8, .9]))
    0.840, 95% interval 0.336 to 0.982 (DeLong, logit scale), for the fitted model at hand.
    """
    placed = placements(truth, scores, positive=positive)
    fewest = min(placed.positives.shape[1], placed.negatives.shape[1])
    area, error = float(placed.areas[0]), math.sqrt(max(0.0, float(placed.covariance[0, 0])))
    if np.ptp(np.asarray(scores, dtype=float)) == 0:
        raise Undefined("all rows have the same score, so the AUC is ½ by construction, whatever the rows: there is "
                        "nothing for an interval to cover.")
    if error <= 1e-12:
        interval = interval_without_spread(area, fewest, level=level, bounds=(0.0, 1.0), what="placements")
    elif scale == "plain":
        interval = area_interval(area, error, level=level, logit=False, method="DeLong")
    else:
        interval = _of_few_cases(area, placed.smoothed_variance, fewest, level)
    df = math.inf if scale == "plain" else 2 * fewest - 1
    return Measured(value=area, interval=interval, standard_error=error, df=df, estimand=Estimand.MODEL)


def _of_few_cases(area: float, variance: float, fewest: int, level: float) -> Interval:
    """The interval on the logit scale, the slope taken where half a case more of each outcome would put the area."""
    from scipy import special

    near = (fewest * area + 0.5) / (fewest + 1)
    middle = float(special.logit(area))
    reach = t_reach(level, 2 * fewest - 1) * math.sqrt(variance) / (near * (1 - near))
    low, high = special.expit([middle - reach, middle + reach])
    return Interval(float(low), float(high), level=level, method="DeLong, logit scale")


@door
def area_interval(area: float, error: float, *, level: float, logit: bool, method: str) -> Interval:
    """The normal interval of an area, plain (cut to [0, 1]) or on the logit scale.

    >>> print(area_interval(0.9, 0.03, level=0.95, logit=True, method="DeLong"))
    95% interval 0.824 to 0.945 (DeLong, logit scale)
    """
    from scipy import special

    z = normal_reach(level)
    if not logit or not 0 < area < 1:
        return around(area, z * error, level=level, method=method, bounds=(0.0, 1.0))
    middle, reach = float(special.logit(area)), z * error / (area * (1 - area))
    low, high = special.expit([middle - reach, middle + reach])
    return Interval(float(low), float(high), level=level, method=f"{method}, logit scale")
