"""Whether two forecasters have equal mean loss on new groups at later times; losses of a panel.

Student's t with the standard error of `referee.estimates.means.panel_mean`, which counts groups and times, not rows.
Fewer groups than the t over groups left out can decide by (`left_out_t`) cannot decide here either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW_UNITS, UNDECIDABLE, raised
from referee.comparisons._input import clusters_of, differences
from referee.comparisons._student import Asked, located
from referee.comparisons.two_models.left_out_t import least_p
from referee.errors import BadInput
from referee.estimates.means.panel_mean import METHOD, panel_error
from referee.given import door
from referee.given import numbers as given_numbers
from referee.kinds import Estimand

ASSUMPTIONS = (
    "Groups are drawn independently from those the answer speaks of, but for what a time does to all of them.",
    "The loss differences are stationary.",
)


@door
def panel_t(a: Any, b: Any, time: Any, groups: Any, *, level: float = 0.95,
            alternative: str = "two-sided") -> Comparison:
    """Whether two forecasters have equal loss; `time` holds when, `groups` of which group each loss is.

    >>> import numpy as np
    >>> time, shop = np.repeat(np.arange(30), 5), np.tile(np.arange(5), 30)
    >>> a, b = 1 + np.cos(3 * time) * np.sin(shop), 0.7 + 0.1 * np.cos(time * shop)
    >>> panel_t(a, b, time, shop).p
    0.0035
    """
    d = differences(a, b)
    when, group = given_numbers(time, "time"), clusters_of(groups, d.n)
    if when.shape != (d.n,):
        raise BadInput(f"{when.size} times for {d.n} values; give one a row.")
    found = panel_error(d.values, when, group)
    error = 0.0 if d.spread == 0 else found.error
    result = Comparison(
        method=METHOD, estimand=Estimand.PROCEDURE, unit="group",
        assumptions=ASSUMPTIONS,
        **located(d.mean, error, df=found.df, n=found.groups, asked=Asked(level, alternative), named=METHOD)
        | {"details": (("groups", found.groups), ("times", found.times), ("error_of_groups", found.of_groups),
                       ("error_of_times", found.of_times))})
    result = replace(result, flags=(*result.flags, *raised(recurring=found.recurs is not None)))
    floor = least_p(found.groups, sides=2 if alternative == "two-sided" else 1)
    if not floor:
        return result
    flags = tuple(flag for flag in result.flags if flag != FEW_UNITS)
    return replace(result, p=max(result.p, floor), flags=(*flags, UNDECIDABLE))
