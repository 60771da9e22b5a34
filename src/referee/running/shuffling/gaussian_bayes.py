"""Gaussian naive Bayes on many shuffles: class means and variances from sums, log likelihoods as one product.

Σ_j (x_j − μ_j)²/v_j is linear in (x, x²), so the rows of a fold are one product with the coefficients of its model.
Columns are centred and scaled first, so that sums of squares lose no digits; a class whose variance in a column is a
small part of the column's is refitted. The smoothing of scikit-learn is a share of the largest variance of the
training rows; behind a StandardScaler, of each column's own.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions, by_log_odds
from referee.running.shuffling.folds import AtOnce, Folds, batch_of

STEEP = 1e-4          # a column's deviation is at least this share of its mean, or it is not standardised exactly
LEAST = 1e-3          # a variance within a class is at least this share of the column's


class GaussianBayes(AtOnce):
    """Standardised rows and their squares, side by side."""

    def __init__(self, X: Array, folds: Folds, *, smoothing: float, scaled: bool) -> None:
        self.folds, self.smoothing, self.scaled = folds, smoothing, scaled
        self.spread = X.std(axis=0)
        Z = (X - X.mean(axis=0)) / self.spread
        self.rows = np.hstack([Z, Z**2])
        self.size = batch_of(folds.places.size * self.rows.shape[1])
        classes = np.arange(folds.train.shape[1])[:, None]
        stands = (folds.cell % classes.size)[folds.places][:, None] == classes       # labels stay where they are
        self.inside = (stands & folds.real[:, None]).astype(float)              # (f, k, widest)

    def say(self, orders: Array) -> PartPredictions:
        """Sums by fold and class, then the model of each training part, then its log posteriors."""
        folds, d, s = self.folds, self.spread.size, len(orders)
        f, k = folds.train.shape
        dealt = self.rows[orders[:, folds.places]]                              # (s, f, widest, 2d)
        tested = self.inside @ dealt                                            # (s, f, k, 2d)
        sums = tested.sum(axis=1, keepdims=True) - tested
        n = folds.train[:, :, None]
        mean, square = sums[..., :d] / n, sums[..., d:] / n
        within = square - mean**2
        variance = within + self._smoothed(sums)
        weights = np.concatenate([mean / variance, -0.5 / variance], axis=3)
        level = np.log(folds.train) - 0.5 * (np.log(variance) + mean**2 / variance).sum(axis=3)
        decision = (weights @ dealt.swapaxes(2, 3)).swapaxes(2, 3) + level[:, :, None]
        sure = ((variance > square * LEAST) & (variance > 0)).all(axis=(2, 3))
        return by_log_odds(decision.reshape(s * f, -1, k), sure.reshape(s * f), 1 / LEAST)

    def _smoothed(self, sums: Array) -> Array:
        """What is added to the variances, in standardised columns: (s, f, 1, d)."""
        d, n = self.spread.size, self.folds.train.sum(axis=1)[None, :, None, None]
        both = sums.sum(axis=2, keepdims=True) / n
        variance = both[..., d:] - both[..., :d] ** 2
        if self.scaled:
            return np.asarray(self.smoothing * variance)
        largest = (variance * self.spread**2).max(axis=3, keepdims=True)
        return np.asarray(self.smoothing * largest / self.spread**2)


def gaussian_bayes(case: Case, folds: Folds) -> AtOnce | None:
    """The model on all shuffles, or None where it would not be exact."""
    settings = case.settings("var_smoothing")
    if settings is None or not (case.X.std(axis=0) > STEEP * np.abs(case.X.mean(axis=0))).all():
        return None
    return GaussianBayes(case.X, folds, smoothing=float(settings["var_smoothing"]), scaled=case.scaled)
