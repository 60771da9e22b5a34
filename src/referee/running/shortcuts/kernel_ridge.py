"""Kernel ridge regression without some rows: with G = K + αI, ŷ_S = y_S - ((G⁻¹)_SS)⁻¹ (G⁻¹ y)_S.

Cawley, G. C. and Talbot, N. L. C. (2003), Pattern Recognition 36, 2585-2592, for kernel models; the block
form follows from the inverse of a partitioned matrix. The kernel must not depend on the training rows.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import LOSS, Case, PartPredictions, Shortcut, inverses

KERNELS = frozenset({"linear", "rbf", "polynomial", "poly", "laplacian", "sigmoid", "cosine"})
MOST_ROWS = 5000        # the kernel of all pairs in memory, twice


class KernelRidge(Shortcut):
    """One inverse of the kernel matrix of all rows serves every part."""

    fewest = 12         # an inverse takes six times as long as solving once

    def __init__(self, kernel: Array, y: Array, alpha: float) -> None:
        self.y = y
        self.condition = float(np.abs(kernel).sum(axis=0).max()) / alpha + 1
        if self.condition < LOSS:
            self.inverse = np.linalg.inv(kernel + alpha * np.eye(len(y)))
            self.dual = self.inverse @ y

    def leave_out(self, tests: Array) -> PartPredictions:
        """Solve for the block of each part."""
        inverse, norm = inverses(self.inverse[tests[:, :, None], tests[:, None, :]])
        return PartPredictions(sure=np.isfinite(norm), values=self.y[tests] - inverse @ self.dual[tests])

    def numbers_for(self, m: int) -> int:
        """A block and its inverse."""
        return 2 * m * m


def kernel_ridge(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    from sklearn.metrics.pairwise import pairwise_kernels

    settings = case.settings("alpha", "kernel", "gamma", "degree", "coef0")
    if settings is None or case.scaled or settings["kernel"] not in KERNELS or len(case.X) > MOST_ROWS:
        return None
    if np.ndim(settings["alpha"]) != 0 or not settings["alpha"] > 0:
        return None
    parameters = {name: settings[name] for name in ("gamma", "degree", "coef0")}
    kernel = pairwise_kernels(case.X, metric=settings["kernel"], filter_params=True, **parameters)
    made = KernelRidge(kernel, case.y, float(settings["alpha"]))
    return made if made.condition < LOSS else None
