"""Errors of a forecast beside the steps of its past: 1 is as good as the (seasonal) last value was there.

MASE: Hyndman, R. and Koehler, A. (2006). Another look at measures of forecast accuracy. IJF 22, 679-688. RMSSE:
Makridakis, S., Spiliotis, E. and Assimakopoulos, V. (2022). The M5 competition. IJF 38, 1325-1336.

Every row is divided by the steps of what its own model was trained on (see `past`), so that over several origins, or
several series, MASE is the mean of all scaled errors and RMSSE the root of the mean of all their squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.given import numbers
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.past import Past
from referee.metrics.predictions import Predictions
from referee.metrics.regression import over_targets, residuals
from referee.metrics.vectors import valued
from referee.spec import format_spec


def _scaled(season: int, scale: float | None, power: int) -> Callable[[Predictions], Array]:
    """The error of each row in steps, or in a unit that is given, to a power."""

    def per_row(predictions: Predictions) -> Array:
        errors = residuals(predictions)
        unit = predictions.steps(season, power) if scale is None else scale
        return over_targets(np.abs(errors / unit) ** power)

    return per_row


def mase_metric(season: int = 1, scale: float | None = None) -> Metric:
    """The mean absolute error in mean steps of the training part, a season apart; or in a scale that is known."""
    return _metric("mase", "MASE", season, scale, power=1, reference="Hyndman & Koehler 2006")


def rmsse_metric(season: int = 1, scale: float | None = None) -> Metric:
    """The root mean squared error in root mean squared steps of the training part, or in a scale that is known."""
    return _metric("rmsse", "RMSSE", season, scale, power=2, reference="Makridakis et al. 2022")


def _metric(name: str, title: str, season: int, scale: float | None, *, power: int, reference: str) -> Metric:
    if isinstance(season, bool) or not isinstance(season, int) or season < 1:
        raise BadInput(f"season is {season!r}; it is a number of times, 1 or more.")
    if scale is not None and (not isinstance(scale, int | float) or not 0 < scale < math.inf or season > 1):
        raise BadInput(f"scale is {scale!r}; it is one number above 0, and then there is no season.")
    said: dict[str, Any] = {"season": season} if season > 1 else {} if scale is None else {"scale": scale}
    told = f"{title} (season {season})" if season > 1 else title if scale is None else f"{title} (scale {scale:g})"
    per_row = _scaled(season, scale, power)
    mean = mean_of(per_row)
    score, outer = (mean, _as_it_is) if power == 1 else (lambda predictions: math.sqrt(mean(predictions)), math.sqrt)
    return Metric(name=format_spec(name, said), title=told,
                  task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MINIMISE, bounds=(0.0, math.inf),
                  score=score, per_row=per_row, outer=outer, season=season if scale is None else None,
                  reference=reference)


def _as_it_is(mean: float) -> float:
    return mean


def mase(truth: npt.ArrayLike, said: npt.ArrayLike, past: npt.ArrayLike, *, season: int = 1) -> float:
    """The mean absolute error relative to that of the value a season before, within the past of the series.

    >>> mase([5, 6], [5, 8], past=[1, 2, 4, 4])
    1.0
    """
    return mase_metric(season).score(_forecast(truth, said, past, season))


def rmsse(truth: npt.ArrayLike, said: npt.ArrayLike, past: npt.ArrayLike, *, season: int = 1) -> float:
    """The root of the mean squared error relative to that of the value a season before, within the past of the series.

    >>> rmsse([5, 6], [5, 8], past=[1, 2, 4, 4])
    1.095
    """
    return rmsse_metric(season).score(_forecast(truth, said, past, season))


def _forecast(truth: npt.ArrayLike, said: npt.ArrayLike, past: npt.ArrayLike, season: int) -> Predictions:
    """One forecast of what follows a past."""
    before, later = numbers(past, "past"), valued(truth, said)
    if before.ndim != 1:
        raise BadInput(f"past must be one number a time, not an array of shape {before.shape}.")
    if isinstance(season, bool) or not isinstance(season, int) or not 1 <= season < before.size:
        raise BadInput(f"season is {season!r}; it is a number of times, fewer than the {before.size} of the past.")
    test = np.zeros(later.n_rows, int)
    return replace(later, past=Past.of(before, None, train=np.arange(before.size), test=test))


for _make in (mase_metric, rmsse_metric):
    FAMILIES.add(Family(name=METRICS.add(_make()).name, make=_make))
