"""The best of several configurations that were all scored on the same rows, with the luck of being best taken out.

Tsamardinos et al. (2018), `bbc_cv`; Tibshirani & Tibshirani (2009), `tibshirani_tibshirani`. Both need only the stored
out-of-fold predictions of one cross-validation. The choice that is corrected is "the best mean, the first of equals".
BBC-CV draws rows, so it needs a metric that is a mean over rows, and rows that do not come in groups.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.estimates.selection.bbc_cv import bbc_cv
from referee.estimates.selection.tibshirani_tibshirani import tibshirani_tibshirani
from referee.kinds import Array, Direction
from referee.metrics import Metric
from referee.reading.draft import is_plain_mean
from referee.reading.scores import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOf:
    """The best configuration, the score people would quote, and what is left of it."""

    learner: str
    metric: str
    tried: int
    naive: float                          # the best mean score
    corrected: float | None               # by BBC-CV; None where it is not justified
    interval: Interval | None
    tibshirani: float                     # by Tibshirani & Tibshirani, which over-corrects on few rows
    direction: Direction
    reason: str = ""                      # why there is no BBC-CV

    @property
    def honest(self) -> float:
        """The corrected score: by BBC-CV where that is justified, else by Tibshirani & Tibshirani."""
        return self.tibshirani if self.corrected is None else self.corrected

    @property
    def optimism(self) -> float:
        """How much the naive score flatters; below 0 where it does not."""
        return self.direction.value * (self.naive - self.honest)


def best_of(table: ScoreTable, metric: Metric, *, learners: tuple[str, ...] | None = None, seed: int = 0,
            level: float = 0.95, resamples: int = 1000) -> BestOf:
    """The best of the learners of a table by one metric, corrected."""
    names = tuple(learners or table.learners)
    scores = [table.scores[name, metric.name] for name in names]
    whole = [name for name, found in zip(names, scores, strict=True) if found.kept.all()]
    if len(whole) < 2:
        raise Undefined(f"fewer than two configurations have a {metric.title} on every test part.")
    sign = -metric.direction.value               # losses: lower is better
    tt = tibshirani_tibshirani(np.stack([sign * table.scores[name, metric.name].values for name in whole], axis=1))
    reason = _objection(table, metric, whole)
    corrected, interval = None, None
    if not reason:
        bounds = metric.bounds if sign > 0 else (-metric.bounds[1], -metric.bounds[0])
        made = bbc_cv(_losses(table, metric, whole), resamples=resamples, seed=seed, level=level, bounds=bounds)
        corrected, interval = sign * made.value, _turned(made.interval, metric.direction)
    return BestOf(learner=whole[tt.best], metric=metric.name, tried=len(names), naive=sign * tt.naive,
                  corrected=corrected, interval=interval, tibshirani=sign * tt.value, direction=metric.direction,
                  reason=reason)


def _objection(table: ScoreTable, metric: Metric, names: list[str]) -> str:
    if not is_plain_mean(metric):
        return f"BBC-CV draws rows, and {metric.title} is no mean over rows"
    if table.problem.groups is not None:
        return "BBC-CV draws rows, and these come in groups"
    if not all(name in table.rows for name in names):
        return "BBC-CV needs each row predicted once: one pass of cross-validation"
    return ""


def _losses(table: ScoreTable, metric: Metric, names: list[str]) -> Array:
    """Out-of-fold losses, (rows, configurations)."""
    assert metric.per_row is not None
    columns = []
    for name in names:
        found = table.rows[name]
        columns.append(np.asarray(metric.per_row(found.predictions), dtype=float)[np.argsort(found.row)])
    if len({column.size for column in columns}) != 1:
        raise BadInput("the configurations were not scored on the same rows.")
    return -metric.direction.value * np.stack(columns, axis=1)


def _turned(interval: Interval | None, direction: Direction) -> Interval | None:
    """The interval of a loss as that of the metric."""
    if interval is None or direction is Direction.MINIMISE:
        return interval
    return Interval(-interval.high, -interval.low, level=interval.level, method=interval.method)
