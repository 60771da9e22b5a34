"""A metric's value for some predictions as a statistic to resample, by the cheapest way there is.

Means of rows by their values; AUC by sorted counts; whatever depends on labels alone by the cells of
(truth, label); everything else row by row, with the counts as weights.
"""

from __future__ import annotations

import numpy as np

from referee.errors import Undefined
from referee.estimates.resampling.auc_statistic import auc_statistic
from referee.estimates.resampling.mean_statistic import mean_statistic
from referee.estimates.resampling.row_subset import some_rows
from referee.estimates.resampling.statistic import Scores, Statistic
from referee.given import door
from referee.kinds import Array, Needs
from referee.metrics._base import Metric
from referee.metrics.of_tables import of_many
from referee.metrics.predictions import Predictions


@door
def metric_statistic(metric: Metric, predictions: Predictions) -> Statistic:
    """The metric as a function of how often each row is drawn."""
    plain = predictions.weights is None
    if metric.per_row is not None:
        outer = None if metric.outer(0.25) == 0.25 else metric.outer
        return mean_statistic(metric.per_row(predictions), weights=predictions.weights, outer=outer)
    if metric.area and predictions.n_classes == 2 and plain:
        return auc_statistic(predictions.truth, predictions.said(Needs.SCORES))
    if of_the_table(metric, predictions):
        return _of_labels(metric, predictions, predictions.k)
    return _row_by_row(metric, predictions)


def of_the_table(metric: Metric, predictions: Predictions) -> bool:
    """Whether the metric depends on the confusion table alone."""
    counted = metric.needs is Needs.LABELS and metric.counts_only
    return counted and predictions.n_classes is not None and predictions.weights is None


def fewest_cases(metric: Metric, predictions: Predictions) -> int:
    """The independent pieces of evidence behind a perfect value: the rarest class's for a metric of labels."""
    if not of_the_table(metric, predictions):
        return predictions.n_rows
    classes = np.bincount(predictions.codes)
    return int(classes[classes > 0].min())


def _of_labels(metric: Metric, predictions: Predictions, k: int) -> Statistic:
    """A metric of the confusion table: one cell for each pair of true and said class."""
    cells = predictions.truth.astype(np.int64) * k + predictions.said(Needs.LABELS)
    truth, said = np.divmod(np.arange(k * k), k)
    table = Predictions(truth=truth, labels=said, n_classes=k, prior=predictions.prior,
                        classes=predictions.classes)
    return Statistic(cells=cells, n_cells=k * k, scores=table_scores(metric, table),
                     cases=fewest_cases(metric, predictions))


def _row_by_row(metric: Metric, predictions: Predictions) -> Statistic:
    """Any metric: each row its own cell, its count its weight."""
    n = predictions.n_rows
    return Statistic(cells=np.arange(n), n_cells=n, scores=weighted_scores(metric, predictions), cases=n)


def table_scores(metric: Metric, table: Predictions) -> Scores:
    """The metric of confusion tables (k² counts each), of which `table` is one with a row for each cell; NaN where it
    does not exist."""
    one_by_one = weighted_scores(metric, table)

    def scores(counts: Array) -> Array:
        found = of_many(metric.score, counts.reshape(-1, table.k, table.k).astype(float))
        if found is None:
            return one_by_one(counts)
        if (unsaid := np.isnan(found)).any():
            found[unsaid] = one_by_one(counts[unsaid])
        return found

    return scores


def weighted_scores(metric: Metric, predictions: Predictions) -> Scores:
    """The metric with each resample's counts as weights; NaN where it does not exist."""

    def one(counts: Array) -> float:
        drawn = counts > 0
        weights = counts[drawn] if predictions.weights is None else (counts * predictions.weights)[drawn]
        try:
            return metric.score(some_rows(predictions, drawn, weights))
        except Undefined:
            return float("nan")

    return lambda counts: np.array([one(row) for row in counts])
