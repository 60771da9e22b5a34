"""ROC AUC: how well scores put the rows of a class before the others.

P(score of a positive > score of a negative) + ½ P(equal); Hanley & McNeil (1982). More than two classes:
each class against the rest, by its own score, and the plain mean (`roc_auc`) or the mean weighted by how
often the class is true (`roc_auc_weighted`); a class that is missing from truth makes it `Undefined`.
Truth may be codes 0 … k-1 or any k labels, in the sorted order of which the columns stand.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.ranked import Ranked
from referee.metrics.vectors import scored


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
    if predictions.k == 2:
        return np.array([area(predictions.ranked(1))])
    return np.array([area(predictions.ranked(c), f"class {c}") for c in range(predictions.k)])


def _roc_auc(predictions: Predictions) -> float:
    return float(areas(predictions).mean())


def roc_auc(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The area under the ROC curve; with more than two classes the mean over classes against the rest.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    return _roc_auc(scored(truth, scores, weights))


ROC_AUC = METRICS.add(Metric(
    name="roc_auc", title="ROC AUC", task=Task.CLASSIFICATION, needs=Needs.SCORES, direction=Direction.MAXIMISE,
    bounds=(0.0, 1.0), score=_roc_auc, reference="Hanley & McNeil 1982",
))
