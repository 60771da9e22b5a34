"""A metric of rows that stand for different numbers of cases: the same number, with other things known of it.

`Predictions` carry the weights, and every metric counts them. What changes is what may be done with the number: a
weighted mean is no mean over rows but a ratio of two, Σwv/Σw, so that tests on plain rows, binomial intervals and
DeLong's formula do not apply, and the moments are those of wv and w. The rows' values stand in `weighted_rows`, for the
methods that know weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs
from referee.metrics._base import Metric, Moments
from referee.metrics.predictions import Predictions


def weighted(metric: Metric) -> Metric:
    """The metric on rows with sampling weights; one that is weighted already is given back.

    >>> from referee.metrics import METRICS
    >>> made = weighted(METRICS["accuracy"])
    >>> made.title, made.per_row, made.proportion
    ('weighted accuracy', None, False)
    """
    if metric.weighted:
        return metric
    if metric.source is not None or metric.over_targets:
        raise BadInput(f"{metric.title} is not handed weights; name one of referee's own metrics, or leave the weights "
                       f"away.")
    moments = _moments(metric)
    influence = weighted_placements if metric.area else None if moments is None else _influence(moments)
    return replace(metric, title=f"weighted {metric.title}", weighted=True, per_row=None, outer=_same,
                   weighted_rows=metric.per_row, weighted_outer=metric.outer, proportion=False, area=False,
                   influence=influence, moments=moments)


def _same(mean: float) -> float:
    return mean


def weighted_placements(predictions: Predictions) -> Array:
    """What each row adds to the weighted area under the ROC curve, or to the mean of the classes' areas.

    A row's placement is the share, by weight, of the rows of the other side that it stands on the right side of; its
    influence is that, less the area, times its share of the weight of its own side (DeLong et al. 1988, weighted).

    >>> said = Predictions(truth=np.array([0, 0, 1, 1]), scores=np.array([0.1, 0.4, 0.35, 0.8]), n_classes=2)
    >>> weighted_placements(said)
    array([1.25, 0.25, 0.25, 1.25])
    """
    scores, weight, k = predictions.said(Needs.SCORES), predictions.weight, predictions.k
    found = [_placements(scores if k == 2 else scores[:, c], predictions.codes == c, weight)
             for c in ([1] if k == 2 else range(k))]
    return np.asarray(np.mean(found, axis=0))


def _placements(scores: Array, positive: Array, weight: Array) -> Array:
    if positive.all() or not positive.any():
        raise Undefined("the area under the ROC curve needs rows of a class and rows of others.")
    below = np.empty(scores.size)
    for side in (positive, ~positive):
        order = np.argsort(scores[~side], kind="stable")
        other, total = scores[~side][order], np.concatenate([[0.0], np.cumsum(weight[~side][order])])
        left, right = (np.searchsorted(other, scores[side], how) for how in ("left", "right"))
        below[side] = (total[left] + total[right]) / 2 / total[-1]
    placed = np.where(positive, below, 1 - below)
    area = float(np.average(placed[positive], weights=weight[positive]))
    own = np.where(positive, weight[positive].sum(), weight[~positive].sum())
    return np.asarray(area + scores.size * weight * (placed - area) / own)


def _influence(moments: Moments) -> Callable[[Predictions], Array]:
    """What each row adds to a function of means, to first order."""

    def of_rows(predictions: Predictions) -> Array:
        numbers = predictions.n_classes is None
        values = moments.of_rows(predictions, predictions.targets.mean(axis=0) if numbers else 0.0)
        means = values.mean(axis=0)
        score, slopes = moments.score(means)
        return np.asarray(score + (values - means) @ slopes)

    return of_rows


def _moments(metric: Metric) -> Moments | None:
    """The quantities of the metric times the weight, and the weight: of means, their ratios."""
    of_rows, score = _quantities(metric)
    if of_rows is None or score is None:
        return None

    def weighed(predictions: Predictions, origin: Any) -> Array:
        values, weight = of_rows(predictions, origin), predictions.weight
        return np.column_stack([values * weight[:, None], weight])

    def of_means(means: Array) -> tuple[float, Array]:
        ratios = means[:-1] / means[-1]
        value, slopes = score(ratios)
        return value, np.append(slopes, -float(slopes @ ratios)) / means[-1]

    return Moments(weighed, of_means)


OfRows = Callable[[Predictions, Any], Array]
OfMeans = Callable[[Array], tuple[float, Array]]


def _quantities(metric: Metric) -> tuple[OfRows | None, OfMeans | None]:
    if metric.moments is not None:
        return metric.moments.of_rows, metric.moments.score
    per_row = metric.per_row
    if per_row is None:
        return None, None

    def of_rows(predictions: Predictions, _origin: Any) -> Array:
        return np.asarray(per_row(predictions), dtype=float).reshape(-1, 1)

    def score(means: Array) -> tuple[float, Array]:
        value, slope = metric.at_mean(float(means[0]))
        return value, np.array([slope])

    return of_rows, score
