"""Precision, recall, specificity, Jaccard and F of more than two classes, each class against the rest.

Three means, as in scikit-learn. Macro: of the classes' values, over classes that occur in truth or in what was said.
Weighted: the same, each class counting as often as it is true. Micro: one value from the summed counts of all classes;
with one label a row, micro precision, recall and F are accuracy. Unlike there, 0/0 in a class that counts raises
`Undefined` with its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import Metric
from referee.metrics.answers import right
from referee.metrics.of_tables import OfTable, tallies_of
from referee.metrics.predictions import Predictions
from referee.spec import format_spec

BINARY, MACRO, MICRO, WEIGHTED = "binary", "macro", "micro", "weighted"
AVERAGES = (BINARY, MACRO, MICRO, WEIGHTED)
Parts = Callable[[Array, Array, Array, Any], tuple[Array, Array]]     # right, true, said, all → part and whole
SAME_AS_ACCURACY = {("precision", MICRO), ("recall", MICRO), ("recall", WEIGHTED), ("fbeta", MICRO)}


def of_precision(right: Array, _true: Array, said: Array, _all: Any) -> tuple[Array, Array]:
    """Rows called so that are, among rows called so."""
    return right, said


def of_recall(right: Array, true: Array, _said: Array, _all: Any) -> tuple[Array, Array]:
    """Rows that are and were called so, among rows that are."""
    return right, true


def of_specificity(right: Array, true: Array, said: Array, all_: Any) -> tuple[Array, Array]:
    """Rows that are not and were not called so, among rows that are not."""
    return all_ - true - said + right, all_ - true


def of_jaccard(right: Array, true: Array, said: Array, _all: Any) -> tuple[Array, Array]:
    """Rows that are and were called so, among rows that are either."""
    return right, true + said - right


def of_fbeta(beta: float) -> Parts:
    """Precision and recall together, recall counting beta² times."""
    b = beta * beta
    return lambda right, true, said, _all: ((1 + b) * right, b * true + said)


def check_average(average: str) -> None:
    """Refuse a mean that nobody knows."""
    if average not in AVERAGES:
        raise BadInput(f"average must be one of {', '.join(AVERAGES)}; not {average!r}.")


def averaged(name: str, parts: Parts, average: str) -> OfTable:
    """The score of all classes together."""

    def score(predictions: Predictions) -> float:
        right, true, said = predictions.tallies
        part, whole = parts(right, true, said, float(true.sum()))
        if average == MICRO:
            return float(part.sum() / whole.sum())
        counts = (true + said > 0) if average == MACRO else true > 0
        if (empty := np.flatnonzero(counts & (whole <= 0))).size:
            raise Undefined(f"{average} {name} is undefined: {_why(predictions, int(empty[0]), said, true)}.")
        values = part[counts] / whole[counts]
        return float(values.mean() if average == MACRO else values @ true[counts] / true.sum())

    def scores(tables: Array) -> Array:
        right, true, said = tallies_of(tables)
        part, whole = parts(right, true, said, true.sum(axis=1, keepdims=True))
        if average == MICRO:
            return np.asarray(part.sum(axis=1) / whole.sum(axis=1))
        values = part / whole
        means = values.mean(axis=1) if average == MACRO else np.vecdot(values, true) / true.sum(axis=1)
        counts = (true + said > 0) if average == MACRO else true > 0
        return np.where((counts & (whole > 0)).all(axis=1), means, np.nan)      # with all classes the sums are the same

    return OfTable(score, scores)


def _why(predictions: Predictions, c: int, said: Array, true: Array) -> str:
    named = predictions.named(c)
    if said[c] <= 0:
        return f"{named} occurs and was never predicted"
    return f"{named} was predicted and never occurs" if true[c] <= 0 else f"every row is {named}"


def averaged_metric(family: str, title: str, parts: Parts, average: str, **said: object) -> Metric:
    """The named metric; `said` are further parameters of the family."""
    as_accuracy = (family, average) in SAME_AS_ACCURACY
    return Metric(
        name=format_spec(family, {**said, "average": average}), title=f"{title} ({average})",
        task=Task.CLASSIFICATION, needs=Needs.LABELS, direction=Direction.MAXIMISE, bounds=(0.0, 1.0),
        score=averaged(title, parts, average), per_row=right if as_accuracy else None, proportion=as_accuracy)
