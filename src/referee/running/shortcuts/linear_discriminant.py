"""Linear discriminant analysis without some rows: one whitening of all rows, then small corrections.

The scatter within classes without a part is W - D'(I + B)D, with D the part's distances from its class
means and B = 1/(rows left of the class) between rows of one class; Woodbury's identity turns it into
I - [same class]/n_c - DD', a system of the size of the part (Lachenbruch & Mickey 1968, Technometrics 10,
1-11, for one row). For parts larger than the number of features the scatter itself is inverted.

The solver is "svd", without shrinkage or given priors. It drops directions with singular values below its
tolerance, within classes and between their means; where a part comes near that, it is refitted. A
StandardScaler is of no account: the solver standardises within classes anyway.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import (
    LOSS,
    Case,
    PartPredictions,
    Shortcut,
    by_log_odds,
    inverses,
    members,
    standardised,
    summed,
)

CLEAR = 100.0       # how far above the solver's tolerance, in squared singular values, a direction must stay


class LinearDiscriminant(Shortcut):
    """Rows in coordinates in which the scatter within classes is the unit matrix."""

    def __init__(self, Z: Array, codes: Array, n_classes: int, tolerance: float) -> None:
        self.codes, self.k, self.tolerance = codes, n_classes, tolerance
        inside = members(codes[None], n_classes)[0]
        self.counts = inside.sum(axis=1)
        away = Z - (inside @ Z / self.counts[:, None])[codes]
        scatter = away.T @ away
        scale = np.sqrt(np.maximum(scatter.diagonal(), 1e-300))
        values = np.linalg.eigvalsh(scatter / np.outer(scale, scale))       # of the correlations within classes
        self.least = float(values[0])
        self.condition = float(values[-1] / values[0]) if values[0] > 0 else float("inf")
        if self.condition < LOSS:
            self.rows = np.linalg.solve(np.linalg.cholesky(scatter / np.outer(scale, scale)), (Z / scale).T).T.copy()
            self.means = inside @ self.rows / self.counts[:, None]
            self.away = self.rows - self.means[codes]

    def leave_out(self, tests: Array) -> PartPredictions:
        """Distances from the class means in the metric of the other rows."""
        codes, away = self.codes[tests], self.away[tests]
        m, d = away.shape[1:]
        inside = members(codes, self.k)
        n = self.counts - inside.sum(axis=2)
        left = np.maximum(n, 1)[:, :, None]
        gone = summed(inside, away)
        means = self.means - gone / left
        apart = self.rows[tests][:, :, None] - means[:, None]                # (s, m, k, d)
        distance = (apart**2).sum(axis=3)
        if m <= d:
            same = codes[:, :, None] == codes[:, None, :]
            inverse, norm = inverses(np.eye(m) - same / self.counts[codes][:, :, None]
                                     - away @ away.transpose(0, 2, 1))
            along = apart.reshape(len(tests), m * self.k, d) @ away.transpose(0, 2, 1)
            distance += ((along @ inverse) * along).sum(axis=2).reshape(distance.shape)
        else:
            inverse, norm = inverses(np.eye(d) - away.transpose(0, 2, 1) @ away
                                     - (gone / left).transpose(0, 2, 1) @ gone)
            flat = apart.reshape(len(tests), m * self.k, d)
            distance = ((flat @ inverse) * flat).sum(axis=2).reshape(distance.shape)
        with np.errstate(divide="ignore"):
            decision = np.log(n)[:, None] - 0.5 * (len(self.rows) - m) * distance
        sure = (n > 0).all(axis=1) & (self.least / norm > CLEAR * self.tolerance**2)
        sure &= all_directions(means, n, norm, self.tolerance)
        with np.errstate(invalid="ignore"):
            return by_log_odds(decision, sure & np.isfinite(decision).all(axis=(1, 2)), self.condition * norm)

    def numbers_for(self, m: int) -> int:
        """Differences of each row from each class, and a system."""
        d = self.rows.shape[1]
        return int(d * self.k * (2 * m + 2) + 2 * min(m, d) ** 2)

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002
        """Coefficients of each class, or of the one difference of two."""
        return {"nonzero_coefficients": float(self.rows.shape[1] * (1 if self.k == 2 else self.k))}


def all_directions(means: Array, n: Array, norm: Array, tolerance: float) -> Array:
    """Whether the solver keeps every direction between the class means (s, k, d); with two classes there is only one.

    `n` are the rows of each class, `norm` that of the inverse of the scatter within classes.
    """
    if means.shape[1] == 2:
        return np.ones(len(means), dtype=bool)
    share = n / n.sum(axis=1, keepdims=True)
    between = np.sqrt(share)[:, :, None] * (means - share[:, None] @ means)
    values = np.linalg.eigvalsh(between @ between.transpose(0, 2, 1))[:, ::-1]
    last = min(means.shape[1] - 1, means.shape[2]) - 1
    return np.asarray(values[:, last] > CLEAR * tolerance**2 * values[:, 0] * norm)


def linear_discriminant(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    settings, made = case.settings("tol"), standardised(case.X)
    n, d = case.X.shape
    if settings is None or made is None or n <= d + case.n_classes:
        return None
    shortcut = LinearDiscriminant(made[0], case.y, case.n_classes, float(settings["tol"]))
    return shortcut if shortcut.condition < LOSS else None
