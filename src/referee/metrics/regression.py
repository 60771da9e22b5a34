"""How far predicted numbers are from the true ones: squared, absolute and relative errors, and R².

Several targets: a row's error is the mean over its targets, so RMSE is the root of the mean over rows AND
targets (scikit-learn takes the mean of the targets' roots); R² is the plain mean of the targets' R².
R² compares with the mean of the test rows, so it is `Undefined` when they do not vary.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric, Moments, mean_of
from referee.metrics.checks import rows_at_fault
from referee.metrics.influence import influence_on_r2
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import valued

ZERO = 1e-12      # a true value this small beside the mean size of truth is no base for a relative error


def over_targets(errors: Array) -> Array:
    """One value a row: the mean over the targets."""
    rows: Array = errors if errors.ndim == 1 else errors.mean(axis=1)
    return rows


def residuals(predictions: Predictions) -> Array:
    """Truth minus what was said."""
    return predictions.targets - predictions.said(Needs.VALUES)


def squared_errors(predictions: Predictions) -> Array:
    """The squared error of each row."""
    return over_targets(residuals(predictions) ** 2)


def absolute_errors(predictions: Predictions) -> Array:
    """The absolute error of each row."""
    return over_targets(np.abs(residuals(predictions)))


def relative_errors(predictions: Predictions) -> Array:
    """The absolute error of each row as a share of the true value."""
    errors, size = np.abs(residuals(predictions)), np.abs(predictions.targets)
    tiny = size <= ZERO * predictions.mean(over_targets(size))
    return over_targets(errors / some_of(size, tiny, predictions, "relative error is undefined: truth is 0"))


def some_of(size: Array, nothing: Array, predictions: Predictions, sentence: str) -> Array:
    """What to divide by, Undefined where it is nothing in a row that counts (one of weight 0 does not)."""
    at_fault = (nothing if nothing.ndim == 1 else nothing.any(axis=1)) & (predictions.weight > 0)
    if at_fault.any():
        raise Undefined(f"{sentence} in {rows_at_fault(at_fault)}.")
    return np.where(nothing, 1.0, size)


def _rmse(predictions: Predictions) -> float:
    return math.sqrt(predictions.mean(squared_errors(predictions)))


def by_target(predictions: Predictions) -> tuple[Array, Array, Array]:
    """Truth and what was said as (rows, targets), and shares of the weight that sum to 1."""
    n = predictions.n_rows
    said = predictions.said(Needs.VALUES).reshape(n, -1)
    return predictions.targets.reshape(n, -1), said, predictions.weight / predictions.weight.sum()


def variation(values: Array, share: Array, what: str) -> Array:
    """The weighted variance of each target, Undefined where one does not vary."""
    centred = values - share @ values
    spread = share @ centred**2
    used = values[share > 0]
    if (used == used[0]).all(axis=0).any():
        raise Undefined(f"{what} does not vary, and this number is relative to how much it varies.")
    return np.asarray(spread)


def _r2(predictions: Predictions) -> float:
    truth, said, share = by_target(predictions)
    return float((1 - share @ (truth - said) ** 2 / variation(truth, share, "truth")).mean())


def mse(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean squared error.

    >>> mse([1, 2, 3], [1, 2, 5])
    1.333
    """
    return mean_of(squared_errors)(valued(truth, said, weights))


def rmse(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The root of the mean squared error.

    >>> rmse([1, 2, 3], [1, 2, 5])
    1.155
    """
    return _rmse(valued(truth, said, weights))


def mae(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean absolute error.

    >>> mae([1, 2, 3], [1, 2, 5])
    0.667
    """
    return mean_of(absolute_errors)(valued(truth, said, weights))


def relative_error(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean absolute error as a share of the true value.

    >>> relative_error([1, 2, 4], [1, 2, 5])
    0.083
    """
    return mean_of(relative_errors)(valued(truth, said, weights))


def r2(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """One minus the squared error relative to that of the mean.

    >>> r2([1, 2, 3], [1, 2, 4])
    0.5
    """
    return _r2(valued(truth, said, weights))


def _moments_of_r2(predictions: Predictions, origin: Any) -> Array:
    """The squared error, the target and its square, of each target."""
    n, truth = predictions.n_rows, predictions.targets
    from_origin = (truth - origin).reshape(n, -1)
    errors = from_origin - (predictions.said(Needs.VALUES) - origin).reshape(n, -1)
    return np.hstack([errors**2, from_origin, from_origin**2])


def _r2_of_moments(means: Array) -> tuple[float, Array]:
    """1 − A/(S − m²), the mean over targets."""
    error, mean, square = means.reshape(3, -1)
    variance = square - mean**2
    if (variance <= 0).any():
        raise Undefined("R² is undefined: all rows have the same target.")
    ratio = error / variance / error.size
    slopes = np.concatenate([-1 / variance / error.size, -2 * mean * ratio / variance, ratio / variance])
    return float(1 - ratio.sum()), slopes


def _metric(name: str, title: str, score: object, **more: object) -> Metric:
    """An error of numbers: lower is better, from 0, unless told otherwise."""
    fields = {"task": Task.REGRESSION, "needs": Needs.VALUES, "direction": Direction.MINIMISE,
              "bounds": (0.0, math.inf), **more}
    return METRICS.add(Metric(name=name, title=title, score=score, **fields))  # type: ignore[arg-type]


MSE = _metric("mse", "mean squared error", mean_of(squared_errors), per_row=squared_errors, idle=Idle.CONSTANT)
RMSE = _metric("rmse", "RMSE", _rmse, per_row=squared_errors, outer=math.sqrt, idle=Idle.CONSTANT)
MAE = _metric("mae", "mean absolute error", mean_of(absolute_errors), per_row=absolute_errors)
RELATIVE_ERROR = _metric("relative_error", "relative error", mean_of(relative_errors), per_row=relative_errors)
R2 = _metric("r2", "R²", _r2, direction=Direction.MAXIMISE, bounds=(-math.inf, 1.0), influence=influence_on_r2,
             moments=Moments(_moments_of_r2, _r2_of_moments), idle=Idle.CONSTANT, least_rows=2)
