"""The t test of a difference over groups that were left out one at a time; for few groups, of any sizes.

Variance and degrees of freedom are those of `estimates.cross_validation.left_out_mean`, which also says what was
measured. They take differences of whole groups to be roughly normal, which nobody can check on fewer than `FEWEST`
groups: there p is not let below that of the sign-flip test, 2^(1−G), which takes nothing for granted but that a group
favours the one as easily as the other. With four groups that is 1/8, so no verdict at 5% is possible.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW_UNITS, UNDECIDABLE
from referee.comparisons._input import differences
from referee.comparisons._student import Asked, located
from referee.estimates.cross_validation.left_out_mean import METHOD, LeftOut, left_out_of_means
from referee.given import door
from referee.kinds import Estimand

FEWEST = 5
ASSUMPTIONS = (
    "Groups are drawn independently from those the answer speaks of; rows of one need not be.",
    "Differences of whole groups are roughly normal.",
)


def least_p(groups: int, *, sides: int = 2) -> float:
    """The smallest p that so few groups can give; 0 where there are enough.

    >>> least_p(3), least_p(4), least_p(5)
    (0.25, 0.125, 0.0)
    """
    return sides * 0.5**groups if groups < FEWEST else 0.0


@door
def left_out_t(a: Any, b: Any, sizes: Any = None, *, level: float = 0.95, alternative: str = "two-sided") -> Comparison:
    """Whether two learners score the same on new groups; `a` and `b` hold the mean score of each group left out.

    `sizes` are the rows of each group; without them all count alike.

    >>> print(left_out_t([0.81, 0.74, 0.78, 0.90, 0.69, 0.77], [0.71, 0.70, 0.69, 0.78, 0.66, 0.70]))
    A minus B is +0.075, 95% interval 0.020 to 0.130 (t over groups left out); t over groups left out: p = 0.017.
    """
    made = left_out_of_means(differences(a, b).values, sizes)
    return left_out_comparison(made, level=level, alternative=alternative)


def left_out_comparison(made: LeftOut, *, level: float, alternative: str = "two-sided") -> Comparison:
    """The test of a difference whose variance is known."""
    error = math.sqrt(made.variance)
    found = Comparison(
        method=METHOD, estimand=Estimand.PROCEDURE, unit="group", assumptions=ASSUMPTIONS,
        **located(made.value, error, df=made.df, n=made.groups, asked=Asked(level, alternative), named=METHOD)
        | {"details": (("groups", made.groups), ("effective_groups", made.effective))})
    if made.too_uneven:
        found = replace(found, interval=None, assumptions=(*found.assumptions, f"{made.too_uneven}."))
    floor = least_p(made.groups, sides=2 if alternative == "two-sided" else 1)
    if not floor:
        return found
    flags = tuple(flag for flag in found.flags if flag != FEW_UNITS)
    return replace(found, p=max(found.p, floor), flags=(*flags, UNDECIDABLE))
