"""A setting: the power of one test as a function of the units and of the true difference.

From that alone follow the fewest units for a difference and the smallest difference for the units. Exact tests have a
power that jumps up and down a little from one number of units to the next; a number is enough when it and the next ones
are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import get_args

from referee.comparisons.power.detectable import Alternative
from referee.errors import BadInput, Undefined
from referee.estimates._base import check_level
from referee.given import door

MOST_UNITS = 10**9
NEAR = 1e-6             # of itself, that a difference is found to
STEADY = 12             # further numbers of units that must have the power too


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """How sure a study is to be: of not seeing what is not there (level), and of seeing what is (power)."""

    level: float = 0.95
    power: float = 0.8
    tests: int = 1          # comparisons that share the error rate (Bonferroni)
    alternative: str = "two-sided"      # a side that was declared beforehand is the side of the difference

    def __post_init__(self) -> None:
        check_level(self.level)
        if self.alternative not in get_args(Alternative):
            raise BadInput(f"alternative is {self.alternative!r}; choose two-sided, greater or less.")
        if isinstance(self.tests, bool) or self.tests != int(self.tests) or self.tests < 1:
            raise BadInput(f"tests is {self.tests!r}; it counts the comparisons of the family, from 1 up.")
        if not self.error_rate < self.power < 1:
            raise BadInput(f"power is {self.power!r}; it lies between the error rate {self.error_rate:.3g} and 1, as "
                           f"in 0.8.")

    @property
    def error_rate(self) -> float:
        """Of each test."""
        return (1 - self.level) / self.tests

    @property
    def side(self) -> Alternative:
        """That of the difference, which is told by its size, or both."""
        return "two-sided" if self.alternative == "two-sided" else "greater"


class Setting(ABC):
    """One test, and what is assumed about the data it will see."""

    unit: str               # in the plural: "test cases"
    test: str
    least = 2               # units without which the test does not exist
    published = False       # whether the guess is a published number, kept wherever its power is enough

    @abstractmethod
    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """The chance that the test, two-sided or on the side of the difference, finds it."""

    @abstractmethod
    def guess(self, difference: float, demand: Demand) -> int:
        """About how many units are needed; where the search starts."""

    def check(self, difference: float) -> None:
        """Refuse a difference that cannot be under the assumptions."""
        if not difference > 0:
            raise BadInput(f"difference is {difference!r}; give the size of the difference to be seen, above 0.")

    def ceiling(self, difference: float, demand: Demand) -> float:  # noqa: ARG002 - most settings have none
        """The power that no number of units exceeds."""
        return 1.0

    def largest_difference(self) -> float:
        """The largest difference that can be; where the search for the smallest visible one ends."""
        return float("inf")


@door
def fewest(setting: Setting, difference: float, demand: Demand) -> int:
    """The fewest units with the power demanded, at that number and the next ones.

    >>> from referee.comparisons.power import PairedAnswers, fewest
    >>> from referee.comparisons.power.setting import Demand
    >>> fewest(PairedAnswers(disagreement=0.08), 0.02, Demand())
    1568
    """
    setting.check(difference)

    def enough(n: int) -> bool:
        return setting.power(n, difference, demand.error_rate, side=demand.side) >= demand.power

    if setting.ceiling(difference, demand) < demand.power:
        raise Undefined(f"no number of {setting.unit} shows a difference of {difference:g} with this power.")
    high = max(setting.least, setting.guess(difference, demand))
    low = high - 1 if setting.published else setting.least - 1
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST_UNITS:
            raise Undefined(f"more than {MOST_UNITS:,} {setting.unit} would be needed to see {difference:g}.")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    short = [n for n in range(high + 1, high + STEADY + 1) if not enough(n)]
    while short:
        high = short[-1] + 1
        short = [n for n in range(high, high + STEADY + 1) if not enough(n)]
    return high


@door
def smallest_difference(setting: Setting, units: int, demand: Demand) -> float | None:
    """The smallest difference that so many units show with the power demanded; None where not even the largest is.

    >>> from referee.comparisons.power import PairedAnswers, smallest_difference
    >>> from referee.comparisons.power.setting import Demand
    >>> round(smallest_difference(PairedAnswers(disagreement=0.08), 2000, Demand()), 3)
    0.018
    """
    if units < setting.least:
        raise BadInput(f"{units} {setting.unit} are too few; this test needs {setting.least} at least.")
    low, high, most = 0.0, 1e-6, setting.largest_difference()
    while setting.power(units, min(high, most), demand.error_rate, side=demand.side) < demand.power:
        if high >= most:
            return None
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > NEAR * high:
        middle = (low + high) / 2
        enough = setting.power(units, middle, demand.error_rate, side=demand.side) >= demand.power
        low, high = (low, middle) if enough else (middle, high)
    return high
