"""Linear discriminants on many shuffles: one whitening of all rows, then one small inverse a fold.

In coordinates in which all rows together have the unit matrix as their scatter, the scatter within classes of a
training part is I − (scatter of the part left out) − Σ n_c μ_c μ_c', close to the unit matrix when labels are
shuffled, so it is inverted without loss. As in `shortcuts.linear_discriminant`, the solver is "svd" without shrinkage
or given priors, and where its tolerance could drop a direction the shuffle is refitted.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import LOSS, Case, PartPredictions, by_log_odds, inverses, standardised
from referee.running.shortcuts.linear_discriminant import CLEAR, all_directions
from referee.running.shuffling.folds import AtOnce, Folds, batch_of


class LinearDiscriminant(AtOnce):
    """Rows in coordinates in which their scatter is the unit matrix."""

    def __init__(self, Z: Array, folds: Folds, tolerance: float) -> None:
        self.folds, self.tolerance = folds, tolerance
        d, (f, m) = Z.shape[1], folds.real.shape
        self.size = batch_of(folds.train.size * len(Z) + f * d * (2 * d + m))
        scatter = Z.T @ Z
        values = np.linalg.eigvalsh(scatter / len(Z))       # of the correlations
        self.least = float(values[0])
        self.condition = float(values[-1] / values[0]) if values[0] > 0 else float("inf")
        if self.condition < LOSS:
            self.rows = np.linalg.solve(np.linalg.cholesky(scatter), Z.T).T.copy()

    def say(self, orders: Array) -> PartPredictions:
        """Sums by fold and class, the scatter within classes of each training part, its inverse, the discriminants."""
        folds = self.folds
        s, (f, k), d = len(orders), folds.train.shape, self.rows.shape[1]
        sums = folds.training_sums(orders, self.rows)                                   # (s, f, k, d)
        means = sums / folds.train[:, :, None]
        tested = self.rows[orders[:, folds.places]]                                     # (s, f, m, d)
        counted = tested if folds.real.all() else tested * folds.real[..., None]
        within = np.eye(d) - counted.swapaxes(2, 3) @ counted - means.swapaxes(2, 3) @ sums
        inverse, norm = inverses(within.reshape(s * f, d, d))
        means = means.reshape(s * f, k, d)
        towards = inverse @ means.swapaxes(1, 2)                                        # (s f, d, k)
        rows = np.tile(folds.train.sum(axis=1), s)[:, None]
        n = np.tile(folds.train, (s, 1))
        level = np.log(n) - 0.5 * rows * (means * towards.swapaxes(1, 2)).sum(axis=2)
        decision = rows[..., None] * (tested.reshape(s * f, -1, d) @ towards) + level[:, None]
        sure = (self.least / norm > CLEAR * self.tolerance**2) & all_directions(means, n, norm, self.tolerance)
        return by_log_odds(decision, sure & np.isfinite(decision).all(axis=(1, 2)), self.condition * norm / d)


def linear_discriminant(case: Case, folds: Folds) -> AtOnce | None:
    """The model on all shuffles, or None where it would not be exact."""
    settings, made = case.settings("tol"), standardised(case.X)
    n, d = case.X.shape
    if settings is None or made is None or n <= d + case.n_classes:
        return None
    at_once = LinearDiscriminant(made[0], folds, float(settings["tol"]))
    return at_once if at_once.condition < LOSS else None
