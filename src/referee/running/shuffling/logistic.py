"""Logistic regression on many shuffles: the steps of scikit-learn's solver, of all folds of a batch at once.

A fit by "lbfgs" is a descent that ends where the gradient is small enough, not at the optimum, so the descent itself is
repeated (`descent`), with the losses of many folds as one product with the rows. Behind a StandardScaler the
coefficients are those of each fold's own standardised columns, carried to common columns for that product.

What comes out is what scikit-learn says but for rounding, which grows along the way: a row whose classes are nearly as
likely, and a descent that does not end clearly, are refitted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions, by_log_odds
from referee.running.shuffling.descent import minimise
from referee.running.shuffling.folds import AtOnce, Folds

STEPS = "the solver's steps"
ALIKE = 1e-5          # rounding may take a probability so far along the way, though seldom beyond 1e-8
MOST, NUMBERS = 64, 4_000_000      # shuffles in a batch, and what they may need: every round has its price
LEAST = 1e-3          # a column's variance in a training part is at least this share of its variance among all rows
APART = 1e-5          # log-odds of the likeliest classes, or rounding could decide
IN_CACHE = 16_000     # numbers; twice as fast as larger arrays
STEADY = 1e-6         # a column's deviation is at least this share of its mean


class Logistic(AtOnce):
    """Rows in common columns, with a column of ones, and the settings of the solver."""

    note, equal, mends = STEPS, ALIKE, True

    def __init__(self, case: Case, folds: Folds, rows: Array, settings: dict[str, Any]) -> None:
        self.case, self.folds, self.settings = case, folds, settings
        self.rows = np.column_stack([rows, np.ones(len(rows))])
        self.columns = np.ascontiguousarray(self.rows.T)
        self.outputs = 1 if case.n_classes == 2 else case.n_classes
        f, k = folds.train.shape
        self.size = min(MOST, max(1, NUMBERS // (f * (6 * len(rows) + 25 * self.outputs * self.rows.shape[1]))))
        balanced = settings["class_weight"] == "balanced"
        self.weights = folds.train.sum(axis=1)[:, None] / (k * folds.train) if balanced else np.ones((f, k))

    def say(self, orders: Array) -> PartPredictions:
        """Descend for all folds of all shuffles, then predict what each fold left out."""
        s, (f, m), q = len(orders), self.folds.places.shape, self.outputs
        fits, n_coefficients = _Fits(self, orders), self.rows.shape[1] - (not self.settings["fit_intercept"])
        shift, width, known = fits.shift, fits.width, fits.known
        found, sure = minimise(fits, np.zeros((s * f, q * n_coefficients)), tolerance=self.settings["tol"],
                               most=self.settings["max_iter"])
        tested = self.rows[orders[:, self.folds.places]].reshape(s * f, m, -1)
        decision = tested @ _in_common(found.reshape(s * f, q, -1), shift, width).swapaxes(1, 2)
        if q == 1:
            decision = np.concatenate([np.zeros_like(decision), decision], axis=2)
        best = np.partition(decision, -2, axis=2)
        apart = (best[..., -1] - best[..., -2]).min(axis=1) > APART
        return by_log_odds(decision, sure & known & apart & np.isfinite(decision).all(axis=(1, 2)), 1.0)


class _Fits:
    """The losses of all folds of some shuffles, each over its training rows: one row of each array is one fold."""

    def __init__(self, model: Logistic, orders: Array) -> None:
        f, k = model.folds.train.shape
        self.model = model
        of_row = np.argsort(orders, axis=1)                                              # the place of each row
        fold, code = model.folds.cell[of_row] // k, model.case.y[of_row]                 # (shuffles, rows)
        trained = fold[:, None] != np.arange(f)[:, None]
        weight = (model.weights.T[code].swapaxes(1, 2) * trained).reshape(len(orders) * f, -1)
        total = weight.sum(axis=1)
        self.weight = weight / total[:, None]
        self.penalty = 1.0 / (model.settings["C"] * total)
        self.code = np.repeat(code, f, axis=0)
        self.sign = np.where(self.code == 1, -1.0, 1.0)                                  # of two classes
        self.signed = self.sign * self.weight
        self.shift, self.width, self.known = self._scaler(trained.reshape(self.weight.shape).astype(float))

    def keep(self, which: Array) -> None:
        """Forget the other folds."""
        for name, values in vars(self).items():
            if isinstance(values, np.ndarray):
                setattr(self, name, values[which])

    def _scaler(self, trained: Array) -> tuple[Array, Array, Array]:
        """Mean and deviation of each column in each training part, and whether these are known well."""
        rows = self.model.rows[:, :-1]
        if not self.model.case.scaled:
            shape = len(trained), rows.shape[1]
            return np.zeros(shape), np.ones(shape), np.ones(len(trained), dtype=bool)
        count, varies = trained.sum(axis=1)[:, None], rows.any(axis=0)
        mean = trained @ rows / count
        variance = trained @ rows**2 / count - mean**2
        known = np.asarray((variance[:, varies] > LEAST).all(axis=1))
        return mean, np.where(varies, np.sqrt(variance), 1.0), known

    def __call__(self, points: Array, which: Array | None = None) -> tuple[Array, Array]:
        """Mean losses with their penalty, and the gradients."""
        a, q, d = len(points), self.model.outputs, self.shift.shape[1]
        at: Array | slice = slice(None) if which is None else which
        own, shift, width, penalty = points.reshape(a, q, -1), self.shift[at], self.width[at], self.penalty[at]
        values, towards = self._data(_in_common(own, shift, width), which)
        slopes = own[..., :d]
        gradients = np.empty_like(own)
        gradients[..., :d] = (towards[..., :d] - towards[..., d:] * shift[:, None]) / width[:, None]
        gradients[..., :d] += penalty[:, None, None] * slopes
        gradients[..., d:] = towards[..., d:][..., : own.shape[2] - d]
        return values + 0.5 * penalty * np.einsum("aqd,aqd->a", slopes, slopes), gradients.reshape(a, -1)

    def _data(self, common: Array, which: Array | None) -> tuple[Array, Array]:
        """Mean losses and their gradients by coefficients for common columns, a few folds at a time."""
        (a, q, d), n = common.shape, self.weight.shape[1]
        values, towards, many = np.empty(a), np.empty_like(common), max(1, IN_CACHE // (q * n))
        for start in range(0, a, many):
            part = slice(start, start + many)
            at = part if which is None else which[part]
            raw = common[part].reshape(-1, d) @ self.model.columns
            if q == 1:
                values[part], excess = _of_two(raw, self.sign[at], self.weight[at], self.signed[at])
            else:
                values[part], excess = _of_many(raw.reshape(-1, q, n), self.code[at], self.weight[at])
            towards[part] = (excess.reshape(-1, n) @ self.model.rows).reshape(-1, q, d)
        return values, towards


def _in_common(points: Array, shift: Array, width: Array) -> Array:
    """Coefficients (a, outputs, d + 1) for common columns, of those for each fold's own."""
    d = shift.shape[1]
    slopes = points[..., :d] / width[:, None]
    level = -(slopes @ shift[..., None])
    return np.concatenate([slopes, level if points.shape[2] == d else level + points[..., d:]], axis=2)


def _of_two(odds: Array, sign: Array, weight: Array, signed: Array) -> tuple[Array, Array]:
    """Summed losses of two classes, and their derivatives, by the log-odds of the second (a, n); in place."""
    odds *= sign                                      # against the row's own class
    against = np.exp(odds, out=odds)
    total = against + 1.0
    against /= total
    against *= signed
    return np.einsum("ij,ij->i", np.log(total, out=total), weight), against


def _of_many(raw: Array, code: Array, weight: Array) -> tuple[Array, Array]:
    """Summed losses of several classes, and their derivatives, by their raw values (a, classes, n); in place."""
    raw -= raw.max(axis=1, keepdims=True)
    own = np.take_along_axis(raw, code[:, None], axis=1)[:, 0]
    chances = np.exp(raw, out=raw)
    total = chances.sum(axis=1)
    chances /= total[:, None]
    np.put_along_axis(chances, code[:, None], np.take_along_axis(chances, code[:, None], axis=1) - 1.0, axis=1)
    chances *= weight[:, None]
    return np.einsum("ij,ij->i", np.log(total) - own, weight), chances


def logistic(case: Case, folds: Folds) -> AtOnce | None:
    """The model on all shuffles, or None where it would not be the same."""
    settings = case.settings("C", "tol", "max_iter", "fit_intercept", "class_weight")
    if settings is None or settings["class_weight"] not in (None, "balanced"):
        return None
    X = case.X
    if not case.scaled:
        return Logistic(case, folds, X, settings)
    mean, varies = X.mean(axis=0), (X[0] != X).any(axis=0)
    spread = np.where(varies, X.std(axis=0), 1.0)
    if (varies & (spread <= STEADY * np.abs(mean))).any():
        return None
    return Logistic(case, folds, np.where(varies, (X - mean) / spread, 0.0), settings)
