"""Two stochastic learners run several times each: the power of the two-sample t over runs.

Runs speak of the learners' own randomness on these rows and this split, never of other rows: thousands of runs make no
data set larger (Bouthillier et al. 2021).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.power.detectable import Alternative, power_at
from referee.comparisons.power.means import eval_size
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs(Setting):
    """The two-sample t, `units` runs of each learner, whose scores have standard deviation `sd` over runs."""

    sd: float

    unit = "runs of each learner"
    test = "the two-sample t-test over runs"

    def __post_init__(self) -> None:
        if not self.sd > 0:
            raise BadInput(f"sd is {self.sd!r}; the standard deviation over runs is above 0.")

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Noncentral t with 2n − 2 degrees of freedom."""
        return power_at(difference / (self.sd * math.sqrt(2 / units)), 2 * units - 2, error_rate, alternative=side)

    def guess(self, difference: float, demand: Demand) -> int:
        """By the normal law."""
        return math.ceil(eval_size(difference, 2 * self.sd**2, error_rate=demand.error_rate, power=demand.power,
                                   alternative=demand.side))
