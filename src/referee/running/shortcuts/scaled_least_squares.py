"""Ridge regression behind a StandardScaler: each part solved from the moments of the other rows.

The scaler's deviations are those of the training rows, so the penalty in the units of the data changes
with every part and the hat matrix of all rows does not serve. Sums and sums of products without the part
are differences (Chan, Golub & LeVeque 1983, The American Statistician 37, 242-247); then one system of
the size of the features a part: (C + λ diag(C)/n') β = c, with C and c the centred moments.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import LOSS, Case, PartPredictions, Shortcut, condition, inverses, standardised

VARIES = 1e-3       # a column keeps at least this share of its variance, or else the part is refitted


class ScaledLeastSquares(Shortcut):
    """Ridge regression on features standardised with the training rows."""

    def __init__(self, case: Case, *, penalty: float, intercept: bool) -> None:
        self.penalty, self.intercept = penalty, intercept
        self.condition = float("inf")
        self.size = float(case.X.shape[1] * case.y.shape[1])
        made = standardised(case.X)
        if made is not None:
            self.Z = made[0]
            self.centre = case.y.mean(axis=0)
            self.y = case.y - self.centre           # a shift: given back with the intercept
            self.scatter, self.moment = self.Z.T @ self.Z, self.Z.T @ self.y
            n, d = self.Z.shape
            self.condition = condition(self.scatter / n + np.eye(d) * penalty / n)

    def leave_out(self, tests: Array) -> PartPredictions:
        """Solve for each part from the moments of the others."""
        Z, y = self.Z[tests], self.y[tests]
        across = Z.transpose(0, 2, 1)
        n, d = len(self.Z) - tests.shape[1], self.Z.shape[1]
        mean, level = -Z.sum(axis=1) / n, -y.sum(axis=1) / n             # of the training rows
        scatter = self.scatter - across @ Z - n * mean[:, :, None] * mean[:, None, :]
        moment = self.moment - across @ y - n * mean[:, :, None] * level[:, None, :]
        variance = np.einsum("sii->si", scatter) / n
        system = scatter / n
        system[:, range(d), range(d)] += self.penalty / n * variance
        inverse, norm = inverses(system)
        values = (Z - mean[:, None]) @ (inverse @ (moment / n))
        if self.intercept:
            values += self.centre + level[:, None]
        sure = (norm * d < LOSS) & (variance > VARIES).all(axis=1)
        return PartPredictions(sure=sure, values=values)

    def numbers_for(self, m: int) -> int:
        """Two systems and the rows of a part."""
        d = self.Z.shape[1]
        return int(3 * d * d + m * d)

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002
        """One coefficient a feature and target."""
        return {"nonzero_coefficients": self.size}
