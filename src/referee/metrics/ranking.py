"""ROC AUC: how well scores put the rows of a class before the others.

P(score of a positive > score of a negative) + ½ P(equal); Hanley & McNeil (1982). More than two classes, either
each class against the rest by its own score (`roc_auc`, and `roc_auc_weighted` by how often a class is true), or
each pair of classes, the mean of both directions (`roc_auc_ovo`, Hand & Till 2001, and `roc_auc_ovo_weighted`
by how often either is true). With two classes all four are the same. A class missing from truth makes them `Undefined`.
Truth may be codes 0 … k-1 or any k labels, in the sorted order of which the columns stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric
from referee.metrics.influence import influence_on_areas
from referee.metrics.predictions import Predictions
from referee.metrics.ranked import Ranked
from referee.metrics.tally import Tally
from referee.metrics.vectors import Coding, scored


def area(ranked: Ranked, what: str = "class 1") -> float:
    """The area under the ROC curve of one class against the rest."""
    hits, misses = ranked.total_hits, ranked.total - ranked.total_hits
    if hits <= 0 or misses <= 0:
        missing = f"no row is {what}" if hits <= 0 else f"every row is {what}"
        raise Undefined(f"ROC AUC is undefined: {missing}.")
    # misses with a lower score, and half of those with the same
    lower = ranked.all_before_hits - ranked.hits_before_hits
    up_to = ranked.all_up_to_hits - ranked.hits_up_to_hits
    won = (lower + up_to).sum() if ranked.hit_weights is None else (lower + up_to) @ ranked.hit_weights
    return float(min(max(won / (2 * hits * misses), 0.0), 1.0))


def areas(predictions: Predictions) -> Array:
    """The area of each class against the rest; of class 1 alone where there are two."""
    return np.array([_area_of(predictions, c) for c in ([1] if predictions.k == 2 else range(predictions.k))])


def _area_of(predictions: Predictions, c: int) -> float:
    """The area of one class, worked out once."""
    if c not in predictions.areas:
        predictions.areas[c] = area(predictions.ranked(c), predictions.named(c))
    return predictions.areas[c]


def _roc_auc(predictions: Predictions) -> float:
    return float(areas(predictions).mean())


def _tally_of_areas(predictions: Predictions) -> Tally:
    """Pairs won and made by each class against the rest, each class counting the same; none where there are none."""
    counted = [1] if predictions.k == 2 else range(predictions.k)
    counts = predictions.class_counts
    made = np.array([float(counts[c] * (counts.sum() - counts[c])) for c in counted])
    won = [_area_of(predictions, c) * n if n else 0.0 for c, n in zip(counted, made, strict=True)]
    return Tally(won=np.array(won), made=made)


def _tally_by_class(predictions: Predictions) -> Tally:
    counts = predictions.class_counts
    return replace(_tally_of_areas(predictions), weight=counts if predictions.k > 2 else counts[1:])


def _tally_of_pairs(predictions: Predictions) -> Tally:
    """Pairs won and made by each two classes, the mean of both directions."""
    if predictions.k == 2:
        return _tally_of_areas(predictions)
    counts, wins = predictions.class_counts, predictions.pair_wins
    a, b = np.triu_indices(predictions.k, 1)
    return Tally(won=(wins[a, b] + wins[b, a]) / 2, made=counts[a] * counts[b])


def _tally_by_rows_of_pairs(predictions: Predictions) -> Tally:
    if predictions.k == 2:
        return _tally_of_areas(predictions)
    a, b = np.triu_indices(predictions.k, 1)
    return replace(_tally_of_pairs(predictions), weight=predictions.class_counts[a] + predictions.class_counts[b])


def _roc_auc_weighted(predictions: Predictions) -> float:
    each = areas(predictions)
    return float(each @ predictions.class_counts / predictions.class_counts.sum()) if each.size > 1 else float(each[0])


def pair_areas(predictions: Predictions) -> tuple[Array, Array]:
    """The area of each pair of classes, the mean of both directions, and how many rows are of the pair."""
    counts = predictions.class_counts
    if not counts.all():
        raise Undefined(f"ROC AUC is undefined: no row is {predictions.named(int(np.argmin(counts)))}.")
    directed = predictions.pair_wins / np.outer(counts, counts)
    a, b = np.triu_indices(predictions.k, 1)
    return (directed[a, b] + directed[b, a]) / 2, counts[a] + counts[b]


def _roc_auc_ovo(predictions: Predictions) -> float:
    return _roc_auc(predictions) if predictions.k == 2 else float(pair_areas(predictions)[0].mean())


def _roc_auc_ovo_weighted(predictions: Predictions) -> float:
    if predictions.k == 2:
        return _roc_auc(predictions)
    each, counts = pair_areas(predictions)
    return float(each @ counts / counts.sum())


def roc_auc(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
            **coding: Unpack[Coding]) -> float:
    """The area under the ROC curve; with more than two classes the mean over classes against the rest.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    return _roc_auc(scored(truth, scores, weights, **coding))


def roc_auc_weighted(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                     **coding: Unpack[Coding]) -> float:
    """The mean area of classes against the rest, each class counting as often as it is true.

    >>> roc_auc_weighted([0, 1, 1, 2], [[6, 3, 1], [2, 5, 3], [6, 3, 1], [1, 2, 7]])
    0.896
    """
    return _roc_auc_weighted(scored(truth, scores, weights, **coding))


def roc_auc_ovo(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                **coding: Unpack[Coding]) -> float:
    """The mean area over pairs of classes (Hand & Till's M).

    >>> roc_auc_ovo([0, 1, 1, 2], [[6, 3, 1], [2, 5, 3], [6, 3, 1], [1, 2, 7]])
    0.917
    """
    return _roc_auc_ovo(scored(truth, scores, weights, **coding))


def roc_auc_ovo_weighted(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                         **coding: Unpack[Coding]) -> float:
    """The mean area over pairs of classes, each pair counting as often as either is true.

    >>> roc_auc_ovo_weighted([0, 1, 1, 2], [[6, 3, 1], [2, 5, 3], [6, 3, 1], [1, 2, 7]])
    0.906
    """
    return _roc_auc_ovo_weighted(scored(truth, scores, weights, **coding))


def _metric(name: str, title: str, score: Callable[[Predictions], float], reference: str, **more: Any) -> Metric:
    return METRICS.add(Metric(
        name=name, title=title, task=Task.CLASSIFICATION, needs=Needs.SCORES, direction=Direction.MAXIMISE,
        bounds=(0.0, 1.0), score=score, reference=reference, idle=Idle.CONSTANT, **more,
    ))


ROC_AUC = _metric("roc_auc", "ROC AUC", _roc_auc, "Hanley & McNeil 1982", area=True, influence=influence_on_areas,
                  tally=_tally_of_areas)
ROC_AUC_WEIGHTED = _metric("roc_auc_weighted", "ROC AUC (weighted)", _roc_auc_weighted, "Hanley & McNeil 1982",
                           tally=_tally_by_class)
ROC_AUC_OVO = _metric("roc_auc_ovo", "ROC AUC (pairs)", _roc_auc_ovo, "Hand & Till 2001", tally=_tally_of_pairs)
ROC_AUC_OVO_WEIGHTED = _metric("roc_auc_ovo_weighted", "ROC AUC (pairs, weighted)", _roc_auc_ovo_weighted,
                               "Hand & Till 2001", tally=_tally_by_rows_of_pairs)
