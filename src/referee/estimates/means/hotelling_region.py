"""A joint region for the means of several numbers: the errors of several targets at once.

Hotelling, H. (1931). The generalization of Student's ratio. Annals of Mathematical Statistics 2, 360-378;
Reich and Barai (1999), section 5.2 and figure 7. The region holds μ with n(x̄ − μ)ᵀS⁻¹(x̄ − μ) ≤ p(n−1)/(n−p) F(p, n−p);
its shadows on the axes are intervals that hold all at once.

Rows must be independent (test cases, not splits) and roughly normal in the mean. A region can exclude a point
that every single interval includes: targets move together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.given import door
from referee.kinds import Array, frozen_array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointRegion:
    """An ellipsoid around the means: every point whose T² is at most `critical`."""

    mean: Array
    covariance: Array                # of the mean: S/n
    critical: float
    df: tuple[int, int]
    level: float

    def statistic(self, point: Array) -> float:
        """Hotelling's T² of a point."""
        gap = self.mean - np.asarray(point, dtype=float)
        return float(gap @ np.linalg.solve(self.covariance, gap))

    def p_value(self, point: Array) -> float:
        """How surprising these rows would be if the point were the truth."""
        from scipy import special

        p, rest = self.df
        F = self.statistic(point) * rest / (p * (p + rest - 1))
        return float(special.fdtrc(p, rest, F))

    def __contains__(self, point: object) -> bool:
        return self.statistic(np.asarray(point, dtype=float)) <= self.critical

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """One interval a target; together they hold with the level."""
        reach = np.sqrt(self.critical * np.diag(self.covariance))
        return tuple(Interval(float(m - r), float(m + r), level=self.level, method="Hotelling, simultaneous")
                     for m, r in zip(self.mean, reach, strict=True))


@door
def hotelling_region(values: Array, *, level: float = 0.95) -> JointRegion:
    """The joint region of the means of the columns of (cases, targets).

    >>> region = hotelling_region([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.5], [2.5, 2.0]])
    >>> [2.5, 2.5] in region, [9.0, 2.5] in region
    (True, False)
    """
    from scipy import special

    table = np.asarray(values, dtype=float)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise BadInput(f"values must be finite numbers (cases, targets), not of shape {table.shape}.")
    n, p = table.shape
    if n <= p:
        raise Undefined(f"{n} cases are too few for a joint region of {p} targets; it needs more cases than targets.")
    covariance = np.atleast_2d(np.cov(table.T)) / n
    spread = np.sqrt(np.diag(covariance))            # unlike units are no dependence
    if not spread.all() or np.linalg.matrix_rank(covariance / np.outer(spread, spread), hermitian=True) < p:
        raise Undefined("the targets are exact combinations of each other (or one is constant), so they have no joint "
                        "region; leave one out.")
    critical = p * (n - 1) / (n - p) * float(special.fdtri(p, n - p, check_level(level)))
    assert math.isfinite(critical)
    return JointRegion(mean=frozen_array(table.mean(axis=0)), covariance=frozen_array(covariance), critical=critical,
                       df=(p, n - p), level=level)
