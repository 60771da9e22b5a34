"""A score that is no mean over rows as if it were one: what each row adds to it, to first order.

The infinitesimal jackknife: Jaeckel (1972); Efron, B. (1982), The Jackknife, the Bootstrap and Other Resampling Plans,
chapter 6. The value of row i is T + ψ_i, where ψ_i is n times the derivative of T in the row's weight; these values
have the mean T, and their standard error is that of T. For the AUC of two classes it is DeLong's (1988), with n for
n − 1. Rows of a metric of labels share the derivative of their cell of the confusion table.

For many rows: there it agrees with the bootstrap, which costs thousands of times more. On few rows the bootstrap sees
skewness that this does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.estimates.resampling.metric_statistic import table_scores
from referee.estimates.resampling.row_subset import some_rows
from referee.kinds import Array, Needs
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

MANY_ROWS = 2_000           # from here on the default, where the metric can be linearised
STEP = 1e-4                 # of a cell's count, to each side of it


def can_be_linearised(metric: Metric) -> bool:
    """Whether the derivative is known: areas under ROC curves, metrics of labels, R²."""
    counted = metric.needs is Needs.LABELS and metric.counts_only
    return metric.per_row is None and (metric.influence is not None or counted)


def linearised(metric: Metric, predictions: Predictions) -> Array:
    """The value of each row; their mean is the score.

    >>> from referee.metrics import METRICS
    >>> said = Predictions(truth=np.array([0, 0, 1, 1]), scores=np.array([0.1, 0.4, 0.35, 0.8]), n_classes=2)
    >>> linearised(METRICS["roc_auc"], said)
    array([1.25, 0.25, 0.25, 1.25])
    """
    return _of_cells(metric, predictions) if metric.influence is None else metric.influence(predictions)


def _of_cells(metric: Metric, predictions: Predictions) -> Array:
    """n ∂T/∂n_c for the cell c of each row in the confusion table."""
    k = predictions.k
    cells = predictions.truth.astype(np.int64) * k + predictions.said(Needs.LABELS)
    counts = np.bincount(cells, predictions.weight_or_none, minlength=k * k).astype(float)
    value, slopes = slopes_of_table(metric, counts, k, predictions.classes, prior=predictions.prior)
    if predictions.weights is None:
        values: Array = (value + slopes)[cells]
        return values
    return np.asarray(value + slopes[cells] * predictions.weight * predictions.n_rows / counts.sum())


def slopes_of_table(metric: Metric, counts: Array, k: int, classes: tuple[Any, ...] = (), *,
                    prior: Array | None = None) -> tuple[float, Array]:
    """A metric of a confusion table (k² counts, truth by label), and n ∂T/∂n_c for each cell, by central differences.

    >>> from referee.metrics import METRICS
    >>> value, slopes = slopes_of_table(METRICS["recall"], np.array([5.0, 0.0, 1.0, 4.0]), 2)
    >>> value, slopes.round(6).tolist()
    (0.8, [0.0, 0.0, -1.6, 0.4])
    """
    truth, said = np.divmod(np.arange(k * k), k)
    table = Predictions(truth=truth, labels=said, n_classes=k, prior=prior, classes=classes)
    scores = table_scores(metric, table)
    there = np.flatnonzero(counts)
    steps = np.zeros((there.size, counts.size))
    steps[np.arange(there.size), there] = STEP * counts[there]
    slopes = np.zeros(counts.size)
    value = float(scores(counts[None, :])[0])
    if np.isnan(value):
        metric.score(some_rows(table, counts > 0, counts[counts > 0]))       # raises, and says why
    rise = scores(counts + steps) - scores(counts - steps)
    slopes[there] = counts.sum() * rise / (2 * STEP * counts[there])
    return value, slopes
