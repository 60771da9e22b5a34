"""What is kept of one learner's fits on the halves, metric by metric: enough for every variance, less than predictions.

Means over rows, and functions of such means: sums by unit and class. Metrics of labels: how often each label was said,
by unit and class. Areas under ROC curves: the area of each part, and without each unit. Whatever else: the same by
scoring the part again without each unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.errors import BadInput, Undefined
from referee.estimates.halves.cells import Cells, cells_of_parts, cells_of_sums
from referee.estimates.resampling.linearised import slopes_of_table
from referee.estimates.resampling.row_subset import some_rows
from referee.kinds import Array, Needs, Task
from referee.metrics import Metric, Predictions
from referee.metrics.parts import Parts
from referee.reading.halves.halving import Halving, Unit


def of_the_table(metric: Metric) -> bool:
    """Whether the metric is a function of the confusion table that is no mean over rows."""
    return metric.per_row is None and metric.needs is Needs.LABELS and metric.counts_only and not metric.weighted


@dataclass(kw_only=True, eq=False)
class KeptHalves:
    """One learner's fits on the halves, filled part by part."""

    halving: Halving
    metrics: Sequence[Metric]
    n_classes: int | None
    classes: tuple[Any, ...] = ()
    origin: Array | float = 0.0                                       # of targets: their mean
    sums: dict[str, Array] = field(default_factory=dict)              # (2R, B·C, quantities)
    labels: list[tuple[Array, Array]] = field(default_factory=list)   # of each part: cells of (unit, truth, label)
    scores: dict[str, tuple[Array, Array]] = field(default_factory=dict)      # of each part, and without each unit
    kept: dict[str, Array] = field(default_factory=dict)              # (2R,) bool
    made: dict[tuple[str, bytes], tuple[float, Array]] = field(default_factory=dict)

    @classmethod
    def of(cls, problem: Problem, halving: Halving, metrics: Sequence[Metric]) -> KeptHalves:
        """Nothing kept yet."""
        origin = problem.y.mean(axis=0) if problem.task is Task.REGRESSION else 0.0
        return cls(halving=halving, metrics=metrics, n_classes=len(problem.classes) or None, classes=problem.classes,
                   origin=origin)

    def __post_init__(self) -> None:
        parts, units, strata = self.halving.counted.counts.shape
        self.labels = [(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))] * parts
        for metric in self.metrics:
            self.kept[metric.name] = np.zeros(parts, dtype=bool)
            if metric.moments is not None or metric.per_row is not None:
                self.sums[metric.name] = np.zeros((parts, units * strata, 0))
            elif not of_the_table(metric):
                self.scores[metric.name] = np.zeros(parts), np.zeros((parts, units))

    def take(self, numbers: Array, rows: Sequence[Array], said: Parts) -> None:
        """What was said of the rows of some parts, which have these numbers."""
        for metric in self.metrics:
            if not self._take(metric, numbers, np.concatenate(rows), said):
                # Something is wrong with a part; why is told where it is scored. The others count.
                for i in range(numbers.size):
                    self._take(metric, numbers[i:i + 1], rows[i], Parts([said.each[i]]))
        for number, tested, part in zip(numbers.tolist(), rows, said.each, strict=True):
            self._count_labels(number, self.halving.unit_of[tested], part)

    def _take(self, metric: Metric, numbers: Array, rows: Array, said: Parts) -> bool:
        """Whether all these parts could be taken together by this metric."""
        if said.whole is None:
            return False
        try:
            if metric.name in self.sums:
                self._add_up(metric, numbers, rows, said)
            elif metric.name not in self.scores:
                said.whole.said(Needs.LABELS)                # counted as labels
            elif metric.area:
                self._leave_out_of_areas(metric, numbers, rows, said)
            else:
                for number, part, span in zip(numbers, said.each, said.spans, strict=True):
                    self._leave_out(metric, number, self.halving.unit_of[rows[slice(*span)]], part)
            self.kept[metric.name][numbers] = True
        except (Undefined, BadInput):
            return False
        return True

    def _count_labels(self, part: int, unit: Array, said: Predictions) -> None:
        """How often each label was said of each class of each unit."""
        if said.labels is None or not self.n_classes:
            return
        try:
            cells = (unit * said.k + said.codes) * said.k + said.said(Needs.LABELS)
        except (Undefined, BadInput):
            return
        self.labels[part] = (cells, np.ones(cells.size)) if self.halving.unit is Unit.ROW else _counted(cells)

    def _add_up(self, metric: Metric, numbers: Array, rows: Array, said: Parts) -> None:
        values = self._by_row(metric, said)
        sums = self.sums[metric.name]
        if not sums.shape[2]:
            self.sums[metric.name] = sums = np.zeros((*sums.shape[:2], values.shape[1]))
        n_cells = sums.shape[1]
        cell = self.halving.unit_of[rows] * self.halving.counted.counts.shape[2] + self.halving.stratum_of[rows]
        place = np.repeat(np.arange(numbers.size), said.sizes) * n_cells + cell
        for q in range(values.shape[1]):
            sums[numbers, :, q] = np.bincount(place, weights=values[:, q], minlength=numbers.size * n_cells).reshape(
                -1, n_cells)

    def _by_row(self, metric: Metric, said: Parts) -> Array:
        """The quantities that are added up, (rows, quantities)."""
        if metric.moments is None:
            found = [said.values(metric, i) for i in range(len(said.each))]
            return np.concatenate(found).reshape(int(said.ends[-1]), -1)
        assert said.whole is not None
        return metric.moments.of_rows(said.whole, self.origin)

    def _leave_out_of_areas(self, metric: Metric, numbers: Array, rows: Array, said: Parts) -> None:
        assert said.whole is not None
        unit, k = self.halving.unit_of[rows], said.whole.k
        found = [said.areas(said.whole, c, unit, self.halving.n_units) for c in ([1] if k == 2 else range(k))]
        whole, without = self.scores[metric.name]
        whole[numbers] = np.mean([areas for areas, _ in found], axis=0)
        without[numbers] = np.mean([others for _, others in found], axis=0)

    def _leave_out(self, metric: Metric, part: int, unit: Array, said: Predictions) -> None:
        whole, without = self.scores[metric.name]
        whole[part] = metric.score(said)
        for u in np.unique(unit):
            try:
                without[part, u] = metric.score(some_rows(said, unit != u))
            except Undefined:                                # a class is empty without it
                without[part, u] = whole[part]

    def linear(self, metric: Metric, repeats: Array) -> tuple[float, Array]:
        """The score over some repeats (bool), and the sums of its rows' values, to first order, by cell."""
        key = metric.name, repeats.tobytes()
        if key not in self.made:                 # a learner is compared with many
            self.made[key] = self._linear(metric, np.repeat(repeats, 2))
        return self.made[key]

    def _linear(self, metric: Metric, some: Array) -> tuple[float, Array]:
        counts = self.halving.counted.counts[some]
        if metric.name not in self.sums:
            return self._of_labels(metric, some)
        sums = self.sums[metric.name][some].reshape(*counts.shape, -1)
        means = sums.sum(axis=(0, 1, 2)) / counts.sum()
        if metric.moments:
            value, slopes = metric.moments.score(means)
        else:
            value, slope = metric.at_mean(float(means[0]))
            slopes = np.array([slope])
        return value, value * counts + (sums - means * counts[..., None]) @ slopes

    def _of_labels(self, metric: Metric, some: Array) -> tuple[float, Array]:
        k, (parts, units, strata) = self.n_classes or 2, self.halving.counted.counts.shape
        value, slopes = slopes_of_table(metric, self.confusion(some).ravel(), k, self.classes)
        part, found, times = self.said
        unit, place = np.divmod(found, k * k)
        cell = (part * units + unit) * strata + (place // k if strata > 1 else 0)
        sums = np.bincount(cell, weights=times * (value + slopes[place]), minlength=parts * units * strata)
        return value, sums.reshape(parts, units, strata)[some]

    @cached_property
    def said(self) -> tuple[Array, Array, Array]:
        """All labels, when every part was taken: the part, the cell of (unit, truth, label), and how often."""
        part = np.repeat(np.arange(len(self.labels)), [found.size for found, _ in self.labels])
        return part, np.concatenate([found for found, _ in self.labels]), np.concatenate([n for _, n in self.labels])

    def cells(self, metric: Metric, repeats: Array, other: KeptHalves | None = None) -> Cells:
        """The score, or its difference to that of another learner on the same halves, as the jackknife reads it."""
        some = np.repeat(repeats, 2)
        counted = self.halving.counted.of(repeats)
        if metric.name in self.scores:
            parts, without = (array[some] for array in self.scores[metric.name])
            if other is not None:
                theirs = other.scores[metric.name]
                parts, without = parts - theirs[0][some], without - theirs[1][some]
            return cells_of_parts(parts, without, counted.tested)
        value, sums = self.linear(metric, repeats)
        if other is not None:
            their_value, their_sums = other.linear(metric, repeats)
            value, sums = value - their_value, sums - their_sums
        return cells_of_sums(sums, counted, value=value)

    def confusion(self, some: Array) -> Array:
        """How often which label was said of which class, over some parts (bool)."""
        k, (part, found, times) = self.n_classes or 2, self.said
        return np.bincount(found % (k * k), weights=times * some[part], minlength=k * k).reshape(k, k)


def _counted(cells: Array) -> tuple[Array, Array]:
    found, times = np.unique(cells, return_counts=True)
    return found, times
