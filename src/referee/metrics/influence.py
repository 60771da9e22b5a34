"""What each row adds to a score that is no mean over rows, to first order: areas under ROC curves, and R².

The values of the rows have the score as their mean, and their spread is its standard error (the infinitesimal
jackknife: Efron 1982; for areas these are DeLong's placement values).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, Needs
from referee.metrics.predictions import Predictions
from referee.metrics.score_order import ascending_order

if TYPE_CHECKING:
    from referee.metrics._base import Moments


def influence_on_areas(predictions: Predictions) -> Array:
    """The mean over classes of DeLong's placement values: a row of the class among the others, and the reverse."""
    k, scores = predictions.k, predictions.said(Needs.SCORES)
    classes = [1] if k == 2 else range(k)
    total, mean = np.zeros(predictions.n_rows), 0.0
    for c in classes:
        hit = predictions.codes == c
        placed, area = placed_among_others(scores if k == 2 else np.ascontiguousarray(scores[:, c]), hit)
        share = hit.mean()
        total += (placed - area) / np.where(hit, share, 1 - share)
        mean += area
    return np.asarray((total + mean) / len(classes))


def placed_among_others(scores: Array, hit: Array) -> tuple[Array, float]:
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


def influence_on_r2(predictions: Predictions) -> Array:
    """R² = 1 − A/B with A the mean squared error, B the variance: ψ = −(a − A)/B + (b − B) A/B²; targets averaged."""
    truth, said = predictions.targets.reshape(predictions.n_rows, -1), predictions.said(Needs.VALUES)
    a, b = (truth - said.reshape(truth.shape)) ** 2, (truth - truth.mean(axis=0)) ** 2
    A, B = a.mean(axis=0), b.mean(axis=0)
    return np.asarray((1 - A / B - (a - A) / B + (b - B) * A / B**2).mean(axis=1))


def influence_by_moments(moments: Moments) -> Callable[[Predictions], Array]:
    """The same for any score that is a function of means: what a row adds to each mean, times the slope there."""

    def influence(predictions: Predictions) -> Array:
        origin = predictions.truth.mean(axis=0) if predictions.n_classes is None else 0.0
        rows = moments.of_rows(predictions, origin)
        value, slopes = moments.score(rows.mean(axis=0))
        return np.asarray(value + (rows - rows.mean(axis=0)) @ slopes)

    return influence
