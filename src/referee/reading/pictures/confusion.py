"""The confusion matrix of a learner: what the rows of each class were called, over its first pass."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array, Json, Task
from referee.reading.pictures.seen import seen
from referee.reading.scores import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Confusion:
    """Counts, or sums of weights, true class by the class said."""

    learner: str
    classes: tuple[str, ...]
    counts: Array
    n_rows: int
    weighted: bool

    @property
    def shares(self) -> Array:
        """Of the rows of each true class; 0 where there is none."""
        total = self.counts.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(self.counts, total, out=np.zeros_like(self.counts), where=total > 0))

    def to_dict(self) -> Json:
        """For JSON."""
        return {"learner": self.learner, "classes": list(self.classes), "rows": self.n_rows, "weighted": self.weighted,
                "counts": self.counts.tolist(), "shares": self.shares.tolist()}


def confusion_of(table: ScoreTable, learner: str) -> Confusion:
    """What a learner took the rows of each class for."""
    if table.problem.task is not Task.CLASSIFICATION:
        raise BadInput(f"a confusion matrix is of classes, and {table.problem.name} is a regression problem; "
                       f"ask for residuals.")
    said = seen(table, learner).predictions
    names = tuple(str(label) for label in said.classes or range(said.k))
    return Confusion(learner=learner, classes=names, counts=said.confusion, n_rows=said.n_rows,
                     weighted=said.weights is not None)
