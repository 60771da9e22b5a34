"""Marks that somebody else gave: the mean of one number per case, as an LLM harness or a human judge hands out.

Nothing is compared with a truth here. The mark is the value itself; more is better.
"""

from __future__ import annotations

import math

from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.regression import over_targets


def marks(predictions: Predictions) -> Array:
    """The mark of each case."""
    return over_targets(predictions.said(Needs.VALUES))


MEAN_MARK = METRICS.add(Metric(
    name="mean_mark", title="mean mark", score=mean_of(marks), per_row=marks, task=Task.REGRESSION, needs=Needs.VALUES,
    direction=Direction.MAXIMISE, bounds=(-math.inf, math.inf), reference="Miller 2024",
))
