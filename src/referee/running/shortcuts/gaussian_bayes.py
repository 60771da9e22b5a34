"""Gaussian naive Bayes without some rows: means and variances of the classes by updating sums.

Chan, Golub & LeVeque (1983), The American Statistician 37, 242-247, for sums of squares about a mean.
scikit-learn adds a share of the largest variance of the training rows to every variance; that is updated
along. Behind a StandardScaler the largest variance is 1, so each column gets the share of its own.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions, Shortcut, by_log_odds, members, summed

MOST_LOST = 1e4     # how much a sum of squares may shrink by leaving rows out; beyond, the part is refitted


class GaussianBayes(Shortcut):
    """Sums and sums of squares of each class about its mean."""

    def __init__(self, case: Case, smoothing: float) -> None:
        self.X, self.codes, self.k = case.X, case.y, case.n_classes
        self.smoothing, self.scaled = smoothing, case.scaled
        inside = members(self.codes[None], self.k)[0]
        self.counts = inside.sum(axis=1)
        self.means = inside @ self.X / self.counts[:, None]
        self.from_class = self.X - self.means[self.codes]
        self.means += inside @ self.from_class / self.counts[:, None]        # what rounding left
        self.from_class = self.X - self.means[self.codes]
        self.squares = inside @ self.from_class**2
        self.from_mean = self.X - self.X.mean(axis=0)
        self.total = (self.from_mean**2).sum(axis=0)

    def leave_out(self, tests: Array) -> PartPredictions:
        """Update the sums, then the log likelihoods of the rows left out."""
        codes = self.codes[tests]
        inside = members(codes, self.k)
        gone = self.from_class[tests]
        n = self.counts - inside.sum(axis=2)                                 # (s, k)
        left = np.maximum(n, 1)[:, :, None]
        shift = summed(inside, gone) / left                                         # (s, k, d)
        squares = self.squares - summed(inside, gone**2) - left * shift**2
        variance = squares / left + self._smoothed(tests)[:, None]
        apart = self.X[tests][:, :, None] - (self.means - shift)[:, None]    # (s, m, k, d)
        with np.errstate(divide="ignore", invalid="ignore"):
            fits = (apart**2 / variance[:, None]).sum(axis=3)
            decision = (np.log(n) - 0.5 * np.log(variance).sum(axis=2))[:, None] - 0.5 * fits
            loss = np.where(self.squares > 0, self.squares / squares, 1.0).max(axis=(1, 2))
        sure = (n > 0).all(axis=1) & (variance > 0).all(axis=(1, 2)) & (loss > 0) & (loss < MOST_LOST)
        with np.errstate(invalid="ignore"):
            return by_log_odds(decision, sure, loss)

    def _smoothed(self, tests: Array) -> Array:
        """What is added to the variances of each column: (s, d), or (s, 1) where it is the same for all."""
        gone, n = self.from_mean[tests], len(self.X) - tests.shape[1]
        variance = (self.total - (gone**2).sum(axis=1) - gone.sum(axis=1) ** 2 / n) / n
        return np.asarray(self.smoothing * (variance if self.scaled else variance.max(axis=1, keepdims=True)))

    def numbers_for(self, m: int) -> int:
        """Differences of each row from each class, and the moments of each class."""
        return int(self.X.shape[1] * self.k * (2 * m + 4))

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002
        """A mean and a variance for each class and feature."""
        return {"parameters": 2.0 * self.k * self.X.shape[1]}


def gaussian_bayes(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    settings = case.settings("var_smoothing")
    if settings is None:
        return None
    if case.scaled and not (case.X.std(axis=0) > 1e-6 * np.abs(case.X.mean(axis=0))).all():
        return None             # a constant column is not divided by its deviation of 0
    return GaussianBayes(case, float(settings["var_smoothing"]))
