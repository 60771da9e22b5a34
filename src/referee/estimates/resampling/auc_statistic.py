"""The area under the ROC curve as a statistic to resample: sort once, then only counts change.

AUC = Σ over scores of (positives there) × (negatives below + half of those tied) / (positives × negatives).
"""

from __future__ import annotations

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.quantiles import numbers
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.resampling.statistic_parts import AucPart
from referee.given import door
from referee.kinds import Array


@door
def auc_statistic(truth: Array, scores: Array) -> Statistic:
    """The share of (positive, negative) pairs in the right order, ties half; `truth` is 1 for positives.

    >>> auc_statistic([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).observed
    0.75
    """
    scores = numbers(scores, "scores")
    positive = np.asarray(truth)
    if positive.shape != scores.shape or not np.isin(positive, (0, 1)).all():
        raise BadInput("truth must be 0 or 1 for each score.")
    positive = positive.astype(bool)
    if positive.all() or not positive.any():
        raise Undefined("the AUC needs both classes; all rows are of one.")
    distinct, place = np.unique(scores, return_inverse=True)
    # positives of distinct score j are cell 2j + 1, negatives cell 2j; cells nobody is in are left out
    used, cells = np.unique(2 * place + positive, return_inverse=True)
    fewest = int(min(positive.sum(), (~positive).sum()))
    return Statistic(cells=cells, n_cells=used.size, scores=_AucOfCounts(used, distinct.size), cases=fewest,
                     parts=(AucPart(place=cells, positive=positive, score=place),))


class _AucOfCounts:
    """AUCs from counts of the used cells, in the order of their scores."""

    def __init__(self, used: Array, n_distinct: int) -> None:
        self.positive = np.flatnonzero(used % 2)
        # cells whose next one has the same score: a negative, with its tied positive after it
        self.tied = np.flatnonzero(np.diff(used // 2) == 0) if used.size > n_distinct else np.array([], dtype=np.int64)

    def __call__(self, counts: Array) -> Array:
        positives, upto = counts[:, self.positive].astype(float), counts.cumsum(axis=1, dtype=float)
        hits = positives.cumsum(axis=1)
        m, total = hits[:, -1], upto[:, -1]
        below = upto[:, self.positive] - hits                        # negatives up to each positive
        wins = np.einsum("bi,bi->b", positives, below)
        if self.tied.size:                                           # tied negatives were counted whole
            wins -= 0.5 * np.einsum("bi,bi->b", counts[:, self.tied], counts[:, self.tied + 1], dtype=float)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(wins / (m * (total - m)))
