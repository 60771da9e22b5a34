"""How often, and how evenly over the classes, the predicted label was the true one.

Balanced accuracy: Brodersen et al. (2010). Matthews correlation for k classes: Gorodkin (2004), eq. 8.
Where a mean over classes is taken it runs over the classes that occur, in truth or in what was said for F1,
in truth for balanced accuracy, as in scikit-learn. Unlike there, 0/0 raises `Undefined` instead of giving 0.
The positive class of two is class 1. Every function takes labels of any kind, see `vectors.labelled`.
"""

from __future__ import annotations

import math
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric, mean_of
from referee.metrics.answers import right, wrong
from referee.metrics.averages import MACRO, WEIGHTED, averaged, of_fbeta, of_jaccard, of_precision
from referee.metrics.of_tables import OfTable, tallies_of
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, labelled


def _accuracy(predictions: Predictions) -> float:
    right, true, _ = predictions.tallies
    return float(right.sum() / true.sum())


def _accuracies(tables: Array) -> Array:
    right, true, _ = tallies_of(tables)
    found: Array = right.sum(axis=1) / true.sum(axis=1)
    return found


def _balanced_accuracy(predictions: Predictions) -> float:
    right, true, _ = predictions.tallies
    present = true > 0
    return float((right[present] / true[present]).mean())


def _balanced_accuracies(tables: Array) -> Array:
    right, true, _ = tallies_of(tables)
    return np.where((true > 0).all(axis=1), (right / true).mean(axis=1), np.nan)


_f1_macro = averaged("F1", of_fbeta(1.0), MACRO)
_f1_weighted = averaged("F1", of_fbeta(1.0), WEIGHTED)
_jaccard_macro = averaged("Jaccard", of_jaccard, MACRO)
_precision_macro = averaged("precision", of_precision, MACRO)


def _mcc(predictions: Predictions) -> float:
    for whose, counts in zip(("true", "predicted"), predictions.tallies[1:], strict=True):
        if np.count_nonzero(counts) < 2:
            raise Undefined(f"Matthews correlation is undefined: every {whose} label is the same.")
    shares = np.stack(predictions.tallies)
    right, true, told = shares / shares[1].sum()        # shares: products of counts would lose digits
    spread_true, spread_told = 1 - true @ true, 1 - told @ told
    value = (right.sum() - true @ told) / math.sqrt(spread_true * spread_told)
    return float(min(max(value, -1.0), 1.0))


def _mccs(tables: Array) -> Array:
    right, true, told = tallies_of(tables)
    all_ = true.sum(axis=1, keepdims=True)
    right, true, told = right / all_, true / all_, told / all_
    spreads = (1 - np.vecdot(true, true)) * (1 - np.vecdot(told, told))
    values = np.clip((right.sum(axis=1) - np.vecdot(true, told)) / np.sqrt(spreads), -1.0, 1.0)
    both = (np.count_nonzero(true, axis=1) > 1) & (np.count_nonzero(told, axis=1) > 1)
    return np.where(both, values, np.nan)


_of_accuracy = OfTable(_accuracy, _accuracies)


def accuracy(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
             **coding: Unpack[Coding]) -> float:
    """The share of rows whose label was right.

    >>> accuracy(["cat", "dog", "dog"], ["cat", "cat", "dog"])
    0.667
    """
    return _accuracy(labelled(truth, said, weights, **coding))


def error_rate(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
               **coding: Unpack[Coding]) -> float:
    """The share of rows whose label was wrong.

    >>> error_rate([0, 1, 1], [0, 0, 1])
    0.333
    """
    return mean_of(wrong)(labelled(truth, said, weights, **coding))


def balanced_accuracy(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                      **coding: Unpack[Coding]) -> float:
    """The mean over classes of the share of their rows that were recognised.

    >>> balanced_accuracy([0, 0, 0, 1], [0, 0, 0, 0])
    0.5
    """
    return _balanced_accuracy(labelled(truth, said, weights, **coding))


def f1_macro(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
             **coding: Unpack[Coding]) -> float:
    """The mean of the classes' F1.

    >>> f1_macro([0, 0, 1, 2], [0, 0, 1, 1])
    0.556
    """
    return _f1_macro(labelled(truth, said, weights, **coding))


def f1_micro(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
             **coding: Unpack[Coding]) -> float:
    """F1 of all classes' counts together; with one label a row this is accuracy.

    >>> f1_micro([0, 0, 1, 2], [0, 0, 1, 1])
    0.75
    """
    return _accuracy(labelled(truth, said, weights, **coding))


def precision_macro(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                    **coding: Unpack[Coding]) -> float:
    """The mean of the classes' precision; Undefined when a class that occurs was never predicted.

    >>> precision_macro([0, 0, 1, 1], [0, 1, 1, 1])
    0.833
    """
    return _precision_macro(labelled(truth, said, weights, **coding))


def jaccard_macro(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                  **coding: Unpack[Coding]) -> float:
    """The mean over classes of rows that are and were called so, among rows that are either.

    >>> jaccard_macro([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    return _jaccard_macro(labelled(truth, said, weights, **coding))


def f1_weighted(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                **coding: Unpack[Coding]) -> float:
    """The mean of the classes' F1, each class counting as often as it is true.

    >>> f1_weighted([0, 0, 1, 2], [0, 0, 1, 1])
    0.667
    """
    return _f1_weighted(labelled(truth, said, weights, **coding))


def mcc(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
        **coding: Unpack[Coding]) -> float:
    """Matthews correlation: of true with predicted labels, for any number of classes.

    >>> mcc([0, 0, 1, 1], [0, 0, 1, 0])
    0.577
    """
    return _mcc(labelled(truth, said, weights, **coding))


def _metric(name: str, title: str, score: object, **more: object) -> Metric:
    """A metric on labels between 0 and 1, higher is better, unless told otherwise."""
    fields = {"task": Task.CLASSIFICATION, "needs": Needs.LABELS, "direction": Direction.MAXIMISE,
              "bounds": (0.0, 1.0), **more}
    return METRICS.add(Metric(name=name, title=title, score=score, **fields))  # type: ignore[arg-type]


ACCURACY = _metric("accuracy", "accuracy", _of_accuracy, per_row=right, proportion=True, idle=Idle.CONSTANT)
ERROR_RATE = _metric("error_rate", "error rate", mean_of(wrong), per_row=wrong, proportion=True,
                     direction=Direction.MINIMISE, idle=Idle.CONSTANT)
BALANCED_ACCURACY = _metric("balanced_accuracy", "balanced accuracy",
                            OfTable(_balanced_accuracy, _balanced_accuracies), idle=Idle.CONSTANT,
                            reference="Brodersen et al. 2010")
F1_MACRO = _metric("f1_macro", "F1 (macro)", _f1_macro)
F1_MICRO = _metric("f1_micro", "F1 (micro)", _of_accuracy, per_row=right, proportion=True, idle=Idle.CONSTANT)
PRECISION_MACRO = _metric("precision_macro", "precision (macro)", _precision_macro)
JACCARD_MACRO = _metric("jaccard_macro", "Jaccard (macro)", _jaccard_macro)
F1_WEIGHTED = _metric("f1_weighted", "F1 (weighted)", _f1_weighted)
MCC = _metric("mcc", "Matthews correlation", OfTable(_mcc, _mccs), bounds=(-1.0, 1.0), idle=Idle.ZERO,
              reference="Matthews 1975; Gorodkin 2004")
