"""Post-hoc tests on mean ranks: Nemenyi (all pairs) and Bonferroni–Dunn (against a control).

Nemenyi, P. (1963). Distribution-free multiple comparisons. Dunn, O. (1961). JASA 56, 52–64. Demšar, J. (2006).
JMLR 7, 1–30; its printed Bonferroni–Dunn value for nine learners, 2.724, should read 2.734.

Known weakness: whether two learners differ then depends on the others in the pool (Benavoli, Corani and Mangili
2016). They make a good picture; for a decision use pairwise Wilcoxon tests with Holm's adjustment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from referee.comparisons._laws import reach
from referee.comparisons.many_models.friedman import ranked
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.given import door
from referee.kinds import Array, Direction, frozen_array

REACH, STEP = 9.0, 0.125      # of the integral over a normal density


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeanRanks:
    """Mean ranks (1 is best), the difference between two that is significant, and adjusted p-values by pair."""

    mean_ranks: Array
    critical_difference: float
    p: Array                        # k × k, 1 on the diagonal; against a control only its row and column
    z: Array                        # differences of mean ranks over their standard error
    level: float
    method: str
    n_units: int
    control: int | None = None
    unit: str = "data set"
    assumptions: tuple[str, ...] = ("The data sets are independent draws from the population of interest.",
                                    "The pool of learners was fixed beforehand: the result depends on it.")

    def __str__(self) -> str:
        ranks = ", ".join(f"{rank:.3f}" for rank in self.mean_ranks)
        return (f"Mean ranks {ranks} over {self.n_units} {self.unit}s; two differ significantly when "
                f"{self.critical_difference:.3f} apart ({self.method}).")


@door
def nemenyi(scores: Any, *, direction: Direction | str = Direction.MAXIMISE, level: float = 0.95) -> MeanRanks:
    """All pairs of learners (columns) over data sets (rows), at one family-wise error rate.

    >>> nemenyi([[.9, .8, .7], [.8, .7, .6], [.7, .8, .6], [.9, .7, .5]]).critical_difference
    1.657
    """
    means, z, n = _z(scores, direction)
    k = len(means)
    above = np.triu_indices(k, 1)
    p = np.ones((k, k))
    p[above] = p.T[above] = 1 - range_law(np.abs(z[above]) * 2**0.5, k)
    return MeanRanks(mean_ranks=means, critical_difference=nemenyi_critical(k, level) * _error(n, k),
                     p=frozen_array(np.clip(p, 0, 1)), z=z, level=level, method="Nemenyi", n_units=n)


@door
def bonferroni_dunn(scores: Any, control: int, *, direction: Direction | str = Direction.MAXIMISE,
                    level: float = 0.95) -> MeanRanks:
    """Every learner against the one in column `control`.

    >>> scores = [[.9, .8, .7], [.85, .8, .6], [.9, .7, .8], [.95, .9, .6], [.8, .75, .7], [.7, .6, .65]]
    >>> print(bonferroni_dunn(scores, 0))
    Mean ranks 1.000, 2.333, 2.667 over 6 data sets; two differ significantly when 1.294 apart (Bonferroni-Dunn).
    """
    from scipy import special
    means, z, n = _z(scores, direction)
    k = len(means)
    if not 0 <= control < k:
        raise BadInput(f"control is {control}; it is a column from 0 to {k - 1}.")
    p = np.ones((k, k))
    p[control] = p[:, control] = np.minimum(1, (k - 1) * 2 * special.ndtr(-np.abs(z[control])))
    return MeanRanks(mean_ranks=means, critical_difference=dunn_critical(k, level) * _error(n, k), p=frozen_array(p),
                     z=z, level=level, method="Bonferroni-Dunn", n_units=n, control=control)


def mean_rank_z(mean_ranks: Any, n: int) -> Array:
    """Differences of mean ranks over their standard error √(k(k + 1)/6N), row minus column."""
    means = np.asarray(mean_ranks, float)
    z: Array = (means[:, None] - means) / _error(n, len(means))
    return frozen_array(z)


@door
@lru_cache(maxsize=64)
def nemenyi_critical(k: int, level: float = 0.95) -> float:
    """The studentised range over √2 with infinitely many degrees of freedom.

    >>> nemenyi_critical(4)
    2.569
    """
    _models(k)
    check_level(level)
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if range_law(middle, k) < level else (low, middle)
    return high / 2**0.5


@door
def dunn_critical(k: int, level: float = 0.95) -> float:
    """The normal quantile for k − 1 two-sided comparisons.

    >>> dunn_critical(5)
    2.498
    """
    return reach(1 - (1 - check_level(level)) / (_models(k) - 1))


def _models(k: int) -> int:
    if k < 2:
        raise BadInput(f"k is {k}; there is nothing to compare below two learners.")
    return k


def range_law(q: Any, k: int) -> Any:
    """P(range of k standard normals ≤ q) = k ∫ φ(x) [Φ(x) − Φ(x − q)]^(k−1) dx, for one q or each of several.

    The integrand is smooth and dies at both ends, where equal steps are as exact as any rule.
    """
    from scipy import special
    x = np.arange(-REACH, REACH, STEP)
    density = np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    inside = special.ndtr(x) - special.ndtr(x - np.asarray(q)[..., None])
    return k * STEP * (inside ** (k - 1)) @ density


def _error(n: int, k: int) -> float:
    return float(np.sqrt(k * (k + 1) / (6 * n)))


def _z(scores: Any, direction: Direction | str) -> tuple[Array, Array, int]:
    ranks = ranked(scores, direction)
    means = frozen_array(ranks.mean(axis=0))
    return means, mean_rank_z(means, len(ranks)), len(ranks)
