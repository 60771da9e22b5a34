"""Whether two forecasters have equal mean loss, whatever their losses remember.

Diebold, F. and Mariano, R. (1995). Comparing predictive accuracy. JBES 13, 253-263, with the long-run standard error of
`referee.estimates.means.long_run` in place of one that stops at the horizon: fixed-b inference by the slowest cosine
waves (Lazarus, Lewis, Stock and Watson 2018; Coroneo, L. and Iacone, F. (2020). Comparing predictive accuracy in small
samples using fixed-smoothing asymptotics. Journal of Applied Econometrics 35, 391-409).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons._input import differences
from referee.comparisons._student import Asked, student
from referee.estimates.means.long_run import long_run
from referee.given import door
from referee.kinds import Estimand


@door
def long_run_t(a: Any, b: Any, *, level: float = 0.95, alternative: str = "two-sided", learned_later: bool = False
               ) -> Comparison:
    """Whether two forecasters have equal loss, whatever their losses remember; one loss per time point, in time order.

    `learned_later` says that the models learned from later times too, as those of blocks do.

    >>> long_run_t([1.4, .3, .6, 2.3, 1.2, .1, .9, .4], [.8, .4, .3, 1.2, 1.7, .2, .3, .6]).p
    0.149
    """
    d = differences(a, b)
    found = long_run(d.values, learned_later=learned_later)
    error = 0.0 if d.spread == 0 else found.error
    result = Comparison(method="long-run t", estimand=Estimand.FOLD_MODELS, unit="time point",
                        assumptions=("The loss differences are stationary.",
                                     "They do not remember a season ago better than the time before."),
                        **student(d, error=error, df=found.df, asked=Asked(level, alternative), named="long-run t"))
    flags = raised(recurring=found.recurs is not None, learned_later=learned_later)
    return replace(result, flags=(*result.flags, *flags),
                   details=(*result.details, ("memory", found.memory), ("recurs_after", found.recurs)))
