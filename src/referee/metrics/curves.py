"""The ROC curve, and the area under its left part.

Partial area: up to a false positive rate, standardised so that guessing gives ½ and perfection 1; McClish (1989).
Every distinct score is a threshold; no point is dropped. For two classes; truth may be codes or any two labels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task, frozen_array
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.ranked import Ranked
from referee.metrics.tally import Tally
from referee.metrics.vectors import Coding, scored
from referee.spec import format_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Roc:
    """Rates when every row with at least the threshold's score is called positive, from none to all."""

    false_positive_rate: Array
    true_positive_rate: Array
    thresholds: Array


def _roc(ranked: Ranked) -> Roc:
    hits, misses = ranked.total_hits, ranked.total - ranked.total_hits
    if hits <= 0 or misses <= 0:
        raise Undefined("a ROC curve is undefined when all rows are of one class.")
    thresholds, taken, found = ranked.at_thresholds
    return Roc(
        true_positive_rate=frozen_array(np.concatenate([[0.0], found / hits])),
        false_positive_rate=frozen_array(np.concatenate([[0.0], (taken - found) / misses])),
        thresholds=frozen_array(np.concatenate([[np.inf], thresholds])),
    )


def roc_curve(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
              **coding: Unpack[Coding]) -> Roc:
    """The ROC curve of class 1 against class 0.

    >>> roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).true_positive_rate
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    predictions = scored(truth, scores, weights, **coding)
    if predictions.k != 2:
        raise Undefined(f"a ROC curve is for two classes, not for {predictions.k}.")
    return _roc(predictions.ranked(1))


def _partial_auc(max_fpr: float) -> Callable[[Predictions], float]:
    if not 0 < max_fpr <= 1:
        raise BadInput(f"max_fpr must be above 0 and at most 1, not {max_fpr}.")

    def score(predictions: Predictions) -> float:
        if predictions.k != 2:
            raise Undefined(f"partial AUC is for two classes, not for {predictions.k}.")
        roc = _roc(predictions.ranked(1))
        fpr, tpr = roc.false_positive_rate, roc.true_positive_rate
        stop = int(np.searchsorted(fpr, max_fpr, side="right"))
        end = float(np.interp(max_fpr, fpr[stop - 1: stop + 1], tpr[stop - 1: stop + 1]))
        x, y = np.append(fpr[:stop], max_fpr), np.append(tpr[:stop], end)
        part = float(np.diff(x) @ (y[1:] + y[:-1])) / 2
        guessing = max_fpr**2 / 2
        return min(0.5 * (1 + (part - guessing) / (max_fpr - guessing)), 1.0)

    return score


def partial_auc(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                max_fpr: float = 0.1, **coding: Unpack[Coding]) -> float:
    """The area under the ROC curve up to a false positive rate, standardised: ½ is guessing.

    >>> partial_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], max_fpr=0.5)
    0.667
    """
    return _partial_auc(max_fpr)(scored(truth, scores, weights, **coding))


def partial_auc_metric(max_fpr: float = 0.1) -> Metric:
    """Partial AUC up to a false positive rate."""
    score = _partial_auc(max_fpr)

    def tally(predictions: Predictions) -> Tally:
        made = np.array([predictions.class_counts.prod()])
        return Tally(won=made * (score(predictions) if made.all() else 0.0), made=made)

    lowest = 0.5 * (1 - max_fpr / (2 - max_fpr))     # an area of 0, standardised
    return Metric(name=format_spec("partial_auc", {} if max_fpr == 0.1 else {"max_fpr": max_fpr}),
                  title=f"ROC AUC up to false positive rate {max_fpr:.3g}", score=score, tally=tally,
                  bounds=(lowest, 1.0), task=Task.CLASSIFICATION, needs=Needs.SCORES, direction=Direction.MAXIMISE,
                  binary_only=True, symmetric=False, reference="McClish 1989")


PARTIAL_AUC = METRICS.add(partial_auc_metric())
FAMILIES.add(Family(name="partial_auc", make=partial_auc_metric))
