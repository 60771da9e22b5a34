"""The least cross-validation error of many configurations, with the bias of being the least added back.

Tibshirani, R. J. and Tibshirani, R. (2009). A bias correction for the minimum error rate in cross-validation. Annals of
Applied Statistics 3, 822-829. bias = mean over folds of (error of the best overall − error of that fold's own best).

Costs nothing, but over-corrects for small folds and leave-one-out, and gives no interval; `bbc_cv` is better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class TibshiraniTibshirani:
    """The best configuration, its cross-validation error, and the bias to add."""

    best: int
    naive: float
    bias: float

    @property
    def value(self) -> float:
        """The corrected error."""
        return self.naive + self.bias


@door
def tibshirani_tibshirani(fold_errors: Array) -> TibshiraniTibshirani:
    """From the error of each fold and configuration, (folds, configurations), lower is better; ties go to the first.

    >>> tibshirani_tibshirani([[0.20, 0.18], [0.24, 0.26]]).value
    0.23
    """
    errors = np.asarray(fold_errors, dtype=float)
    if errors.ndim != 2 or errors.size == 0 or not np.isfinite(errors).all():
        raise BadInput(f"fold_errors must be finite numbers (folds, configurations), not of shape {errors.shape}.")
    means = errors.mean(axis=0)
    best = int(means.round(12).argmin())
    bias = float((errors[:, best] - errors.min(axis=1)).mean())
    return TibshiraniTibshirani(best=best, naive=float(means[best]), bias=bias)
