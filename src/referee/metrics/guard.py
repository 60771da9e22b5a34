"""Foreign metrics behind one guard: whatever they raise or give back becomes a number or a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

SLACK = 1e-9        # by which rounding may carry a value over its bounds


@dataclass(frozen=True, slots=True)
class Guarded:
    """A foreign function of predictions. It may raise what it likes; out of here comes a number or a refusal."""

    function: Callable[[Predictions], Any]
    title: str
    bounds: tuple[float, float]

    def number(self, predictions: Predictions) -> float:
        """One number for all rows."""
        given = self._given(predictions)
        if given.ndim or given.dtype.kind not in "iufb":
            raise BadInput(f"{self.title} gave {_shown(given)} where one number is needed.")
        return self._checked(float(given))

    def rows(self, predictions: Predictions) -> Array:
        """One number for each row."""
        given = self._given(replace(predictions, weights=None))
        if given.shape != (predictions.n_rows,) or given.dtype.kind not in "iufb":
            raise BadInput(f"{self.title} gave {_shown(given)} where one number for each of {predictions.n_rows} rows "
                           f"is needed.")
        values = given.astype(float)
        if not np.isfinite(values).all():
            raise Undefined(f"{self.title} gave {_missing(values[~np.isfinite(values)][0])} for a row.")
        return values

    def mean(self, predictions: Predictions) -> float:
        """The weighted mean of the rows' values."""
        return self._checked(predictions.mean(self.rows(predictions)))

    def _given(self, predictions: Predictions) -> Array:
        try:
            return np.asarray(self.function(predictions))
        except (Undefined, BadInput):
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0]
            raise Undefined(f"{self.title} could not be computed ({what.rstrip('.')}).") from error

    def _checked(self, value: float) -> float:
        if not np.isfinite(value):
            raise Undefined(f"{self.title} gave {_missing(value)}.")
        low, high = self.bounds
        if not low - SLACK <= value <= high + SLACK:
            raise BadInput(f"{self.title} gave {value:g}, outside its bounds {low:g} to {high:g}.")
        return value


def guarded(metric: Metric) -> Metric:
    """The same metric behind the guard; one that stands there already as it is."""
    if isinstance(getattr(metric.score, "__self__", None), Guarded):
        return metric
    return replace(
        metric, score=Guarded(_Repeated(metric.score), metric.title, metric.bounds).number,
        per_row=None if metric.per_row is None else Guarded(metric.per_row, metric.title, metric.bounds).rows,
        source=metric.source or metric.score, counts_only=False,
    )


@dataclass(frozen=True, slots=True)
class _Repeated:
    """A function of predictions that may know nothing of weights: a row of weight 2 stands there twice."""

    function: Callable[[Predictions], Any]

    def __call__(self, predictions: Predictions) -> Any:
        weights = predictions.weight_or_none
        if weights is None or not (weights == np.floor(weights)).all():
            return self.function(predictions)
        drawn = np.repeat(np.arange(weights.size), weights.astype(np.int64))
        rows: dict[str, Any] = {name: None if (array := getattr(predictions, name)) is None else array[drawn]
                                for name in ("truth", "labels", "scores", "probabilities", "values")}
        return self.function(replace(predictions, weights=None, **rows))


def _missing(value: float) -> str:
    return "what is no number" if np.isnan(value) else "infinity"


def _shown(given: Array) -> str:
    if given.ndim:
        return f"an array of shape {given.shape}"
    return f"{given.item()!r}"


FAULTS = (TypeError, NameError, AttributeError, ImportError)       # of the code, whatever the data


def rehearse(metric: Metric, predictions: Predictions) -> None:
    """Call a foreign metric once, before anything is fitted for it; a fault of its code is told now, not after hours.

    What it says of the data is no fault: it may be defined for what models will say.
    """
    try:
        metric.score(predictions)
    except BadInput:
        raise
    except Undefined as refusal:
        if isinstance(refusal.__cause__, FAULTS):
            raise BadInput(f"{str(refusal).rstrip('.')} when it was tried before fitting.") from refusal
