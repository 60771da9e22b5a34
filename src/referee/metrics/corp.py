"""CORP: a proper score as miscalibration − discrimination + uncertainty, without bins.

Dimitriadis, Gneiting & Jordan (2021), PNAS 118(8). Forecasts are recalibrated by isotonic regression (pool adjacent
violators), equal forecasts pooled first; MCB = S(p) − S(p̂), DSC = S(r̄) − S(p̂), UNC = S(r̄), r̄ what was observed.
Recalibration is fitted to the same rows, so MCB is above 0 even for a calibrated model.
Two classes: the probability of class 1. More: `of="class-wise"`, half the sum of the terms of each class against the
rest, which add up to the Brier score from 0 to 1 (recalibrated class by class, rows need not sum to 1); or
`of="top-label"`, the probability that the most probable class is true. Truth may be codes or any labels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array, Direction, Json, Needs, Task, frozen_array
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.calibration import CLASS_WISE, TOP_LABEL
from referee.metrics.pool_adjacent import isotonic
from referee.metrics.predictions import Predictions
from referee.metrics.probability import EPSILON
from referee.metrics.ranked import Ranked
from referee.metrics.vectors import Coding, forecast
from referee.spec import format_spec


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corp:
    """score = miscalibration − discrimination + uncertainty; and the recalibrated forecasts."""

    rule: str
    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float
    forecasts: Array        # the distinct probabilities, ascending; none where the terms are sums over classes
    recalibrated: Array     # what each should have been
    classes: tuple[Corp, ...] = ()      # each against the rest, where the terms are sums over classes

    def __str__(self) -> str:
        return (f"{self.rule} {self.score:.4g} = miscalibration {self.miscalibration:.4g} − discrimination "
                f"{self.discrimination:.4g} + uncertainty {self.uncertainty:.4g} (CORP).")

    def to_dict(self) -> Json:
        """The terms by name, arrays as lists."""
        told = {f.name: getattr(self, f.name) for f in fields(self)}
        told |= {"forecasts": self.forecasts.tolist(), "recalibrated": self.recalibrated.tolist(),
                 "classes": [one.to_dict() for one in self.classes]}
        return told


def _brier(said: Array, misses: Array, hits: Array) -> float:
    return float(hits @ (1 - said) ** 2 + misses @ said**2)


def _log_loss(said: Array, misses: Array, hits: Array) -> float:
    """0 log 0 is 0: a recalibrated forecast is 0 only where nothing happened."""
    return float(-hits @ np.log(np.clip(said, EPSILON, 1.0)) - misses @ np.log(np.clip(1 - said, EPSILON, 1.0)))


RULES = {"brier": _brier, "log_loss": _log_loss}


def _check(predictions: Predictions, rule: str, of: str) -> None:
    if rule not in RULES:
        raise BadInput(f"the rule must be brier or log_loss, not {rule!r}.")
    if of not in {CLASS_WISE, TOP_LABEL}:
        raise BadInput(f"of must be {CLASS_WISE} or {TOP_LABEL}, not {of!r}.")
    if rule != "brier" and of == CLASS_WISE and predictions.k > 2:
        raise BadInput("log losses of the classes against the rest do not add up to the log loss; say of='top-label'.")


def _corp(predictions: Predictions, rule: str = "brier", of: str = CLASS_WISE) -> Corp:
    _check(predictions, rule, of)
    key = ("corp", rule, of)
    if key not in predictions.kept:
        if predictions.k == 2:
            found = _of_event(predictions.ranked_probability(1), rule)
        elif of == TOP_LABEL:
            found = _of_event(predictions.top_ranked, rule)
        else:
            found = _summed([_of_event(predictions.ranked_probability(c), rule) for c in range(predictions.k)])
        predictions.kept[key] = found
    kept: Corp = predictions.kept[key]
    return kept


def _of_event(ranked: Ranked, rule: str) -> Corp:
    """The decomposition for something that happens or not."""
    values, taken, found = (part[::-1] for part in ranked.at_thresholds)
    weight, hits = -np.diff(taken, append=0.0), -np.diff(found, append=0.0)
    hits = np.clip(hits, 0.0, weight)
    total = float(weight.sum())
    pooled = np.clip(isotonic(hits, weight), 0.0, 1.0)
    loss: Callable[[Array], float] = lambda said: RULES[rule](said, weight - hits, hits) / total  # noqa: E731
    score, best, climate = loss(values), loss(pooled), loss(np.full(values.size, hits.sum() / total))
    return Corp(rule=rule, score=score, miscalibration=max(score - best, 0.0), discrimination=max(climate - best, 0.0),
                uncertainty=climate, forecasts=frozen_array(values), recalibrated=frozen_array(pooled))


def _summed(classes: list[Corp]) -> Corp:
    """Half the sum over classes: for the Brier score, that of all classes from 0 to 1."""
    def half(part: Callable[[Corp], float]) -> float:
        return sum(part(one) for one in classes) / 2

    return Corp(rule=classes[0].rule, score=half(lambda c: c.score), miscalibration=half(lambda c: c.miscalibration),
                discrimination=half(lambda c: c.discrimination), uncertainty=half(lambda c: c.uncertainty),
                forecasts=frozen_array([]), recalibrated=frozen_array([]), classes=tuple(classes))


def corp(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
         rule: str = "brier", of: str = CLASS_WISE, **coding: Unpack[Coding]) -> Corp:
    """Decompose a proper score, "brier" or "log_loss"; of more than two classes class-wise or by the top label.

    >>> print(corp([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9]))
    brier 0.185 = miscalibration 0.06 − discrimination 0.125 + uncertainty 0.25 (CORP).
    """
    return _corp(forecast(truth, probabilities, weights, **coding), rule, of)


def miscalibration_metric(of: str = CLASS_WISE) -> Metric:
    """Miscalibration by isotonic recalibration; of more than two classes class-wise or by the top label."""
    if of not in {CLASS_WISE, TOP_LABEL}:
        raise BadInput(f"of must be {CLASS_WISE} or {TOP_LABEL}, not {of!r}.")
    note = "" if of == CLASS_WISE else f", {of}"
    return Metric(
        name=format_spec("mcb", {} if of == CLASS_WISE else {"of": of}), title=f"miscalibration (CORP{note})",
        task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MINIMISE, bounds=(0.0, 1.0),
        score=lambda predictions: _corp(predictions, of=of).miscalibration, symmetric=of == CLASS_WISE,
        reference="Dimitriadis, Gneiting & Jordan 2021")


MCB = METRICS.add(miscalibration_metric())
FAMILIES.add(Family(name="mcb", make=miscalibration_metric))
# Not by the top label: whether that is true is another question for each model, and a perfect one has nothing to tell.
DSC = METRICS.add(Metric(
    name="dsc", title="discrimination (CORP)", task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES,
    direction=Direction.MAXIMISE, bounds=(0.0, 0.5), score=lambda predictions: _corp(predictions).discrimination,
    attained=False, reference="Dimitriadis, Gneiting & Jordan 2021",
))
