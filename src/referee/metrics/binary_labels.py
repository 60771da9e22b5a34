"""How well one class, class 1, is told from the other: precision, recall, specificity and F.

van Rijsbergen (1979) for F; cells as in the usual table: predicted positive and truly negative is a FALSE
POSITIVE (Guo's table 4.1 swaps the two errors). 0/0 raises `Undefined`, as when nothing was called positive.
For two classes, the later in sorted order being class 1; for more, `average` says how the classes, each against the
rest, are put together (see `averages`). Every function takes labels of any kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.averages import (
    BINARY,
    Parts,
    averaged,
    averaged_metric,
    check_average,
    of_fbeta,
    of_jaccard,
    of_precision,
    of_recall,
    of_specificity,
)
from referee.metrics.of_tables import OfTable
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, labelled
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


def _of_cells(parts: Callable[[Any], tuple[Any, Any]], sentence: str) -> OfTable:
    """A share of rows in other rows, both told by the four cells."""

    def one(predictions: Predictions) -> float:
        return _share(*parts(cells(predictions)), sentence)

    def many(tables: Array) -> Array:
        if tables.shape[1] != 2:
            return np.full(len(tables), np.nan)
        part, whole = parts(Cells(*tables.reshape(-1, 4).T))
        return np.where(whole > 0, part / whole, np.nan)

    return OfTable(one, many)


_precision = _of_cells(lambda c: (c.tp, c.tp + c.fp), "precision is undefined: no row was predicted positive.")
_recall = _of_cells(lambda c: (c.tp, c.tp + c.fn), "recall is undefined: no row is positive.")
_specificity = _of_cells(lambda c: (c.tn, c.tn + c.fp), "specificity is undefined: no row is negative.")
_jaccard = _of_cells(lambda c: (c.tp, c.tp + c.fp + c.fn),
                     "Jaccard is undefined: no row is positive and none was predicted so.")


def _fbeta(beta: float) -> OfTable:
    if not 0 < beta < float("inf"):
        raise BadInput(f"beta must be above 0, not {beta}; 1 weighs precision and recall alike.")

    b = beta * beta
    return _of_cells(lambda c: ((1 + b) * c.tp, (1 + b) * c.tp + b * c.fn + c.fp),
                     "F is undefined: no row is positive and none was predicted so.")


SCORES: dict[str, tuple[str, Callable[[Predictions], float], Parts]] = {
    "precision": ("precision", _precision, of_precision), "recall": ("recall", _recall, of_recall),
    "specificity": ("specificity", _specificity, of_specificity), "jaccard": ("Jaccard", _jaccard, of_jaccard),
}


def _asked(name: str, average: str) -> Callable[[Predictions], float]:
    check_average(average)
    title, binary, parts = SCORES[name]
    return binary if average == BINARY else averaged(title, parts, average)


def precision(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
              average: str = BINARY, **coding: Unpack[Coding]) -> float:
    """The share of rows called positive that are.

    >>> precision([0, 0, 1, 1], [0, 1, 1, 1])
    0.667
    """
    return _asked("precision", average)(labelled(truth, said, weights, **coding))


def recall(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
           average: str = BINARY, **coding: Unpack[Coding]) -> float:
    """The share of positive rows that were called so.

    >>> recall([0, 0, 1, 1], [0, 1, 1, 0])
    0.5
    """
    return _asked("recall", average)(labelled(truth, said, weights, **coding))


def specificity(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                average: str = BINARY, **coding: Unpack[Coding]) -> float:
    """The share of negative rows that were called so.

    >>> specificity([0, 0, 1, 1], [0, 1, 1, 0])
    0.5
    """
    return _asked("specificity", average)(labelled(truth, said, weights, **coding))


def jaccard(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
            average: str = BINARY, **coding: Unpack[Coding]) -> float:
    """Rows positive and called so, among the rows that are either.

    >>> jaccard([0, 0, 1, 1], [0, 1, 1, 0])
    0.333
    """
    return _asked("jaccard", average)(labelled(truth, said, weights, **coding))


def fbeta(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
          beta: float = 2.0, average: str = BINARY, **coding: Unpack[Coding]) -> float:
    """The harmonic mean of precision and recall in which recall counts beta² times.

    >>> fbeta([0, 0, 1, 1], [0, 1, 1, 1], beta=2)
    0.909
    """
    score = _fbeta(beta)
    check_average(average)
    predictions = labelled(truth, said, weights, **coding)
    return (score if average == BINARY else averaged("F", of_fbeta(beta), average))(predictions)


def f1(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
       **coding: Unpack[Coding]) -> float:
    """The harmonic mean of precision and recall.

    >>> f1([0, 0, 1, 1], [0, 1, 1, 1])
    0.8
    """
    return _fbeta(1.0)(labelled(truth, said, weights, **coding))


def _metric(name: str, title: str, score: Callable[[Predictions], float], reference: str = "") -> Metric:
    return Metric(name=name, title=title, score=score, task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MAXIMISE, bounds=(0.0, 1.0), binary_only=True, symmetric=False,
                  reference=reference)


def fbeta_metric(beta: float = 2.0, average: str = BINARY) -> Metric:
    """F with recall counting beta² times; of more classes as macro, micro or weighted average."""
    score = _fbeta(beta)
    check_average(average)
    if average != BINARY:
        return averaged_metric("fbeta", f"F{beta:g}", of_fbeta(beta), average, beta=beta)
    return _metric(format_spec("fbeta", {"beta": beta}), f"F{beta:g}", score, "van Rijsbergen 1979")


def _register(name: str, summary: str) -> Metric:
    """The score of class 1 of two under its name, and the family of the means over more classes."""
    title, binary, parts = SCORES[name]
    usual = METRICS.add(_metric(name, title, binary))

    def make(average: str = BINARY) -> Metric:
        check_average(average)
        return usual if average == BINARY else averaged_metric(name, title, parts, average)

    make.__doc__ = f"{summary}; of more classes as macro, micro or weighted average."
    FAMILIES.add(Family(name=name, make=make))
    return usual


PRECISION = _register("precision", "the share of rows called so that are")
RECALL = _register("recall", "the share of rows that are so and were called so")
SPECIFICITY = _register("specificity", "the share of rows that are not so and were not called so")
JACCARD = _register("jaccard", "rows that are so and were called so, among rows that are either")
F1 = METRICS.add(_metric("f1", "F1", _fbeta(1.0), "van Rijsbergen 1979"))
FBETA = FAMILIES.add(Family(name="fbeta", make=fbeta_metric))
