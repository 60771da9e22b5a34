"""How the interval of a score on one test set is made: decided by metric, rows and groups, never by the results."""

from __future__ import annotations

from enum import Enum

from referee.estimates.resampling.linearised import MANY_ROWS, can_be_linearised
from referee.kinds import Array
from referee.metrics import Metric, Predictions

FEW_FOR_T, FEW_FOR_BCA = 100, 20


class Way(Enum):
    """How the interval of a score on one test set is made."""

    AREA = "DeLong"
    MEAN = "from the values of the rows"
    LINEARISED = "from what each row adds, to first order"
    RESAMPLED = "by the bootstrap over test cases"


def way_for(metric: Metric, n_classes: int | None, *, n_rows: int, grouped: bool) -> Way:
    """The way for a metric on so many rows."""
    if metric.area and n_classes in {None, 2} and not grouped:
        return Way.AREA
    if metric.per_row is None:
        many = n_rows >= MANY_ROWS or metric.weighted
        return Way.LINEARISED if many and can_be_linearised(metric) else Way.RESAMPLED
    skewed = not metric.proportion and not grouped and FEW_FOR_BCA <= n_rows < FEW_FOR_T
    return Way.RESAMPLED if skewed else Way.MEAN


def is_shared(metric: Metric, predictions: Predictions, groups: Array | None) -> bool:
    """Whether the metric is resampled together with the others: it is no mean, and has no formula of its own."""
    return metric.per_row is None and way_for(metric, predictions.n_classes, n_rows=predictions.n_rows,
                                              grouped=groups is not None) is Way.RESAMPLED
