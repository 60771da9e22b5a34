"""Scores of forecasts that need more than truth and one number: the past of the series, samples, or quantiles.

MASE and RMSSE: Hyndman, R. and Koehler, A. (2006). Another look at measures of forecast accuracy. IJF 22, 679-688;
Makridakis, S., Spiliotis, E. and Assimakopoulos, V. (2022). The M5 competition. IJF 38, 1325-1336. The error is divided
by that of the (seasonal) last value within the past, so that 1 is as good as that was there. CRPS: Gneiting, T. and
Raftery, A. (2007). Strictly proper scoring rules, prediction, and estimation. JASA 102, 359-378: E|X − y| − ½ E|X − X'|
of samples (with X and X' different draws, as Zamo and Naveau 2018 advise, "fair"), or twice the mean pinball loss of
quantiles. These are functions on arrays: a ledger holds no past and no samples, so they are no metrics of `compare`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.given import numbers
from referee.kinds import Array
from referee.metrics.regression import mae, residuals
from referee.metrics.vectors import valued


def mase(truth: npt.ArrayLike, said: npt.ArrayLike, past: npt.ArrayLike, *, season: int = 1) -> float:
    """The mean absolute error relative to that of the value a season before, within the past of the series.

    >>> mase([5, 6], [5, 8], past=[1, 2, 4, 4])
    1.0
    """
    return mae(truth, said) / _scale(_steps(past, season), lambda steps: float(np.abs(steps).mean()))


def rmsse(truth: npt.ArrayLike, said: npt.ArrayLike, past: npt.ArrayLike, *, season: int = 1) -> float:
    """The root of the mean squared error relative to that of the value a season before, within the past of the series.

    >>> rmsse([5, 6], [5, 8], past=[1, 2, 4, 4])
    1.095
    """
    return _root_mean_square(residuals(valued(truth, said))) / _scale(_steps(past, season), _root_mean_square)


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


def _steps(past: npt.ArrayLike, season: int) -> Array:
    """How far each value of the past is from that a season before."""
    values = numbers(past, "past")
    if values.ndim != 1:
        raise BadInput(f"past must be one number a time, not an array of shape {values.shape}.")
    if isinstance(season, bool) or not isinstance(season, int) or not 1 <= season < values.size:
        raise BadInput(f"season is {season!r}; it is a number of times, fewer than the {values.size} of the past.")
    return np.asarray(values[season:] - values[:-season])


def _root_mean_square(values: Array) -> float:
    """Without a square that is too large or too small for a number."""
    largest = float(np.abs(values).max(initial=0.0))
    return largest * float(np.sqrt(((values / largest) ** 2).mean())) if largest else 0.0


def _scale(steps: Array, size_of: Callable[[Array], float]) -> float:
    size = size_of(steps)
    if size == 0:
        raise Undefined("the past does not change, and the error would be divided by 0.")
    return size


def _rows(truth: npt.ArrayLike, said: npt.ArrayLike, what: str) -> tuple[Array, Array]:
    true, table = numbers(truth, "truth"), numbers(said, what)
    if true.ndim != 1 or not true.size or table.ndim != 2 or table.shape[0] != true.size or not table.shape[1]:
        raise BadInput(f"truth is one number a row and {what} one row of them each, not arrays of shape {true.shape} "
                       f"and {table.shape}.")
    return true, table
