"""CORP: a proper score of two classes as miscalibration − discrimination + uncertainty, without bins.

Dimitriadis, Gneiting & Jordan (2021), PNAS 118(8). Forecasts are recalibrated by isotonic regression (pool adjacent
violators), equal forecasts pooled first; MCB = S(p) − S(p̂), DSC = S(r̄) − S(p̂), UNC = S(r̄), r̄ what was observed.
Recalibration is fitted to the same rows, so MCB is above 0 even for a calibrated model.
Truth may be codes 0 and 1 or any two labels; the probability is that of class 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Json, Needs, Task, frozen_array
from referee.metrics._base import METRICS, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.probability import EPSILON
from referee.metrics.vectors import forecast


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corp:
    """score = miscalibration − discrimination + uncertainty; and the recalibrated forecasts."""

    rule: str
    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float
    forecasts: Array        # the distinct probabilities, ascending
    recalibrated: Array     # what each should have been

    def __str__(self) -> str:
        return (f"{self.rule} {self.score:.4g} = miscalibration {self.miscalibration:.4g} − discrimination "
                f"{self.discrimination:.4g} + uncertainty {self.uncertainty:.4g} (CORP).")

    def to_dict(self) -> Json:
        """The terms by name, arrays as lists."""
        return {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in asdict(self).items()}


def _brier(said: Array, misses: Array, hits: Array) -> float:
    return float(hits @ (1 - said) ** 2 + misses @ said**2)


def _log_loss(said: Array, misses: Array, hits: Array) -> float:
    """0 log 0 is 0: a recalibrated forecast is 0 only where nothing happened."""
    return float(-hits @ np.log(np.clip(said, EPSILON, 1.0)) - misses @ np.log(np.clip(1 - said, EPSILON, 1.0)))


RULES = {"brier": _brier, "log_loss": _log_loss}


def _corp(predictions: Predictions, rule: str = "brier") -> Corp:
    from scipy.optimize import isotonic_regression

    if rule not in RULES:
        raise BadInput(f"the rule must be brier or log_loss, not {rule!r}.")
    if predictions.k != 2:
        raise Undefined(f"CORP is for two classes, not for {predictions.k}.")
    key = ("corp", rule)
    if key not in predictions.kept:
        values, taken, found = (part[::-1] for part in predictions.ranked_probability(1).at_thresholds)
        weight, hits = -np.diff(taken, append=0.0), -np.diff(found, append=0.0)
        hits = np.clip(hits, 0.0, weight)
        total = float(weight.sum())
        pooled = np.clip(isotonic_regression(hits / weight, weights=weight).x, 0.0, 1.0)
        loss: Callable[[Array], float] = lambda said: RULES[rule](said, weight - hits, hits) / total  # noqa: E731
        score, best, climate = loss(values), loss(pooled), loss(np.full(values.size, hits.sum() / total))
        predictions.kept[key] = Corp(
            rule=rule, score=score, miscalibration=max(score - best, 0.0), discrimination=max(climate - best, 0.0),
            uncertainty=climate, forecasts=frozen_array(values), recalibrated=frozen_array(pooled))
    kept: Corp = predictions.kept[key]
    return kept


def corp(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
         rule: str = "brier") -> Corp:
    """Decompose a proper score of two classes; rule "brier" or "log_loss".

    >>> print(corp([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9]))
    brier 0.185 = miscalibration 0.06 − discrimination 0.125 + uncertainty 0.25 (CORP).
    """
    return _corp(forecast(truth, probabilities, weights), rule)


def _part(name: str, title: str, part: Callable[[Corp], float], direction: Direction, highest: float) -> Metric:
    return METRICS.add(Metric(
        name=name, title=title, task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=direction,
        bounds=(0.0, highest), score=lambda predictions: part(_corp(predictions)), binary_only=True,
        attained=direction is Direction.MINIMISE, reference="Dimitriadis, Gneiting & Jordan 2021"))


MCB = _part("mcb", "miscalibration (CORP)", lambda c: c.miscalibration, Direction.MINIMISE, 1.0)
DSC = _part("dsc", "discrimination (CORP)", lambda c: c.discrimination, Direction.MAXIMISE, 0.25)
