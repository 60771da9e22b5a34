"""Least squares and ridge regression without some rows, from one fit on all of them.

Allen, D. M. (1974). The relationship between variable selection and data augmentation and a method for
prediction. Technometrics 16, 125-127. With H the hat matrix of all rows and S the rows left out,
y_S - ŷ_S(without S) = (I - H_SS)⁻¹ (y_S - ŷ_S); it holds for any fixed quadratic penalty. For parts larger
than the number of coefficients the normal equations without the part are solved instead.

Least squares does not change when columns are scaled, so a StandardScaler before it is of no account.
Rank deficiency is refitted: there the answer depends on how the solver chooses among many.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import LOSS, Case, PartPredictions, Shortcut, condition, inverses

DIRECT = frozenset({"auto", "cholesky", "svd"})     # solvers of ridge regression that do not iterate


def penalty_of(case: Case) -> tuple[float, bool] | None:
    """The penalty and whether there is an intercept; None for a model that is fitted in another way."""
    if type(case.model).__name__ == "LinearRegression":
        settings = case.settings("fit_intercept")
        return None if settings is None else (0.0, bool(settings["fit_intercept"]))
    settings = case.settings("alpha", "fit_intercept", "solver")
    if settings is None or settings["solver"] not in DIRECT or np.ndim(settings["alpha"]) != 0:
        return None
    return float(settings["alpha"]), bool(settings["fit_intercept"])


class LeastSquares(Shortcut):
    """Regression with a fixed penalty on the coefficients."""

    def __init__(self, X: Array, y: Array, *, penalty: float, intercept: bool) -> None:
        spread = X.std(axis=0) if intercept else np.sqrt((X**2).mean(axis=0))
        Z = (X - X.mean(axis=0)) / spread if intercept else X / spread
        # A penalty on coefficients is a penalty divided by the squared scale on those of scaled columns.
        penalties = np.full(X.shape[1], penalty) / spread**2
        if intercept:
            Z, penalties = np.column_stack([np.ones(len(Z)), Z]), np.concatenate([[0.0], penalties])
        self.Z, self.y = Z, y
        self.gram, self.moment = Z.T @ Z + np.diag(penalties), Z.T @ y
        self.condition = condition(self.gram)
        self.size = float(X.shape[1] * y.shape[1])
        if self.condition < LOSS:
            self.reach = np.linalg.solve(self.gram, Z.T).T          # rows of Z (Z'Z + P)⁻¹
            self.residual = y - self.reach @ self.moment

    def leave_out(self, tests: Array) -> PartPredictions:
        """By the hat matrix for small parts, by the normal equations for large ones."""
        Z, y = self.Z[tests], self.y[tests]
        m, p = Z.shape[1:]
        if m == 1:
            gap = 1 - (self.reach[tests[:, 0]] * Z[:, 0]).sum(axis=1)
            norm = 1 / np.maximum(gap, 1e-300)
            values = y - (self.residual[tests[:, 0]] * norm[:, None])[:, None]
        elif m <= p:
            inverse, norm = inverses(np.eye(m) - Z @ self.reach[tests].transpose(0, 2, 1))
            values = y - inverse @ self.residual[tests]
        else:
            inverse, norm = inverses(self.gram - Z.transpose(0, 2, 1) @ Z)
            norm = norm * self.gram.trace() / p
            values = Z @ (inverse @ (self.moment - Z.transpose(0, 2, 1) @ y))
        return PartPredictions(sure=norm * self.condition < LOSS, values=values)

    def numbers_for(self, m: int) -> int:
        """The rows of the part, and the system to be solved."""
        return int(self.Z.shape[1] * m + min(m, self.Z.shape[1]) ** 2)

    def complexity(self, n_train: int) -> dict[str, float]:  # noqa: ARG002
        """One coefficient a feature and target."""
        return {"nonzero_coefficients": self.size}


def least_squares(case: Case) -> Shortcut | None:
    """The shortcut for this model, or None where it would not be exact."""
    from referee.running.shortcuts.scaled_least_squares import ScaledLeastSquares

    known = penalty_of(case)
    n, d = case.X.shape
    if known is None or n <= d + 2:
        return None
    penalty, intercept = known
    if case.scaled and (penalty or not intercept):
        scaled = ScaledLeastSquares(case, penalty=penalty, intercept=intercept)
        return scaled if scaled.condition < LOSS else None
    spread = case.X.std(axis=0)
    if not (spread > 1e-6 * np.abs(case.X.mean(axis=0))).all() or not (spread > 0).all():
        return None
    plain = LeastSquares(case.X, case.y, penalty=penalty, intercept=intercept)
    return plain if plain.condition < LOSS else None
