"""One number of several targets in unlike units: each target's RMSE beside its own spread, then their mean.

Spyromitros-Xioufis, E., Tsoumakas, G., Groves, W. and Vlahavas, I. (2016). Multi-target regression via input space
expansion. Machine Learning 104, 55–98: the average relative RMSE, (1/k) Σ_j √(Σ(y_j − ŷ_j)² / Σ(y_j − ȳ_j)²). A model
that says the mean of each target has 1, a perfect one 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric, Moments
from referee.metrics.influence import influence_by_moments
from referee.metrics.predictions import Predictions
from referee.metrics.regression import by_target, variation
from referee.metrics.vectors import valued


def _standardised(predictions: Predictions) -> float:
    truth, said, share = by_target(predictions)
    return float(np.sqrt(share @ (truth - said) ** 2 / variation(truth, share, "truth")).mean())


def _rows(predictions: Predictions, origin: Any) -> Array:
    """The squared error, the target and its square, of each target."""
    n = predictions.n_rows
    from_origin = (predictions.targets - origin).reshape(n, -1)
    errors = from_origin - (predictions.said(Needs.VALUES) - origin).reshape(n, -1)
    return np.hstack([errors**2, from_origin, from_origin**2])


def _of_means(means: Array) -> tuple[float, Array]:
    """The mean over targets of r = √(A/V), V = S − m²: ∂r/∂A = 1/(2rV), ∂r/∂S = −r/(2V), ∂r/∂m = r m/V."""
    error, mean, square = means.reshape(3, -1)
    variance = square - mean**2
    if (variance <= 0).any():
        raise Undefined("the standardised RMSE is undefined: all rows have the same value of a target.")
    ratio = np.sqrt(error / variance)
    by_error = np.divide(1, 2 * ratio * variance, out=np.zeros_like(ratio), where=ratio > 0)
    slopes = np.concatenate([by_error, ratio * mean / variance, -ratio / (2 * variance)]) / ratio.size
    return float(ratio.mean()), slopes


def standardised_rmse(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The RMSE in units of the target's standard deviation; of several targets the mean.

    >>> standardised_rmse([[1, 100], [2, 300], [3, 200]], [[1, 100], [2, 300], [2, 100]])
    0.707
    """
    return _standardised(valued(truth, said, weights))


MOMENTS = Moments(_rows, _of_means)
STANDARDISED_RMSE = METRICS.add(Metric(
    name="standardised_rmse", title="standardised RMSE", task=Task.REGRESSION, needs=Needs.VALUES,
    direction=Direction.MINIMISE, bounds=(0.0, math.inf), score=_standardised, moments=MOMENTS,
    influence=influence_by_moments(MOMENTS), idle=Idle.CONSTANT, over_targets=True,
    reference="Spyromitros-Xioufis et al. 2016"))
