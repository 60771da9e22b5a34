"""What a model said about some rows, next to what was true; work that metrics share is done once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, Needs


@dataclass(frozen=True, kw_only=True, eq=False)
class Predictions:
    """Truth and what was said, row by row.

    Classification: `truth` and `labels` are class codes 0 … n_classes-1, `probabilities` is
    (n, n_classes), `scores` is (n,) for two classes (higher means class 1) or (n, n_classes).
    Regression: `n_classes` is None, `truth` and `values` are (n,) or (n, targets).
    A weight of w means that the row stands there w times.
    """

    truth: Array
    n_classes: int | None = None
    labels: Array | None = None
    scores: Array | None = None
    probabilities: Array | None = None
    values: Array | None = None
    weights: Array | None = None
    prior: Array | None = None        # class shares of the rows trained on, for information metrics

    @property
    def n_rows(self) -> int:
        """How many rows were predicted."""
        return int(self.truth.shape[0])

    def said(self, needs: Needs) -> Array:
        """What the model said of the kind asked for, or Undefined when it said nothing of the kind."""
        said: Array | None = {
            Needs.LABELS: self.labels,
            Needs.SCORES: self.ordering,
            Needs.PROBABILITIES: self.probabilities,
            Needs.VALUES: self.values,
        }[needs]
        if said is None:
            raise Undefined(f"the model gave no {needs.value}.")
        return said

    @cached_property
    def ordering(self) -> Array | None:
        """Scores to order rows by: the model's own, or its probabilities; (n,) for two classes."""
        if self.scores is not None:
            return self.scores
        if self.probabilities is not None:
            return self.probabilities[:, 1] if self.n_classes == 2 else self.probabilities
        return None

    @cached_property
    def weight(self) -> Array:
        """One weight a row: the given ones, or ones."""
        return np.ones(self.n_rows) if self.weights is None else np.asarray(self.weights, dtype=float)

    @cached_property
    def confusion(self) -> Array:
        """Weighted counts, true class by predicted class."""
        k = self.n_classes
        if k is None:
            raise Undefined("a confusion table needs classes.")
        cells = self.truth.astype(np.int64) * k + self.said(Needs.LABELS)
        return np.bincount(cells, weights=self.weights, minlength=k * k).reshape(k, k).astype(float)
