"""A score that is no mean over rows as if it were one: what each row adds to it, to first order.

The infinitesimal jackknife: Jaeckel (1972); Efron, B. (1982), The Jackknife, the Bootstrap and Other Resampling Plans,
chapter 6. The value of row i is T + ψ_i, where ψ_i is n times the derivative of T in the row's weight; these values
have the mean T, and their standard error is that of T. For the AUC of two classes it is DeLong's (1988), with n for
n − 1. Rows of a metric of labels share the derivative of their cell of the confusion table.

For many rows: there it agrees with the bootstrap, which costs thousands of times more. On few rows the bootstrap sees
skewness that this does not.
"""

from __future__ import annotations

import numpy as np

from referee.errors import Undefined
from referee.estimates.resampling.metric_statistic import metric_statistic
from referee.estimates.resampling.score_order import ascending_order
from referee.kinds import Array, Needs
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

MANY_ROWS = 2_000           # from here on the default, where the metric can be linearised
STEP = 1e-4                 # of a cell's count, to each side of it


def can_be_linearised(metric: Metric) -> bool:
    """Whether the derivative is known: areas under ROC curves, metrics of labels, R²."""
    return metric.per_row is None and (metric.name in {"roc_auc", "r2"} or metric.needs is Needs.LABELS)


def linearised(metric: Metric, predictions: Predictions) -> Array:
    """The value of each row; their mean is the score.

    >>> from referee.metrics import METRICS
    >>> said = Predictions(truth=np.array([0, 0, 1, 1]), scores=np.array([0.1, 0.4, 0.35, 0.8]), n_classes=2)
    >>> linearised(METRICS["roc_auc"], said)
    array([1.25, 0.25, 0.25, 1.25])
    """
    if metric.name == "roc_auc":
        return _of_areas(predictions)
    return _of_r2(predictions) if metric.name == "r2" else _of_cells(metric, predictions)


def _of_cells(metric: Metric, predictions: Predictions) -> Array:
    """n ∂T/∂n_c for each cell c of the confusion table, by central differences."""
    statistic = metric_statistic(metric, predictions)
    counts = statistic.counts.astype(float)
    there = np.flatnonzero(counts)
    steps = np.zeros((there.size, counts.size))
    steps[np.arange(there.size), there] = STEP * counts[there]
    slopes = np.zeros(counts.size)
    rise = statistic.scores(counts + steps) - statistic.scores(counts - steps)
    slopes[there] = counts.sum() * rise / (2 * STEP * counts[there])
    values: Array = (statistic.observed + slopes)[statistic.cells]
    return values


def _of_areas(predictions: Predictions) -> Array:
    """The mean over classes of DeLong's placement values: a row of the class among the others, and the reverse."""
    k, scores = predictions.k, predictions.said(Needs.SCORES)
    classes = [1] if k == 2 else range(k)
    total, mean = np.zeros(predictions.n_rows), 0.0
    for c in classes:
        hit = predictions.codes == c
        placed, area = _placed(scores if k == 2 else np.ascontiguousarray(scores[:, c]), hit)
        share = hit.mean()
        total += (placed - area) / np.where(hit, share, 1 - share)
        mean += area
    return np.asarray((total + mean) / len(classes))


def _placed(scores: Array, hit: Array) -> tuple[Array, float]:
    """For each hit the share of misses below, for each miss the share of hits above, ties half; and the area."""
    order = ascending_order(scores)
    ascending, is_hit = scores[order], hit[order]
    hits_up_to = np.concatenate([[0], np.cumsum(is_hit)])
    begins = np.flatnonzero(np.concatenate([[True], ascending[1:] != ascending[:-1]]))      # of each run of ties
    at = np.flatnonzero(is_hit)
    if begins.size == scores.size:
        hits_below = hits_up_to[:-1].astype(float)
        hits_below[at] += 0.5
        below = at + 0.5
    else:
        ends, times = np.append(begins[1:], scores.size), np.diff(begins, append=scores.size)
        hits_below = np.repeat((hits_up_to[begins] + hits_up_to[ends]) / 2, times)
        below = np.repeat((begins + ends) / 2, times)[at]
    m = hits_up_to[-1]
    n = scores.size - m
    if not m or not n:
        raise Undefined("ROC AUC is undefined: every row or no row is of one of the classes.")
    ranked = 1 - hits_below / m
    ranked[at] = (below - hits_below[at]) / n
    placed = np.empty(scores.size)
    placed[order] = ranked
    return placed, float(placed[hit].mean())


def _of_r2(predictions: Predictions) -> Array:
    """R² = 1 − A/B with A the mean squared error, B the variance: ψ = −(a − A)/B + (b − B) A/B²; targets averaged."""
    truth, said = predictions.targets.reshape(predictions.n_rows, -1), predictions.said(Needs.VALUES)
    a, b = (truth - said.reshape(truth.shape)) ** 2, (truth - truth.mean(axis=0)) ** 2
    A, B = a.mean(axis=0), b.mean(axis=0)
    return np.asarray((1 - A / B - (a - A) / B + (b - B) * A / B**2).mean(axis=1))
