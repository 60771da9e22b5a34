"""Hotelling's T²: several outputs or metrics compared at once.

Hotelling, H. (1931). The generalization of Student's ratio. Annals of Mathematical Statistics 2, 360–378.
Reich, Y. and Barai, S. V. (1999), section 5.2 and figure 7: univariate tests can miss what T² sees.

T² = n d̄ᵀS⁻¹d̄, and T²(n − p)/(p(n − 1)) is F(p, n − p). It needs more units than outputs and outputs that are not
linear functions of each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import IDENTICAL
from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons._laws import upper_f
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Array


@door
def hotelling(differences: Any) -> Omnibus:
    """Whether the mean vector of the differences is zero; a row per unit, a column per output.

    >>> hotelling([[1, 2], [2, 1], [0, 1], [1, 1], [3, 2]]).p
    0.0360
    """
    d = matrix(differences, "differences", columns=1)
    n, p = d.shape
    if not d.any():
        return Omnibus(statistic=0.0, df=(float(p), float(max(n - p, 1))), p=1.0, method="Hotelling T²", unit="case",
                       n_units=n, flags=(IDENTICAL,))
    _enough(n, p, n - 1)
    t2 = n * _distance(d.mean(axis=0), np.atleast_2d(np.cov(d.T)))
    return _result("Hotelling T²", t2, t2 * (n - p) / (p * (n - 1)), (p, n - p), n)


@door
def hotelling_paired(a: Any, b: Any) -> Omnibus:
    """Whether two models differ on any output; `a` and `b` hold a row per case and a column per output.

    >>> hotelling_paired([[2, 3], [3, 1], [1, 1], [1, 2], [4, 2]], np.ones((5, 2))).statistic
    8.42
    """
    a, b = matrix(a, "a", columns=1), matrix(b, "b", columns=1)
    if a.shape != b.shape:
        raise BadInput(f"a has shape {a.shape} and b {b.shape}; both must score the same cases on the same outputs.")
    return hotelling(a - b)


@door(paired=False)
def hotelling_two_sample(a: Any, b: Any) -> Omnibus:
    """Whether two independent samples of vectors have the same mean, the covariance being the same.

    >>> print(hotelling_two_sample([[.81, .50], [.79, .60], [.84, .55], [.80, .52]],
    ...                            [[.70, .60], [.72, .65], [.71, .70], [.74, .62]]))
    Hotelling T², two samples over 8 cases: statistic 49.654, p = 0.004.
    """
    a, b = matrix(a, "a", columns=1), matrix(b, "b", columns=1)
    if a.shape[1] != b.shape[1]:
        raise BadInput(f"a has {a.shape[1]} outputs and b {b.shape[1]}; they must be the same outputs.")
    m, n, p = len(a), len(b), a.shape[1]
    df = m + n - 2
    _enough(m + n - 1, p, df)
    pooled = ((m - 1) * np.atleast_2d(np.cov(a.T)) + (n - 1) * np.atleast_2d(np.cov(b.T))) / df
    t2 = m * n / (m + n) * _distance(a.mean(axis=0) - b.mean(axis=0), pooled)
    return _result("Hotelling T², two samples", t2, t2 * (df - p + 1) / (p * df), (p, df - p + 1), m + n)


def _enough(units: int, p: int, df: int) -> None:
    if units <= p:
        raise Undefined(f"{p} outputs need more than {p} units, but the degrees of freedom are {df}.")


def _distance(mean: Array, covariance: Array) -> float:
    """meanᵀ covariance⁻¹ mean, in units of each output's own spread: unlike units are no dependence."""
    spread = np.sqrt(np.diag(covariance))
    constant = (spread <= ROUNDING * np.abs(mean)).any()
    scaled = covariance if constant else covariance / np.outer(spread, spread)
    if constant or np.linalg.cond(scaled) > 1 / ROUNDING:
        raise Undefined("the outputs' differences are linearly dependent (or one never varies); leave one out.")
    return float((mean / spread) @ np.linalg.solve(scaled, mean / spread))


def _result(method: str, t2: float, f: float, df: tuple[int, int], n: int) -> Omnibus:
    return Omnibus(statistic=t2, df=(float(df[0]), float(df[1])), p=upper_f(f, df), method=method, unit="case",
                   n_units=n, details=(("F", f),),
                   assumptions=("The cases are independent.", "The vectors of differences are roughly normal."))
