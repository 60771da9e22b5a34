"""The mean of values whose rows stand for different numbers of cases: sampling weights.

Hájek's ratio Σwy/Σw with its linearised variance (Särndal, C.-E., Swensson, B. and Wretman, J. (1992), Model Assisted
Survey Sampling, 5.7), rows or whole clusters drawn with replacement. With p = w/Σw the deviation of cluster g is
u_g = Σ_g p_i (y_i − ȳ), and the variance Σ c_g u_g². Linearisation alone has c = n/(n−1), which is too small where few
rows carry the weight; as in CR2 (Bell & McCaffrey 2002, see `cluster_robust`) c_g makes it unbiased for independent
rows of one variance, and the degrees of freedom are Satterthwaite's:

    P_g = Σ_g p,  a_g = Σ_g p²,  s = Σ p²,  c_g = a_g / (a_g − 2 P_g a_g + P_g² s),
    df = s² / Σ_gh c_g c_h (δ_gh a_g − P_h a_g − P_g a_h + P_g P_h s)²

With equal weights this is Student's t, or the clustered t. Kish's effective number of rows, 1/s, is how many rows of
equal weight would be worth as much where weights tell nothing of the values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedMean(Measured):
    """A weighted mean, and how many rows of equal weight it is worth."""

    n_effective: float


def weighted_error(values: Array, weights: Array, cluster: Array) -> tuple[float, float, float]:
    """The weighted mean, its standard error and its degrees of freedom; `cluster` holds 0, 1, … for each value.

    >>> mean, error, df = weighted_error(np.array([1.0, 2.0, 6.0]), np.array([1.0, 1.0, 1.0]), np.arange(3))
    >>> mean, round(error, 4), round(df, 4)
    (3.0, 1.5275, 2.0)
    """
    p = weights / weights.sum()
    mean = float(p @ values)
    P, a, s = np.bincount(cluster, p), np.bincount(cluster, p**2), float(p @ p)
    own = a - 2 * P * a + P**2 * s                        # the variance of u_g, in units of that of a row
    c = np.divide(a, own, out=np.zeros_like(a), where=own > 0)
    u = np.bincount(cluster, p * (values - mean))
    A, B, E = float(c @ P**2), float(c @ a**2), float(c @ (P * a))
    shared = s**2 * A**2 + 2 * A * B + 2 * E**2 - 4 * s * A * E
    squares = shared + float(c**2 @ (own**2 - (s * P**2 - 2 * P * a) ** 2))
    return mean, math.sqrt(float(c @ u**2)), float(c @ own) ** 2 / squares


def check_weights(weights: Array | None, n: int) -> Array:
    """One weight above 0 a row; rows that stand for nothing are left out before."""
    w = np.ones(n) if weights is None else numbers(weights, "weights")
    if w.shape != (n,) or (w <= 0).any():
        raise BadInput(f"{w.size} weights for {n} values; give one weight above 0 for each.")
    return w


def clusters_or_rows(clusters: Array | None, n: int) -> Array:
    """A number for each cluster; every row by itself where there are none."""
    if clusters is None:
        return np.arange(n)
    cluster = np.unique(np.asarray(clusters), return_inverse=True)[1].reshape(-1)
    if cluster.size != n:
        raise BadInput(f"{cluster.size} cluster labels for {n} values; give one a row.")
    return cluster


@door
def weighted_mean(values: Array, weights: Array, clusters: Array | None = None, *, level: float = 0.95,
                  bounds: Bounds | None = None) -> WeightedMean:
    """The weighted mean ± t × its linearised standard error, cut to the bounds.

    >>> print(weighted_mean([1, 0, 1, 1, 0, 1], [2, 1, 1, 3, 2, 1], bounds=(0, 1)).interval)
    95% interval 0.000 to 1.000 (weighted t)
    """
    values = numbers(values)
    w, cluster = check_weights(weights, values.size), clusters_or_rows(clusters, values.size)
    G = int(cluster.max(initial=-1)) + 1
    if G < 2:
        raise Undefined("one row, or one cluster, does not show how much means vary.")
    mean, error, df = weighted_error(values, w, cluster)
    if np.ptp(values) == 0 or error <= 1e-14 * abs(mean):
        interval = interval_without_spread(mean, G, level=level, bounds=bounds, what="rows")
    else:
        method = "weighted t" if clusters is None else "weighted t, clustered"
        interval = around(mean, t_reach(level, df) * error, level=level, method=method, bounds=bounds)
    return WeightedMean(value=mean, interval=interval, standard_error=error, df=df, estimand=Estimand.MODEL,
                        n_effective=float(w.sum() ** 2 / (w @ w)))
