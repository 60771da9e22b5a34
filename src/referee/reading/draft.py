"""A number on its way to an estimate: the value, the interval or why there is none, and the question it answers."""

from __future__ import annotations

from dataclasses import dataclass

from referee.estimates._base import Interval
from referee.kinds import Estimand
from referee.metrics import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is made of a learner's scores on one kind of plan."""

    value: float
    method: str                      # how the number was made: "mean over 100 test parts"
    estimand: Estimand
    interval: Interval | None = None
    reason: str = ""                 # why there is no interval
    n_train: int | None = None       # rows it speaks of being trained on, where not those of the usual split
    half: float | None = None        # the score of models trained on half of the rows, where it was measured …
    n_half: int | None = None        # … and on how many rows these were trained


def is_plain_mean(metric: Metric) -> bool:
    """Whether the score is the mean of the rows' values itself, not a function of it such as its root."""
    return metric.per_row is not None and metric.outer(4.0) == 4.0
