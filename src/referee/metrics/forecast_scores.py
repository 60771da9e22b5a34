"""The continuous ranked probability score of forecasts given as samples or as quantiles.

Gneiting, T. and Raftery, A. (2007). Strictly proper scoring rules, prediction, and estimation. JASA 102, 359-378:
E|X − y| − ½ E|X − X'| of samples (with X and X' different draws, as Zamo and Naveau 2018 advise, "fair"), or twice the
mean pinball loss of quantiles. Of models the metric `crps` takes the quantiles that they say (a sample is read as the
quantiles it has); of one that says a single number it is the absolute error, which is the score of that number held for
certain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.given import numbers
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.regression import over_targets, residuals


def _of_rows(predictions: Predictions) -> Array:
    """Twice the mean pinball loss over the levels, or the absolute error of a single number."""
    if predictions.law is None:
        return over_targets(np.abs(residuals(predictions)))
    said, at = predictions.law
    error = predictions.targets[:, None] - said
    return np.asarray(2 * np.maximum(at * error, (at - 1) * error).mean(axis=1))


METRICS.add(Metric(
    name="crps", title="CRPS", task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MINIMISE,
    bounds=(0.0, np.inf), score=mean_of(_of_rows), per_row=_of_rows, reference="Gneiting & Raftery 2007",
    note="continuous ranked probability score, of the quantiles a model says; of a single number the absolute error",
))


def crps_of_samples(truth: npt.ArrayLike, samples: npt.ArrayLike) -> float:
    """The mean continuous ranked probability score of forecasts given as samples, (rows, samples).

    >>> crps_of_samples([0, 1], [[0, 1, 2], [1, 1, 1]])
    0.167
    """
    true, drawn = _rows(truth, samples, "samples")
    m = drawn.shape[1]
    if m < 2:
        raise Undefined("one sample a row has no spread; draw two or more.")
    ordered = np.sort(drawn, axis=1)
    # Σ_{i<j} (x_(j) − x_(i)) = Σ_i (2i − m + 1) x_(i), i from 0
    between = ordered @ (2 * np.arange(m) - m + 1.0) / (m * (m - 1))
    return float((np.abs(drawn - true[:, None]).mean(axis=1) - between).mean())


def crps_of_quantiles(truth: npt.ArrayLike, quantiles: npt.ArrayLike, levels: npt.ArrayLike) -> float:
    """The mean continuous ranked probability score of forecasts given as quantiles, (rows, levels): pinball, twice.

    >>> crps_of_quantiles([3.0], [[1.0, 2.0, 4.0]], [0.25, 0.5, 0.75])
    0.833
    """
    true, said = _rows(truth, quantiles, "quantiles")
    at = numbers(levels, "levels")
    if at.shape != (said.shape[1],) or not ((at > 0) & (at < 1)).all():
        raise BadInput(f"levels are {said.shape[1]} numbers between 0 and 1, one for each column of quantiles.")
    if (np.diff(said[:, np.argsort(at)], axis=1) < 0).any():
        raise BadInput("some row has a higher quantile below a lower one; sort the quantiles of each row.")
    error = true[:, None] - said
    return float(2 * np.maximum(at * error, (at - 1) * error).mean())


def _rows(truth: npt.ArrayLike, said: npt.ArrayLike, what: str) -> tuple[Array, Array]:
    true, table = numbers(truth, "truth"), numbers(said, what)
    if true.ndim != 1 or not true.size or table.ndim != 2 or table.shape[0] != true.size or not table.shape[1]:
        raise BadInput(f"truth is one number a row and {what} one row of them each, not arrays of shape {true.shape} "
                       f"and {table.shape}.")
    return true, table
