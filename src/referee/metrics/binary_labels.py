"""How well one class, class 1, is told from the other: precision, recall, specificity and F.

van Rijsbergen (1979) for F; cells as in the usual table: predicted positive and truly negative is a FALSE
POSITIVE (Guo's table 4.1 swaps the two errors). 0/0 raises `Undefined`, as when nothing was called positive.
For two classes only; every function takes labels of any kind, the later in sorted order is class 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import labelled
from referee.spec import format_spec


class Cells(NamedTuple):
    """Weighted counts of the four outcomes."""

    tn: float
    fp: float
    fn: float
    tp: float


def cells(predictions: Predictions) -> Cells:
    """True negatives, false positives, false negatives, true positives."""
    if predictions.k != 2:
        raise Undefined(f"this number is for two classes, not for {predictions.k}.")
    return Cells(*(float(count) for count in predictions.confusion.ravel()))


def _share(part: float, whole: float, sentence: str) -> float:
    if whole <= 0:
        raise Undefined(sentence)
    return part / whole


def _precision(predictions: Predictions) -> float:
    c = cells(predictions)
    return _share(c.tp, c.tp + c.fp, "precision is undefined: no row was predicted positive.")


def _recall(predictions: Predictions) -> float:
    c = cells(predictions)
    return _share(c.tp, c.tp + c.fn, "recall is undefined: no row is positive.")


def _specificity(predictions: Predictions) -> float:
    c = cells(predictions)
    return _share(c.tn, c.tn + c.fp, "specificity is undefined: no row is negative.")


def _jaccard(predictions: Predictions) -> float:
    c = cells(predictions)
    return _share(c.tp, c.tp + c.fp + c.fn, "Jaccard is undefined: no row is positive and none was predicted so.")


def _fbeta(beta: float) -> Callable[[Predictions], float]:
    if not 0 < beta < float("inf"):
        raise BadInput(f"beta must be above 0, not {beta}; 1 weighs precision and recall alike.")

    def score(predictions: Predictions) -> float:
        c, b = cells(predictions), beta * beta
        return _share((1 + b) * c.tp, (1 + b) * c.tp + b * c.fn + c.fp,
                      "F is undefined: no row is positive and none was predicted so.")

    return score


def precision(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The share of rows called positive that are.

    >>> precision([0, 0, 1, 1], [0, 1, 1, 1])
    0.667
    """
    return _precision(labelled(truth, said, weights))


def recall(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The share of positive rows that were called so.

    >>> recall([0, 0, 1, 1], [0, 1, 1, 0])
    0.5
    """
    return _recall(labelled(truth, said, weights))


def specificity(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The share of negative rows that were called so.

    >>> specificity([0, 0, 1, 1], [0, 1, 1, 0])
    0.5
    """
    return _specificity(labelled(truth, said, weights))


def jaccard(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Rows positive and called so, among the rows that are either.

    >>> jaccard([0, 0, 1, 1], [0, 1, 1, 0])
    0.333
    """
    return _jaccard(labelled(truth, said, weights))


def fbeta(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
          beta: float = 2.0) -> float:
    """The harmonic mean of precision and recall in which recall counts beta² times.

    >>> fbeta([0, 0, 1, 1], [0, 1, 1, 1], beta=2)
    0.909
    """
    return _fbeta(beta)(labelled(truth, said, weights))


def f1(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The harmonic mean of precision and recall.

    >>> f1([0, 0, 1, 1], [0, 1, 1, 1])
    0.8
    """
    return _fbeta(1.0)(labelled(truth, said, weights))


def _metric(name: str, title: str, score: Callable[[Predictions], float], reference: str = "") -> Metric:
    return Metric(name=name, title=title, score=score, task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MAXIMISE, bounds=(0.0, 1.0), binary_only=True, symmetric=False,
                  reference=reference)


def fbeta_metric(beta: float = 2.0) -> Metric:
    """F with recall counting beta² times."""
    return _metric(format_spec("fbeta", {"beta": beta}), f"F{beta:g}", _fbeta(beta), "van Rijsbergen 1979")


PRECISION = METRICS.add(_metric("precision", "precision", _precision))
RECALL = METRICS.add(_metric("recall", "recall", _recall))
SPECIFICITY = METRICS.add(_metric("specificity", "specificity", _specificity))
JACCARD = METRICS.add(_metric("jaccard", "Jaccard", _jaccard))
F1 = METRICS.add(_metric("f1", "F1", _fbeta(1.0), "van Rijsbergen 1979"))
FBETA = FAMILIES.add(Family(name="fbeta", make=fbeta_metric))
