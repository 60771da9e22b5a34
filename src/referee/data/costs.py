"""What it costs to be wrong about each row: a fact of the row, in any unit, that is no feature and no weight.

A weight says how many cases a row is; a cost says what is lost where the model is wrong about it. Costs change no other
score, no fit and no number of rows: they are what the metric `case_cost` adds up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.data.wording import rows_at
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array, Task

FEWEST = 30             # equal costs; where all are worth fewer, 95% intervals were seen to hold 80 of 100


def checked_costs(given: Any, where: str) -> Array:
    """Finite numbers from 0 on, not all of them 0.

    >>> checked_costs([1, -2], "data")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: data: costs are below 0 in 1 row (row 2, counting from 1); give what it costs to be wrong \
about the row, 0 or more.
    """
    try:
        costs = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput(f"{where}: costs must be numbers.") from None
    for bad, sentence in ((~np.isfinite(costs), "missing or infinite"), (costs < 0, "below 0")):
        if bad.any():
            raise BadInput(f"{where}: costs are {sentence} in {rows_at(np.flatnonzero(bad))}; give what it costs to be "
                           f"wrong about the row, 0 or more.")
    if not costs.any():
        raise BadInput(f"{where}: every cost is 0, so that no error costs anything.")
    return costs


def _few_large(costs: Array) -> Iterator[str]:
    """A word where a few costs outweigh the others: their mean then has a law too skewed for its interval."""
    worth = float(costs.sum() ** 2 / (costs**2).sum())          # Kish's effective number
    if worth < FEWEST:
        yield (f"{costs.size:,} costs are worth as much as {worth:.0f} equal ones (Kish): a few large ones decide, and "
               f"intervals of the mean cost are too narrow.")


def priced(problem: Problem, costs: Array) -> Problem:
    """The problem with the cost of each row's error."""
    if problem.task is Task.REGRESSION or problem.has_several:
        what = "several targets" if problem.has_several else "numbers"
        raise BadInput(f"{problem.name}: costs are what a wrong class costs, and these are {what}; leave them out.")
    notice = (f"being wrong about a row costs from {costs.min():.4g} to {costs.max():.4g}, {costs.mean():.4g} on "
              f"average.")
    return replace(problem, costs=costs, notices=(*problem.notices, notice, *_few_large(costs)),
                   fingerprint=fingerprint("costs", problem.fingerprint, costs))
