"""Two learners on the splits of one data set: the power of the corrected resampled t.

Nadeau, C. and Bengio, Y. (2003). Machine Learning 52, 239-281: the variance of the mean of J splits' differences is
s²(1/J + n_test/n_train). Under their model (normal differences, every two with correlation n_test/(n_test + n_train))
the statistic is exactly noncentral t with J − 1 degrees of freedom. The second term does not fall with J: beyond a
point more repeats show nothing new, and only more rows help.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.power.detectable import Alternative, detectable, power_at
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Splits(Setting):
    """The corrected t over splits that each test `test_share` of the rows; their differences have this `sd`."""

    sd: float
    test_share: float = 0.1

    unit = "splits"
    test = "the corrected resampled t"

    def __post_init__(self) -> None:
        if not self.sd > 0:
            raise BadInput(f"sd is {self.sd!r}; the standard deviation of the splits' differences is above 0.")
        if not 0 < self.test_share < 1:
            raise BadInput(f"test_share is {self.test_share!r}; it is the share of rows tested in each split, as in "
                           f"0.1.")

    @property
    def ratio(self) -> float:
        """Rows tested for each row trained on."""
        return self.test_share / (1 - self.test_share)

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Noncentral t with the corrected variance."""
        error = self.sd * math.sqrt(1 / units + self.ratio)
        return power_at(difference / error, units - 1, error_rate, alternative=side)

    def guess(self, difference: float, demand: Demand) -> int:  # noqa: ARG002 - few splits: the search is short
        """Ten."""
        return 10

    def ceiling(self, difference: float, demand: Demand) -> float:
        """The power with infinitely many splits."""
        return power_at(difference / (self.sd * math.sqrt(self.ratio)), None, demand.error_rate,
                        alternative=demand.side)

    def floor(self, demand: Demand) -> float:
        """The difference below which no number of splits has the power demanded."""
        return detectable(self.sd * math.sqrt(self.ratio), None, level=demand.level, power=demand.power,
                          tests=demand.tests, alternative=demand.side)
