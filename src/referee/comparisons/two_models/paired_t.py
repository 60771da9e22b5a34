"""Paired t-test on independent differences: per case on one test set, or per data set.

Student (1908). The probable error of a mean. Biometrika 6, 1–25.

It holds for independent differences only. On random re-splits, on folds, on repeats of cross-validation
or on the means of repeats the training sets overlap, and at a nominal 5% it rejects a true null 30 to 85
times in a hundred. So it is refused there unless told `i_know=True`, which marks the result for good; then it
is what Mooney's slides and Flexer (1996) do, kept as a historic recipe.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._input import choice, differences
from referee.comparisons._student import Asked, student
from referee.comparisons._units import UNITS, dependence
from referee.errors import NotJustified
from referee.given import door

DEPENDENCE_IGNORED = "dependence_ignored"


def objection(unit: str) -> str | None:
    """Why a plain t-test over these units is not justified, or None.

    >>> objection("case")
    """
    why_not = dependence(unit, "a plain t-test")
    return why_not and f"{why_not}, or say i_know=True and carry the mark."


@door
def paired_t(a: Any, b: Any, *, unit: str = "case", i_know: bool = False, level: float = 0.95,
             alternative: str = "two-sided") -> Comparison:
    """Whether the mean of independent paired differences is zero.

    >>> print(paired_t([.3, .1, .4, .2, .5, .1], [.2, .1, .1, .1, .3, .2]))
    A minus B is +0.100, 95% interval -0.048 to 0.248 (t); paired t: p = 0.144.
    """
    choice(unit, "unit", tuple(UNITS))
    why_not = objection(unit)
    if why_not and not i_know:
        raise NotJustified(why_not)
    d = differences(a, b)
    result = Comparison(
        method="paired t", estimand=UNITS[unit], unit=unit,
        assumptions=(f"The differences of the {unit}s are independent.",
                     "Their mean is roughly normal (many units, or normal differences)."),
        **student(d, error=d.spread / d.n**0.5, df=d.n - 1, asked=Asked(level, alternative), named="t"))
    return replace(result, flags=(*result.flags, DEPENDENCE_IGNORED)) if why_not else result
