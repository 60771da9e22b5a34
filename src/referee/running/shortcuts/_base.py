"""What a shortcut is: predictions for many left-out parts at once, each with a word on whether to trust it.

A shortcut is used for a part only where its result equals that of a refit to 1e-8. Where the arithmetic
would lose more than that (a singular system, a tie that rounding would break, a class left out whole),
the part is not `sure` and is refitted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from referee.kinds import Array

LOSS = 1e6          # how much a system may amplify rounding errors: 1e6 · 2e-16 leaves two digits to spare to 1e-8
NEGLIGIBLE = -100.0     # log-odds of a class whose probability is nil, however rounded
MARGIN = 1e-7       # log-odds below which rounding could decide between two classes
IDLE = frozenset({"n_jobs", "copy_X", "random_state", "leaf_size", "store_covariance"})     # never change a prediction


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """A model that was recognised, and the rows in the form that it is fitted on."""

    model: Any              # unfitted, of a class known exactly
    scaled: bool            # behind a StandardScaler that is fitted on the training rows
    X: Array                # (n, d), float64, finite
    y: Array                # class codes in the order of the model's classes, or values (n, targets)
    n_classes: int          # 0 in regression

    def settings(self, *understood: str) -> dict[str, Any] | None:
        """The parameters; None where one that is not understood differs from its default."""
        given = self.model.get_params(deep=False)
        usual = type(self.model)().get_params(deep=False)
        odd = {name for name in given if given[name] is not usual[name] and given[name] != usual[name]}
        return given if odd <= set(understood) | IDLE else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartPredictions:
    """Predictions for s parts of m rows each."""

    sure: Array                             # (s,): whether each part's predictions equal those of a refit
    values: Array | None = None             # (s, m, targets)
    probabilities: Array | None = None      # (s, m, classes)
    labels: Array | None = None             # (s, m)


class Shortcut(ABC):
    """One learner on one problem, ready to say what a model without some rows would say of them."""

    fewest: int = 5         # parts in a plan from which it pays

    @abstractmethod
    def leave_out(self, tests: Array) -> PartPredictions:
        """Predict each part by a model of all other rows; `tests` holds s parts of m row numbers."""

    @abstractmethod
    def numbers_for(self, m: int) -> int:
        """How many numbers one part of m rows needs at once; parts are taken in portions accordingly."""

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002 - most sizes do not depend on it
        """What `learners.complexity` would say of each refitted model."""
        return {}

    def may_leave_out(self, m: int) -> bool:  # noqa: ARG002 - most can leave out any number
        """Whether parts of this size pay."""
        return True


def standardised(X: Array) -> tuple[Array, Array] | None:
    """Columns with mean 0 and standard deviation 1, and the deviations; None where a column hardly varies."""
    mean, spread = X.mean(axis=0), X.std(axis=0)
    if not (spread > 1e-6 * np.abs(mean)).all() or not (spread > 0).all():
        return None
    return (X - mean) / spread, spread


def inverses(stack: Array) -> tuple[Array, Array]:
    """The inverse of each matrix of a stack and its norm; the norm is infinite where there is none."""
    try:
        inverse = np.linalg.inv(stack)
    except np.linalg.LinAlgError:
        return np.zeros_like(stack), np.full(stack.shape[0], np.inf)
    norm = np.sqrt((inverse**2).sum(axis=(1, 2)))
    return inverse, np.where(np.isfinite(norm), norm, np.inf)


def condition(symmetric: Array) -> float:
    """Largest over smallest eigenvalue; infinite where that is not positive."""
    values = np.linalg.eigvalsh(symmetric)
    return float(values[-1] / values[0]) if values[0] > 0 else float("inf")


def by_log_odds(decision: Array, sure: Array, loss: Array | float) -> PartPredictions:
    """Probabilities and labels of log posteriors (s, m, classes), known up to a constant of the row.

    Not sure: where two classes are so close that rounding could decide, and where the amplified rounding error of
    a decision that counts could reach the probabilities.
    """
    above = decision - _over_classes(np.maximum, decision)[..., None]
    weight = np.exp(above)
    two = above.shape[2] == 2
    gap = _over_classes(np.minimum, above) if two else np.partition(above, -2, axis=2)[..., -2]     # the best are at 0
    apart = -gap.max(axis=1) > MARGIN
    size = np.where(above > NEGLIGIBLE, np.abs(decision), 0.0).max(axis=(1, 2))
    with np.errstate(invalid="ignore"):
        small = loss * size < 10 * LOSS
    labels = (decision[..., 1] > decision[..., 0]).astype(np.int64) if two else decision.argmax(axis=2)
    chances = weight / _over_classes(np.add, weight)[..., None]
    return PartPredictions(sure=sure & apart & small, probabilities=chances, labels=labels)


def _over_classes(how: Callable[[Array, Array], Array], values: Array) -> Array:
    """Reduce over the last axis class by class: for a few classes far faster than along an axis of that length."""
    return reduce(how, (values[..., c] for c in range(values.shape[-1])))


def members(codes: Array, n_classes: int) -> Array:
    """Ones where a row of a part is of a class: (s, classes, m)."""
    return np.asarray(codes[:, None, :] == np.arange(n_classes)[:, None], dtype=float)


def summed(inside: Array, rows: Array) -> Array:
    """Sums of the rows of each class of each part: (s, classes, m) by (s, m, d)."""
    return np.asarray(inside * rows if rows.shape[1] == 1 else inside @ rows)
