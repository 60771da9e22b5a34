"""One-way MANOVA: do several groups have the same mean vector?

Rencher, A. and Christensen, W. (2012). Methods of Multivariate Analysis, chapter 6. The F approximations are
Rao's for Wilks' Λ, Pillai's own, McKeon's for Hotelling–Lawley, and for Roy's root its upper bound, so that
Roy's p-value is a lower bound. With two groups all four are Hotelling's T².
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._input import ROUNDING, choice, clusters_of, matrix
from referee.comparisons._laws import upper_f
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import Undefined
from referee.given import door
from referee.kinds import Array

Approximate = tuple[float, float, tuple[float, float]]      # the statistic, its F, its degrees of freedom
STATISTICS = ("wilks", "pillai", "hotelling-lawley", "roy")


@door
def manova(outputs: Any, groups: Any, *, statistic: str = "wilks") -> Omnibus:
    """Whether all groups share one mean vector; a row per unit, a column per output, a group for each row.

    >>> y = [[1, 2], [2, 1], [3, 3], [4, 2], [5, 6], [6, 4]]
    >>> manova(y, list("aabbcc")).statistic, manova(y, list("aabbcc"), statistic="pillai").statistic
    (0.00368, 1.085)
    """
    choice(statistic, "statistic", STATISTICS)
    y = matrix(outputs, "outputs", columns=1)
    group = clusters_of(groups, len(y))
    roots, p, q, v = _roots(y, group)
    value, f, df = {"wilks": _wilks, "pillai": _pillai, "hotelling-lawley": _lawley, "roy": _roy}[statistic](
        roots, p, q, v)
    return Omnibus(statistic=value, df=df, p=upper_f(f, df), method=f"MANOVA, {statistic}", unit="case",
                   n_units=len(y), details=(("F", f), ("groups", q + 1)),
                   flags=raised(lower_bound=statistic == "roy" and min(p, q) > 1),
                   assumptions=("The units are independent.",
                                "Within groups the vectors are normal, with one covariance."))


def _roots(y: Array, group: Array) -> tuple[Array, int, int, int]:
    """The eigenvalues of E⁻¹H, the outputs p, and the degrees of freedom of groups q and of error v."""
    n, p = y.shape
    q, v = int(group.max()), n - int(group.max()) - 1
    means = np.stack([y[group == g].mean(axis=0) for g in range(q + 1)])
    within = y - means[group]
    E, between = within.T @ within, means[group] - y.mean(axis=0)
    spread = np.sqrt(np.diag(E))            # unlike units are no dependence
    if v < p or not spread.all() or np.linalg.cond(E / np.outer(spread, spread)) > 1 / ROUNDING:
        raise Undefined(f"{n} rows in {q + 1} groups cannot carry {p} outputs (too few rows, or dependent outputs).")
    roots = np.linalg.eigvals(np.linalg.solve(E, between.T @ between)).real
    return np.sort(np.maximum(roots, 0))[::-1], p, q, v


def _wilks(roots: Array, p: int, q: int, v: int) -> Approximate:
    value = float(np.prod(1 / (1 + roots)))
    r, u, square = v - (p - q + 1) / 2, (p * q - 2) / 4, p * p + q * q - 5
    t = ((p * p * q * q - 4) / square) ** 0.5 if square > 0 else 1.0
    share = value ** (1 / t)
    return value, (1 - share) / share * (r * t - 2 * u) / (p * q), (float(p * q), r * t - 2 * u)


def _pillai(roots: Array, p: int, q: int, v: int) -> Approximate:
    value = float((roots / (1 + roots)).sum())
    s, m, n = _smn(p, q, v)
    df = s * (2 * m + s + 1), s * (2 * n + s + 1)
    return value, df[1] / df[0] * value / (s - value), df


def _lawley(roots: Array, p: int, q: int, v: int) -> Approximate:
    value = float(roots.sum())
    s, m, n = _smn(p, q, v)
    if n <= 1:      # McKeon's moments do not exist
        df = s * (2 * m + s + 1), 2 * (s * n + 1)
        return value, df[1] * value / (s * df[0]), df
    b = (p + 2 * n) * (q + 2 * n) / (2 * (2 * n + 1) * (n - 1))
    second = 4 + (p * q + 2) / (b - 1)
    c = (second - 2) / (2 * n)
    return value, value / c * second / (p * q), (float(p * q), second)


def _roy(roots: Array, p: int, q: int, v: int) -> Approximate:
    value, r = float(roots[0]), max(p, q)
    df = float(r), float(v - r + q)
    return value, value * df[1] / df[0], df


def _smn(p: int, q: int, v: int) -> tuple[float, float, float]:
    return float(min(p, q)), (abs(p - q) - 1) / 2, (v - p - 1) / 2
