"""How often one learner beats the other over paired runs.

Bouthillier, X. et al. (2021). Accounting for variance in machine learning benchmarks. MLSys 3, 747–769.

Runs should vary everything that may vary: the split, the start, the order of the data, the tuning. A win counts 1, a
tie ½. The authors call a difference meaningful when the probability exceeds 0.75 and its interval 0.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._flags import FEW, FEW_UNITS, Flagged, raised
from referee.comparisons._input import ROUNDING, differences
from referee.errors import BadInput
from referee.estimates._base import Interval, check_level
from referee.estimates.means.no_spread import interval_without_spread
from referee.given import door
from referee.kinds import Estimand
from referee.seeds import stream

MEANINGFUL = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Outperformance(Flagged):
    """The probability that A scores higher than B in a paired run, and its bootstrap interval."""

    probability: float
    interval: Interval
    wins: int
    losses: int
    ties: int
    n_units: int
    method: str = "probability of outperforming"
    estimand: Estimand = Estimand.PROCEDURE
    unit: str = "run"
    assumptions: tuple[str, ...] = ("The paired runs are independent of each other.",)
    flags: tuple[str, ...] = ()

    @property
    def meaningful(self) -> bool:
        """Whether it is both significant and large enough to matter (Bouthillier et al.)."""
        return FEW_UNITS not in self.flags and self.probability > MEANINGFUL and self.interval.low > 0.5

    def __str__(self) -> str:
        return self._told(f"A scores higher than B in {100 * self.probability:.0f}% of paired runs, {self.interval}")


@door
def prob_outperform(a: Any, b: Any, *, resamples: int = 9999, level: float = 0.95, seed: int = 0) -> Outperformance:
    """The probability that A scores higher than B; one score each per paired run, higher is better.

    >>> prob_outperform([.81, .80, .83, .82], [.80, .81, .80, .82]).probability
    0.625
    """
    check_level(level)
    if resamples < 99:
        raise BadInput(f"resamples is {resamples}; a percentile needs at least 99.")
    d = differences(a, b, least=1)
    equal = np.abs(d.values) <= ROUNDING * d.scale
    wins, losses, ties = (int(x.sum()) for x in ((d.values > 0) & ~equal, (d.values < 0) & ~equal, equal))
    counts = stream(seed, "outperform").multinomial(d.n, np.array([wins, losses, ties]) / d.n, size=resamples)
    low, high = np.quantile((counts[:, 0] + counts[:, 2] / 2) / d.n, [(1 - level) / 2, (1 + level) / 2])
    interval = Interval(float(low), float(high), level=level, method="percentile bootstrap")
    if max(wins, losses, ties) == d.n:          # all runs alike: resamples know no other
        interval = interval_without_spread((wins + ties / 2) / d.n, d.n, level=level, bounds=(0.0, 1.0), what="runs")
    return Outperformance(probability=(wins + ties / 2) / d.n, wins=wins, losses=losses, ties=ties, n_units=d.n,
                          interval=interval, flags=raised(identical=ties == d.n, few_units=d.n < FEW))
