"""Two models, each judged on test cases of its own: the power of the z-test for two proportions.

Fleiss, J. L. (1981). Statistical Methods for Rates and Proportions, section 3.2, without continuity correction. The
power is exact: binomial counts of both test sets, the unpooled z of `comparisons.two_proportion_z`. One shared test set
needs fewer cases; this is for models that cannot be given the same ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.comparisons.power.detectable import Alternative, both_sides, power_at
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput
from referee.given import door

REACH, ENUMERATED = 6.0, 2000


@door
def fleiss_cases(accuracy: float, other: float, *, error_rate: float = 0.05, power: float = 0.8,
                 alternative: Alternative = "two-sided") -> float:
    """Cases for each model, not rounded.

    >>> fleiss_cases(0.9, 0.8)
    198.96
    """
    from scipy import special

    z, z_power = special.ndtri(1 - both_sides(error_rate, alternative) / 2), special.ndtri(power)
    mean = (accuracy + other) / 2
    apart = accuracy * (1 - accuracy) + other * (1 - other)
    return float((z * math.sqrt(2 * mean * (1 - mean)) + z_power * math.sqrt(apart)) ** 2 / (accuracy - other) ** 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoTestSets(Setting):
    """The z-test for two proportions; the worse model has this accuracy."""

    accuracy: float

    unit = "test cases for each model"
    published = True
    test = "the z-test for two independent proportions"

    def check(self, difference: float) -> None:
        """The better model is right at most always."""
        Setting.check(self, difference)
        if self.accuracy + difference > 1:
            raise BadInput(f"an accuracy of {self.accuracy:g} cannot be exceeded by {difference:g}.")

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Exact up to a few thousand cases, normal beyond."""
        from scipy import special

        p, q = self.accuracy, min(1.0, self.accuracy + difference)
        z = float(special.ndtri(1 - both_sides(error_rate, side) / 2))
        if units > ENUMERATED:
            error = math.sqrt((p * (1 - p) + q * (1 - q)) / units)
            return power_at(difference / error, None, error_rate, alternative=side)
        (x, wx), (y, wy) = (_counts(units, share) for share in (p, q))
        a, b = x[:, None] / units, y[None, :] / units
        error_ = np.sqrt((a * (1 - a) + b * (1 - b)) / units)
        apart = {"two-sided": np.abs(b - a), "greater": b - a, "less": a - b}[side]
        found = apart > z * error_
        return float(wx @ (found & (a != b)) @ wy)

    def guess(self, difference: float, demand: Demand) -> int:
        """Fleiss's number."""
        better = self.accuracy + difference
        found = fleiss_cases(self.accuracy, better, error_rate=demand.error_rate, power=demand.power,
                             alternative=demand.side)
        return math.ceil(found - 1e-9)

    def largest_difference(self) -> float:
        """All the errors of the worse model."""
        return 1 - self.accuracy


def _counts(n: int, p: float) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of right answers that matter, and their chances."""
    from scipy.stats import binom

    reach = REACH * math.sqrt(n * p * (1 - p)) + REACH
    k = np.arange(max(0, math.floor(n * p - reach)), min(n, math.ceil(n * p + reach)) + 1)
    return k, binom.pmf(k, n, p)
