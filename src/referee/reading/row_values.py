"""The value of each row by a metric, computed once for each learner however many pairs it is compared in."""

from __future__ import annotations

import numpy as np

from referee.estimates.resampling.linearised import linearised
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.scores import ScoreTable


def row_values_of(table: ScoreTable, learner: str, metric: Metric) -> Array:
    """One learner's value of each row of its pass: the metric's own, or what the row adds to it to first order."""
    key = learner, metric.name
    if key not in table.kept_values:
        said = table.rows[learner].predictions
        values = linearised(metric, said) if metric.per_row is None else metric.per_row(said)
        table.kept_values[key] = np.asarray(values, dtype=float)
    return table.kept_values[key]
