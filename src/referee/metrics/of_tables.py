"""Scores of labels that are functions of a confusion table: of one, or of many tables at once.

A study asks for them thousands of times: of each test part, and of a table a little to each side for a slope. One
table of two by two costs a dozen calls on arrays of two numbers, which is what a thousand tables cost together. Both
ways give the very same number; where `many` has none (a class that does not occur, 0/0) it says NaN, and the table is
asked by itself: that is the way which knows the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array
from referee.metrics.predictions import TABLE, Predictions


@dataclass(frozen=True, slots=True)
class OfTable:
    """A score of one set of predictions, and the same of many confusion tables, (m, k, k) to (m,)."""

    one: Callable[[Predictions], float]
    many: Callable[[Array], Array]

    def __call__(self, predictions: Predictions) -> float:
        """The score."""
        return self.one(predictions)


def of_many(score: Callable[[Predictions], float], tables: Array) -> Array | None:
    """The score of each table, NaN where it has to be asked by itself; None where all have to.

    >>> from referee.metrics import METRICS
    >>> of_many(METRICS["f1"].score, np.array([[[2.0, 1.0], [0.0, 3.0]], [[4.0, 0.0], [0.0, 0.0]]]))
    array([0.857,   nan])
    """
    if not isinstance(score, OfTable) or tables.shape[-1] > TABLE:
        return None
    with np.errstate(all="ignore"):
        return score.many(tables)


def tallies_of(tables: Array) -> tuple[Array, Array, Array]:
    """For each table and class the counts of rows called so rightly, of rows that are, and of rows called so."""
    right = np.ascontiguousarray(np.diagonal(tables, axis1=1, axis2=2))
    return right, tables.sum(axis=2), tables.sum(axis=1)
