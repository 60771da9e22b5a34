"""One learner's curve by one metric: a point for each training size, a band, a power law or why none.

The band is simultaneous: with the confidence stated the expected score lies within it at every size at once. Its errors
are corrected for training sets that overlap (Nadeau and Bengio 2003) by the ratio of the largest size at every size:
smaller training sets overlap less, so there the band is rather too wide. Measured on two hundred rows: see the docs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons.multiplicity.simultaneous import Simultaneous, simultaneous_t
from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.curves.power_law import PowerLaw, fit_power_law
from referee.estimates.means.no_spread import interval_without_spread
from referee.kinds import Array, Direction, Json
from referee.metrics import Metric
from referee.reading.scores import Cost, ScoreTable

FEWEST_SPLITS = 3
METHOD = "simultaneous corrected t"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What a learner did at one training size."""

    size: int                       # units to train on, as asked for
    rows: int                       # rows trained on
    value: float | None             # None: no score, and `reason` says why
    band: Interval | None = None    # holds for all sizes at once
    training: float | None = None   # score on rows trained on
    fit_seconds: float | None = None
    predict_seconds: float | None = None      # for 1,000 rows
    complexity: tuple[tuple[str, float], ...] = ()
    kept: int = 0                   # splits with a score
    lost: int = 0
    reason: str = ""

    def to_dict(self) -> Json:
        """For JSON."""
        return {"size": self.size, "rows": self.rows, "value": self.value,
                "band": self.band.to_dict() if self.band else None, "training": self.training,
                "fit_seconds": self.fit_seconds, "predict_seconds_per_1000_rows": self.predict_seconds,
                "complexity": dict(self.complexity), "kept": self.kept, "lost": self.lost, "reason": self.reason}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """A learner's points, and what more data would bring."""

    learner: str
    metric: str
    points: tuple[Point, ...]
    law: PowerLaw | None = None
    no_law: str = ""                # why there is none
    best: float = math.nan          # the score without any error, from which the law's errors are counted
    sign: int = 1                   # score = best − sign · error

    def score_at(self, rows: float) -> tuple[float, Interval] | None:
        """The score the power law expects with so many rows, and its range."""
        if self.law is None:
            return None
        range_ = self.law.interval(rows)
        ends = sorted((self.best - self.sign * range_.low, self.best - self.sign * range_.high))
        return (self.best - self.sign * self.law.at(rows),
                Interval(ends[0], ends[1], level=range_.level, method=range_.method))

    def to_dict(self) -> Json:
        """For JSON."""
        law = self.law
        return {"learner": self.learner, "metric": self.metric, "points": [p.to_dict() for p in self.points],
                "power_law": None if law is None else {
                    "a": law.a, "b": law.b, "c": law.c, "since": law.since, "asymptote": law.asymptote.to_dict(),
                    "checked": None if law.checked is None else {
                        "last_error": law.checked[0], "predicted": law.checked[1].to_dict()}},
                "no_power_law": self.no_law}


@dataclass(frozen=True, kw_only=True, eq=False)
class SizeScores:
    """The scores of one training size, tested and on training rows, by the splits of the plan."""

    size: int
    test: ScoreTable
    training: ScoreTable | None
    n_test: float                   # rows tested in each split, on average

    @property
    def rows(self) -> int:
        """Rows trained on in each split, on average."""
        return round(float(self.test.n_train.mean()))

    def of_parts(self, learner: str, metric: Metric) -> tuple[Array, Array]:
        """Scores by split, and where there are any; differences are taken of these."""
        scores = self.test.scores[learner, metric.name]
        return scores.values, scores.kept

    def values(self, learner: str, metric: Metric) -> tuple[Array, Array]:
        """Scores by split around the score that is told, and where there are any."""
        scores = self.test.scores[learner, metric.name]
        return scores.centred, scores.kept


def curve_of(sizes: list[SizeScores], learner: str, metric: Metric, *, ratio: float, level: float,
             seed: int) -> Curve:
    """Points, band and power law of one learner by one metric."""
    able, rows, table = complete(sizes, [learner], metric)
    made = simultaneous_t(table[learner], ratio=ratio, level=level, seed=seed) if rows.sum() >= FEWEST_SPLITS else None
    bands = dict(zip(able, _bands(made, [sizes[i] for i in able], metric, level), strict=True)) if made else {}
    points = tuple(point_of(s, learner, metric, bands.get(i)) for i, s in enumerate(sizes))
    blank: dict[str, Any] = {"learner": learner, "metric": metric.name, "points": points}
    up = metric.direction is Direction.MAXIMISE
    best, sign = float(metric.bounds[1 if up else 0]), 1 if up else -1
    if not math.isfinite(best):
        return Curve(**blank, no_law=f"{metric.title} has no best value that errors could be counted from")
    if made is None:
        return Curve(**blank, no_law=f"only {int(rows.sum())} splits have a score at every size")
    try:
        law = fit_power_law([sizes[i].rows for i in able], sign * (best - table[learner]), ratio=ratio, level=level,
                            seed=seed)
    except Undefined as reason:
        return Curve(**blank, no_law=str(reason).rstrip("."))
    return Curve(**blank, law=law, best=best, sign=sign)


def complete(sizes: list[SizeScores], learners: list[str], metric: Metric) -> tuple[list[int], Array, dict[str, Array]]:
    """Sizes at which most splits of these learners have scores; the splits that have all of those; their scores."""
    kept = np.array([np.all([s.values(name, metric)[1] for name in learners], axis=0) for s in sizes])
    able = [i for i, k in enumerate(kept) if k.mean() > 0.5]
    rows = np.all(kept[able], axis=0) if able else np.zeros(kept.shape[1], dtype=bool)
    tables = {name: np.column_stack([sizes[i].values(name, metric)[0][rows] for i in able])
              if able else np.empty((0, 0)) for name in learners}
    return able, rows, tables


def _bands(made: Simultaneous, sizes: list[SizeScores], metric: Metric, level: float) -> Iterator[Interval | None]:
    """Cut to what the metric can be; where all splits say the same, what so many cases allow."""
    for k, scores in enumerate(sizes):
        value = float(made.means[k])
        if made.errors[k] > 0:
            yield Interval(float(made.low[k]), float(made.high[k]), level=level, method=METHOD).within(metric.bounds)
            continue
        try:
            each = 1 - (1 - level) / len(sizes)
            # Rows that give the corrected variance of a mean, as for the corrected t interval.
            cases = 1 / (1 / (made.n_splits * scores.n_test) + 1 / float(sizes[-1].test.n_train.mean()))
            yield interval_without_spread(value, cases, level=each, bounds=metric.bounds, what="scores")
        except Undefined:
            yield None


def point_of(scores: SizeScores, learner: str, metric: Metric, band: Interval | None) -> Point:
    """What the scores and costs of one size come to."""
    found = scores.test.scores[learner, metric.name]
    if found.value is None:
        return Point(size=scores.size, rows=scores.rows, value=None, lost=len(found.lost),
                     reason=found.why.rstrip("."))
    costs = list(scores.test.costs.get(learner, {}).values())
    return Point(size=scores.size, rows=scores.rows, value=found.value, band=band,
                 training=_training(scores, learner, metric), kept=found.counted,
                 lost=found.values.size - found.counted, **_means(costs))


def _training(scores: SizeScores, learner: str, metric: Metric) -> float | None:
    if scores.training is None:
        return None
    return scores.training.scores[learner, metric.name].value


def _means(costs: list[Cost]) -> Json:
    if not costs:
        return {}
    names = dict.fromkeys(name for cost in costs for name in cost.complexity)
    size = tuple((name, float(np.mean([c.complexity[name] for c in costs if name in c.complexity]))) for name in names)
    return {"fit_seconds": float(np.mean([c.fit_seconds for c in costs])), "complexity": size,
            "predict_seconds": float(np.mean([1000 * c.predict_seconds / c.predicted for c in costs]))}
