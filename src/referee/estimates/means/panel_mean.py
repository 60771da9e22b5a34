"""The mean over a panel: rows of some groups at some times, said of new groups at later times.

Rows of one group hang together, and so do rows of one time and of times that follow each other. The variances of both
ways are added, and what both counted is taken off once:

    V = V_times + V_groups − V_rows,    never less than the larger of the first two

Cameron, A. C., Gelbach, J. B. and Miller, D. L. (2011). Robust inference with multiway clustering. JBES 29, 238-249.
V_times is the long-run variance of the mean by time (see `long_run`), V_groups that of groups left out in turn (see
`left_out_mean`), V_rows that of independent rows. The degrees of freedom are the fewer of the two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.cross_validation.left_out_mean import left_out_of_means
from referee.estimates.means.long_run import by_time, long_run
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand

METHOD = "panel t"


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelError:
    """The standard error of a panel's mean, its degrees of freedom, and what it was made of."""

    error: float
    df: float
    groups: int
    times: int
    of_groups: float            # standard errors over groups alone …
    of_times: float             # … and over times alone
    recurs: int | None          # after how many times values resemble themselves more than their memory explains


def panel_error(values: Array, time: Array, group: Array) -> PanelError:
    """Of values with a time and a group each; rows need not be in order, and cells may be empty or hold several.

    >>> time, group = np.repeat(np.arange(8), 3), np.tile(np.arange(3), 8)
    >>> found = panel_error(np.sin(time) + group, time, group)
    >>> round(found.of_groups, 3), round(found.of_times, 3), round(found.error, 3)
    (0.913, 2.032, 2.217)
    """
    order = np.argsort(time, kind="stable")
    series = by_time(values[order], time[order])
    _, code = np.unique(group, return_inverse=True)
    sizes = np.bincount(code.reshape(-1)).astype(float)
    whole = left_out_of_means(np.bincount(code.reshape(-1), weights=values) / sizes, sizes)
    long = long_run(series)
    rows = float(((values - values.mean()) ** 2).sum()) / values.size**2
    variance = max(long.error**2 + whole.variance - rows, long.error**2, whole.variance)
    return PanelError(error=math.sqrt(variance), df=max(min(float(long.df), whole.df), 1e-6), groups=whole.groups,
                      times=series.size, of_groups=math.sqrt(whole.variance), of_times=long.error, recurs=long.recurs)


@door
def panel_mean(values: Array, time: Array, groups: Array, *, level: float = 0.95,
               bounds: Bounds | None = None) -> Measured:
    """The mean of values that have a time and a group each, with a t interval for new groups at later times.

    >>> time, shop = np.repeat(np.arange(8), 3), np.tile(np.arange(3), 8)
    >>> print(panel_mean(np.sin(time) + shop, time, shop))
    1.069, 95% interval -8.470 to 10.608 (panel t), for the procedure, trained on this many rows.
    """
    values, when = numbers(values), numbers(time, "time")
    group = np.unique(np.asarray(groups), return_inverse=True)[1].reshape(-1)
    if not values.size == when.size == group.size:
        raise BadInput(f"{when.size} times and {group.size} groups for {values.size} values; give one of each a row.")
    found, mean = panel_error(values, when, group), float(values.mean())
    if found.error == 0:
        interval = interval_without_spread(mean, found.groups, level=level, bounds=bounds, what="values")
    elif found.df < 1:
        raise Undefined(f"{found.groups} groups are too uneven to show how much groups differ.")
    else:
        interval = around(mean, t_reach(level, found.df) * found.error, level=level, method=METHOD, bounds=bounds)
    return Measured(value=mean, interval=interval, standard_error=found.error, df=found.df, estimand=Estimand.PROCEDURE)
