"""Precision, recall and F1 of every class by itself, which averages hide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

import numpy.typing as npt

from referee.metrics.vectors import Coding, labelled
from referee.written import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassScores(Written):
    """One class: None where a score does not exist, because it never occurs or was never predicted."""

    label: Any
    rows: float                 # how often it is true, weights counted
    precision: float | None
    recall: float | None
    f1: float | None

    def __str__(self) -> str:
        told = ", ".join(f"{name} {'undefined' if score is None else f'{score:.3f}'}" for name, score in
                         (("precision", self.precision), ("recall", self.recall), ("F1", self.f1)))
        return f"{self.label}: {told}, {self.rows:g} row{'s' * (self.rows != 1)}."


def per_class(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
              **coding: Unpack[Coding]) -> tuple[ClassScores, ...]:
    """The scores of each class, in the order of the classes.

    >>> for one in per_class(["a", "b", "b", "c"], ["a", "b", "a", "b"]):
    ...     print(one)
    a: precision 0.500, recall 1.000, F1 0.667, 1 row.
    b: precision 0.500, recall 0.500, F1 0.500, 2 rows.
    c: precision undefined, recall 0.000, F1 0.000, 1 row.
    """
    predictions = labelled(truth, said, weights, **coding)
    right, true, told = (counts.tolist() for counts in predictions.tallies)
    classes = predictions.classes or tuple(range(predictions.k))
    return tuple(ClassScores(label=label, rows=t, precision=r / p if p else None, recall=r / t if t else None,
                             f1=2 * r / (t + p) if t + p else None)
                 for label, r, t, p in zip(classes, right, true, told, strict=True))
