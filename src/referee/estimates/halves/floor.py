"""A floor under the variance of a score of labels: a learner that never says the rare class has none of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.estimates.resampling.metric_statistic import table_scores
from referee.kinds import Array
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Floor:
    """The least variance that so few rows of a class allow, and the score at the smoothed hit rates it belongs to."""

    variance: float
    value: float


def binomial_floor(metric: Metric, confusion: Array, rows: Array, classes: tuple[Any, ...] = ()) -> Floor | None:
    """Σ_c (∂g/∂r_c)² r_c(1 − r_c)/n_c at hit rates r_c that are smoothed as (n_c r_c + 1)/(n_c + 2).

    `confusion` is how often which label was said of which class, in any unit; `rows` are the rows of each class.
    None where the metric does not exist at these rates.

    >>> from referee.metrics import METRICS
    >>> table = np.array([[90.0, 0.0], [10.0, 0.0]])
    >>> found = binomial_floor(METRICS["recall"], table, np.array([90, 10]))
    >>> round(found.value, 4), round(found.variance, 6)          # 1/12, and 1/12 · 11/12 / 10
    (0.0833, 0.007639)
    """
    there = rows > 0
    said = confusion.sum(axis=1)
    rates = np.where(said > 0, np.diag(confusion) / np.maximum(said, 1e-300), 0.0)
    smooth = (rows * rates + 1) / (rows + 2)
    wrong = confusion * (1 - np.eye(len(rows)))
    spread = wrong.sum(axis=1, keepdims=True)
    even = (1 - np.eye(len(rows))) / max(len(rows) - 1, 1)
    elsewhere = np.where(spread > 0, wrong / np.maximum(spread, 1e-300), even)
    tables = [_table(smooth, elsewhere, rows)]
    for c in np.flatnonzero(there):
        for side in (1, -1):
            moved = smooth.copy()
            moved[c] += side * STEP
            tables.append(_table(moved, elsewhere, rows))
    truth, label = np.divmod(np.arange(len(rows) ** 2), len(rows))
    scores = table_scores(metric, Predictions(truth=truth, labels=label, n_classes=len(rows), classes=classes))
    values = scores(np.array([table.ravel() for table in tables]))
    slopes = (values[1::2] - values[2::2]) / (2 * STEP)
    some, n = smooth[there], rows[there]
    variance = float((slopes**2 * some * (1 - some) / n).sum())
    return None if np.isnan(variance) else Floor(variance, float(values[0]))


def _table(rates: Array, elsewhere: Array, rows: Array) -> Array:
    return np.asarray(rows[:, None] * (np.diag(rates) + (1 - rates)[:, None] * elsewhere))
