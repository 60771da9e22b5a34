"""Two models over several data sets: the power of Wilcoxon's test, of the t-test, and of the sign test.

For normal differences the t-test has the noncentral t law, and Wilcoxon's test needs 1/0.955 = π/3 times as many data
sets (Hodges and Lehmann 1956); for longer tails it needs fewer. Its smallest two-sided p-value is 2^(1−n), so below
a number of data sets it finds nothing, whatever the difference. The sign test's power is exactly binomial.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.power.detectable import Alternative, both_sides, power_at
from referee.comparisons.power.means import eval_size
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput
from referee.given import door

EFFICIENCY = 3 / math.pi          # of Wilcoxon's test against t, under the normal law


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSets(Setting):
    """Differences over data sets with standard deviation `sd`, tested by "wilcoxon" or by "t"."""

    sd: float
    by: str = "wilcoxon"

    unit = "data sets"

    def __post_init__(self) -> None:
        if not self.sd > 0:
            raise BadInput(f"sd is {self.sd!r}; the standard deviation of the differences over data sets is above 0.")
        if self.by not in {"wilcoxon", "t"}:
            raise BadInput(f"over data sets the test is wilcoxon, t or sign, not {self.by!r}.")

    @property
    def test(self) -> str:  # type: ignore[override]
        """What it is called."""
        return "Wilcoxon's signed-rank test" if self.by == "wilcoxon" else "the paired t-test"

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Noncentral t; for Wilcoxon's test as if with fewer data sets."""
        if self.by == "wilcoxon" and 2.0 ** (1 - units) > both_sides(error_rate, side):
            return 0.0
        n = units * (EFFICIENCY if self.by == "wilcoxon" else 1.0)
        return power_at(difference / self.sd * math.sqrt(n), n - 1, error_rate, alternative=side) if n >= 2 else 0.0

    def guess(self, difference: float, demand: Demand) -> int:
        """By the normal law."""
        return math.ceil(eval_size(difference, self.sd**2, error_rate=demand.error_rate, power=demand.power,
                                   alternative=demand.side))


@door
def sign_test_power(n: int, wins: float, *, error_rate: float = 0.05,
                    alternative: Alternative = "two-sided") -> float:
    """The exact power of the sign test when one model wins this share of data sets, ties aside.

    >>> sign_test_power(20, 0.75)
    0.6172
    """
    from scipy import special

    c = -1                                        # the largest number of losses that is significant
    while c < n and 2 * special.bdtr(c + 1, n, 0.5) <= both_sides(error_rate, alternative) + 1e-12:
        c += 1
    if c < 0:
        return 0.0
    losses = {"two-sided": (1 - wins, wins), "greater": (1 - wins,), "less": (wins,)}[alternative]
    return float(sum(special.bdtr(c, n, share) for share in losses))


@dataclass(frozen=True, slots=True)
class Wins(Setting):
    """The sign test; the difference is by how much the share of wins exceeds one half."""

    unit = "data sets"
    test = "the sign test"

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Exact."""
        return sign_test_power(units, 0.5 + difference, error_rate=error_rate, alternative=side)

    def guess(self, difference: float, demand: Demand) -> int:
        """By the normal law."""
        return math.ceil(eval_size(difference, 0.25, error_rate=demand.error_rate, power=demand.power,
                                   alternative=demand.side))

    def check(self, difference: float) -> None:
        """A share of wins lies between one half and 1."""
        if not 0 < difference <= 0.5:
            raise BadInput(f"wins is {0.5 + difference:g}; the share of data sets won by the better model lies above "
                           f"0.5 and is 1 at most.")

    def largest_difference(self) -> float:
        """All are won."""
        return 0.5
