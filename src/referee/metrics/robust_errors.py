"""Errors of numbers that ask something other than the mean: median, percentages, quantiles.

Median absolute error: the middle row, or the mean of the two middle ones; several targets: the mean of their medians.
MAPE and SMAPE are per cent; SMAPE is 200 |y − ŷ| / (|y| + |ŷ|), from 0 to 200, `Undefined` where both are 0.
Pinball loss (Koenker & Bassett 1978): what a forecast of a quantile minimises; at ½ it is half the absolute error. Of a
model that says quantiles it takes that of the level asked for, of others the number they say.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.given.quantiles import at_level
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.regression import over_targets, relative_errors, residuals, some_of
from referee.metrics.vectors import valued
from referee.spec import format_spec


def weighted_median(values: Array, weights: Array | None = None) -> float:
    """The median of values each of which stands there so many times.

    >>> weighted_median(np.array([1.0, 2.0, 9.0]), np.array([1.0, 1.0, 2.0]))
    5.5
    """
    if weights is None:
        return float(np.median(values))
    order = np.argsort(values, kind="stable")
    values, below = values[order], np.cumsum(weights[order])
    half = below[-1] / 2
    # the first value that reaches the half from below, and the first that passes it
    return float((values[np.searchsorted(below, half, side="left")]
                  + values[min(np.searchsorted(below, half, side="right"), values.size - 1)]) / 2)


def _median_absolute_error(predictions: Predictions) -> float:
    errors = np.abs(residuals(predictions)).reshape(predictions.n_rows, -1)
    return float(np.mean([weighted_median(column, predictions.weight_or_none) for column in errors.T]))


def percentage_errors(predictions: Predictions) -> Array:
    """The absolute error of each row as per cent of the true value."""
    return 100 * relative_errors(predictions)


def symmetric_percentage_errors(predictions: Predictions) -> Array:
    """The absolute error of each row as per cent of the mean size of truth and what was said."""
    errors = np.abs(residuals(predictions))
    size = np.abs(predictions.targets) + np.abs(predictions.said(Needs.VALUES))
    sentence = "SMAPE is undefined: truth and what was said are both 0"
    return over_targets(200 * errors / some_of(size, size == 0, predictions, sentence))


def pinball_losses(quantile: float) -> Callable[[Predictions], Array]:
    """The pinball loss of each row."""
    if not 0 < quantile < 1:
        raise BadInput(f"the quantile must lie between 0 and 1, not at {quantile}.")

    def per_row(predictions: Predictions) -> Array:
        said = at_level(predictions.quantiles, quantile)
        error = residuals(predictions) if said is None else predictions.targets - said
        return over_targets(np.maximum(quantile * error, (quantile - 1) * error))

    return per_row


def median_absolute_error(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The median of the absolute errors.

    >>> median_absolute_error([1, 2, 3], [1, 3, 9])
    1.0
    """
    return _median_absolute_error(valued(truth, said, weights))


def mape(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean absolute error as per cent of the true value.

    >>> mape([1, 2, 4], [1, 2, 5])
    8.33
    """
    return mean_of(percentage_errors)(valued(truth, said, weights))


def smape(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean absolute error as per cent of the mean size of truth and what was said.

    >>> smape([1, 2, 3], [1, 2, 5])
    16.67
    """
    return mean_of(symmetric_percentage_errors)(valued(truth, said, weights))


def pinball(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
            quantile: float = 0.5) -> float:
    """The mean pinball loss of forecasts of a quantile.

    >>> pinball([1, 2, 3], [1, 2, 5], quantile=0.9)
    0.0667
    """
    return mean_of(pinball_losses(quantile))(valued(truth, said, weights))


def pinball_metric(quantile: float = 0.5) -> Metric:
    """Pinball loss of a quantile."""
    per_row = pinball_losses(quantile)
    name = format_spec("pinball", {} if quantile == 0.5 else {"quantile": quantile})
    return _metric(name, f"pinball loss at {quantile:g}", mean_of(per_row), per_row, reference="Koenker & Bassett 1978")


def _metric(name: str, title: str, score: Callable[[Predictions], float],
            per_row: Callable[[Predictions], Array] | None = None, highest: float = math.inf,
            reference: str = "") -> Metric:
    return Metric(name=name, title=title, task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MINIMISE,
                  bounds=(0.0, highest), score=score, per_row=per_row, reference=reference)


MEDIAN_ABSOLUTE_ERROR = METRICS.add(_metric("median_absolute_error", "median absolute error", _median_absolute_error))
MAPE = METRICS.add(_metric("mape", "mean absolute percentage error", mean_of(percentage_errors), percentage_errors))
SMAPE = METRICS.add(_metric("smape", "symmetric mean absolute percentage error", mean_of(symmetric_percentage_errors),
                            symmetric_percentage_errors, 200.0))
PINBALL = METRICS.add(pinball_metric())
FAMILIES.add(Family(name="pinball", make=pinball_metric))
