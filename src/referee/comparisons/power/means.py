"""Two models scored case by case on the same test set: the power of the t-test on the mean difference.

Miller, E. (2024). Adding error bars to evals. arXiv:2411.00640, section 5: n = (z_{α/2} + z_β)² ω̂² / δ² with
ω̂² = ω² + σ_A²/K_A + σ_B²/K_B, where ω² is the variance over cases of the difference of expected scores and σ²/K what
is left of a model's own randomness when it answers each case K times. Cases in clusters count for less: the variance is
multiplied with the design effect 1 + (m − 1)·ICC, m cases a cluster (Kish 1965), and it is clusters, not cases, that
give degrees of freedom.

Miller's formula is the normal one; `PairedMeans` uses the noncentral t, which asks for two or three cases more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.power.detectable import Alternative, both_sides, power_at
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput
from referee.given import door


@door
def eval_size(difference: float, variance: float, *, noise: float = 0.0, error_rate: float = 0.05,
              power: float = 0.8, alternative: Alternative = "two-sided") -> float:
    """Miller's number of cases, not rounded; `noise` is σ_A²/K_A + σ_B²/K_B.

    >>> eval_size(0.03, 1 / 9)
    968.997
    """
    from scipy import special

    z = special.ndtri(1 - both_sides(error_rate, alternative) / 2) + special.ndtri(power)
    return float(z**2 * (variance + noise) / difference**2)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedMeans(Setting):
    """The t-test on per-case differences whose standard deviation is `sd`, perhaps in clusters."""

    sd: float
    cluster_size: float = 1.0
    icc: float = 0.0

    unit = "test cases"
    test = "the t-test on the differences of the cases"

    def __post_init__(self) -> None:
        if not self.sd > 0:
            raise BadInput(f"sd is {self.sd!r}; the standard deviation of the differences is above 0.")
        if not (self.cluster_size >= 1 and 0 <= self.icc <= 1):
            raise BadInput(f"clusters of {self.cluster_size!r} cases with correlation {self.icc!r}: a cluster has one "
                           f"case at least and the correlation within it lies between 0 and 1.")

    @property
    def design_effect(self) -> float:
        """By how much clusters multiply the variance."""
        return 1 + (self.cluster_size - 1) * self.icc

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Noncentral t with as many degrees of freedom as there are cases (clusters), less one."""
        error = self.sd * math.sqrt(self.design_effect / units)
        df = (units / self.cluster_size if self.icc else units) - 1
        return power_at(difference / error, df, error_rate, alternative=side) if df >= 1 else 0.0

    def guess(self, difference: float, demand: Demand) -> int:
        """Miller's number."""
        variance = self.sd**2 * self.design_effect
        found = eval_size(difference, variance, error_rate=demand.error_rate, power=demand.power,
                          alternative=demand.side)
        return math.ceil(found - 1e-9)
