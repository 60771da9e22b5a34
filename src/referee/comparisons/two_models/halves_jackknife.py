"""The t test of a difference over repeats of complementary halves, by the jackknife over rows, blocks or groups.

The variance is that of docs/halves.md: what each unit is worth as a test case and as a training case, read from the
same fits. It assumes nothing of how splits correlate, which the corrected t does; the weight of the training part and
the degrees of freedom are calibrated inside the range that theory allows.
"""

from __future__ import annotations

import math

from referee.comparisons._base import Comparison
from referee.comparisons._student import Asked, located
from referee.estimates.halves.jackknife import WEIGHT, HalvesVariance
from referee.given import door
from referee.kinds import Estimand

ASSUMPTIONS = (
    "Units (rows, or whole groups) are drawn independently from what the answer speaks of.",
    "Models are trained on half of the rows.",
)


@door
def halves_jackknife(halves: HalvesVariance, *, df: float | None = None, weight: float = WEIGHT, level: float = 0.95,
                     alternative: str = "two-sided", unit: str = "row") -> Comparison:
    """Whether two learners trained on half of the rows score the same; `halves` is made of their difference.

    >>> from referee.estimates.halves.jackknife import HalvesVariance
    >>> found = HalvesVariance(value=0.02, test=1e-4, test_noise=1e-5, jackknife=1.6e-4, monte_carlo=5e-6, shares=0.0,
    ...                        units=100, repeats=50)
    >>> print(halves_jackknife(found))
    A minus B is +0.020, 95% interval -0.003 to 0.043 (halves jackknife); halves jackknife t: p = 0.088.
    """
    error = math.sqrt(halves.total(weight))
    fields = located(halves.value, error, df=halves.units - 1 if df is None else df, n=halves.units,
                     asked=Asked(level, alternative), named="halves jackknife")
    return Comparison(
        method="halves jackknife t", estimand=Estimand.PROCEDURE, unit=unit, assumptions=ASSUMPTIONS,
        **fields | {"details": (("repeats", halves.repeats), ("weight", weight), ("variance_of_tests", halves.test),
                                ("variance_of_training", halves.training),
                                ("variance_of_repeats", halves.monte_carlo))})
