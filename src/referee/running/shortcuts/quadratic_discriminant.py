"""Quadratic discriminant analysis without some rows: the covariance of each class by updating its moments.

Means and scatters without the part are differences of sums (Chan, Golub & LeVeque 1983, The American
Statistician 37, 242-247). Shrinkage and regularisation pull towards the unit matrix in the units in which
the model sees the features, which behind a StandardScaler change with the training rows. scikit-learn
refuses covariances with an eigenvalue below its tolerance; where a part comes near that, it is refitted.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import (
    Case,
    PartPredictions,
    Shortcut,
    by_log_odds,
    inverses,
    members,
    standardised,
    summed,
)

CLEAR = 10.0        # how far above the tolerance the eigenvalues of a covariance must stay
KEPT = 1e-3         # a column keeps at least this share of its variance, or else the part is refitted


class QuadraticDiscriminant(Shortcut):
    """Means and scatters of each class, in standardised columns."""

    def __init__(self, case: Case, Z: Array, spread: Array, settings: dict[str, float]) -> None:
        self.Z, self.codes, self.k = Z, case.y, case.n_classes
        self.spread = None if case.scaled else spread
        self.settings = settings
        inside = members(self.codes[None], self.k)[0]
        self.counts = inside.sum(axis=1)
        self.means = inside @ Z / self.counts[:, None]
        self.away = Z - self.means[self.codes]
        self.scatter = np.stack([self.away[self.codes == c].T @ self.away[self.codes == c] for c in range(self.k)])

    def leave_out(self, tests: Array) -> PartPredictions:
        """Covariances without each part, then the log likelihoods of its rows."""
        away, inside = self.away[tests], members(self.codes[tests], self.k)
        s, m, d = away.shape
        n = self.counts - inside.sum(axis=2)
        left = np.maximum(n, 1)[:, :, None]
        shift = summed(inside, away) / left
        of_class = inside[..., None] * away[:, None]                              # (s, k, m, d), zeros elsewhere
        scatter = self.scatter - of_class.transpose(0, 1, 3, 2) @ of_class
        scatter -= (left * shift)[..., None] * shift[:, :, None]
        units, varied = self._units(tests)
        seen = scatter / left[..., None] * (units[:, :, None] * units[:, None, :])[:, None]
        covariance = self._shrunk(seen).reshape(s * self.k, d, d)
        inverse, norm = inverses(covariance)
        apart = (self.Z[tests][:, None] - (self.means - shift)[:, :, None]) * units[:, None, None]    # (s, k, m, d)
        flat = apart.reshape(s * self.k, m, d)
        distance = ((flat @ inverse) * flat).sum(axis=2).reshape(s, self.k, m)
        sign, size = np.linalg.slogdet(covariance)
        well = (sign > 0) & (1 / norm > CLEAR * self.settings["tol"])
        with np.errstate(divide="ignore", invalid="ignore"):
            decision = (np.log(n) - 0.5 * size.reshape(s, self.k))[:, :, None] - 0.5 * distance
            loss = (norm * np.einsum("aii->a", covariance)).reshape(s, self.k).max(axis=1)
        sure = well.reshape(s, self.k).all(axis=1) & varied
        sure &= (n >= self.settings["fewest_rows"]).all(axis=1) & np.isfinite(decision).all(axis=(1, 2))
        with np.errstate(invalid="ignore"):
            return by_log_odds(decision.transpose(0, 2, 1), sure, loss)

    def _units(self, tests: Array) -> tuple[Array, Array]:
        """What turns standardised columns into those the model sees, (s, d), and whether all columns vary."""
        if self.spread is not None:
            return np.tile(self.spread, (len(tests), 1)), np.ones(len(tests), dtype=bool)
        gone, n = self.Z[tests], len(self.Z) - tests.shape[1]
        variance = (len(self.Z) - (gone**2).sum(axis=1) - gone.sum(axis=1) ** 2 / n) / n
        return 1 / np.sqrt(np.maximum(variance, KEPT)), (variance > KEPT).all(axis=1)

    def _shrunk(self, covariance: Array) -> Array:
        """Pulled towards a multiple of the unit matrix, or towards the unit matrix itself."""
        d = covariance.shape[-1]
        shrinkage, regular = self.settings["shrinkage"], self.settings["reg_param"]
        level = np.einsum("skii->sk", covariance)[..., None, None] / d
        pulled = (1 - shrinkage) * covariance + shrinkage * level * np.eye(d)
        return np.asarray((1 - regular) * pulled + regular * np.eye(d))

    def numbers_for(self, m: int) -> int:
        """Some covariances of each class, and the rows once a class."""
        d = self.Z.shape[1]
        return int(self.k * (6 * d * d + 3 * m * d))

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002
        """A mean and a covariance for each class."""
        d = self.Z.shape[1]
        return {"parameters": self.k * (d + d * (d + 1) / 2)}


def quadratic_discriminant(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    known = case.settings("solver", "shrinkage", "reg_param", "tol")
    made = standardised(case.X)
    if known is None or made is None or known["solver"] not in {"svd", "eigen"}:
        return None
    eigen, shrinkage = known["solver"] == "eigen", known["shrinkage"]
    if isinstance(shrinkage, str) or (shrinkage is not None and not eigen):
        return None
    settings = {"shrinkage": float(shrinkage or 0.0), "tol": float(known["tol"]),
                "reg_param": 0.0 if eigen else float(known["reg_param"]),
                # The solver by singular values refuses classes with fewer rows than features, regularised or not.
                "fewest_rows": 2 if eigen else max(2, case.X.shape[1])}
    return QuadraticDiscriminant(case, *made, settings)
