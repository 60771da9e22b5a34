"""Pool before you score: one score for a pass over the rows, not a mean of the scores of its parts.

Forman, G. and Scholz, M. (2010). Apples-to-apples in cross-validation studies. SIGKDD Explorations 12(1), 49-57.

An F1, a Matthews correlation or an R² of ten rows is biased, or does not exist, and a mean of such numbers is an
estimate of nothing. So what is said of all rows of a pass is put together and scored once, and passes are averaged:

- a mean over rows (accuracy, log loss) is the mean over all rows;
- a metric of labels is that of the sum of the parts' confusion tables;
- whatever else compares what was said with what is so (RMSE, R², calibration) is computed on the joined arrays, with
  the prior that the parts had on average;
- scores of different models are on scales of their own: comparisons are counted within parts (`metrics.tally`), and a
  metric that cannot be counted so is the mean of its parts, weighted by their rows.

Splits that are no passes (random splits, bootstrap samples) are one heap: all their tested cells count alike. Memory
is that of one pass, or of `CELLS_AT_ONCE` cells; beyond them a heap goes on in lots, which are averaged by their cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np

from referee.designs.card import PlanCard
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs
from referee.metrics import Metric, Predictions
from referee.metrics.past import joined_pasts
from referee.metrics.tally import Tally
from referee.reading.draft import is_plain_mean

CELLS_AT_ONCE = 1_000_000


class Way(StrEnum):
    """How the parts of a pass become one score."""

    MEAN = "mean over rows"
    COUNTS = "sum of confusion tables"
    TALLY = "comparisons within parts"
    JOINED = "on the joined predictions"


def way_to_pool(metric: Metric) -> Way:
    """What a metric is, by its facts."""
    if is_plain_mean(metric):
        return Way.MEAN
    if metric.needs is Needs.SCORES:
        return Way.TALLY
    return Way.COUNTS if metric.needs is Needs.LABELS and metric.counts_only else Way.JOINED


def no_common_scale(metric: Metric) -> str:
    """Why leave-one-out has no such score: there is no second row to compare one with."""
    return (f"leave-one-out has no {metric.title}: each row is scored by another model, and their scores are not on "
            f"one scale")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pooled:
    """One learner by one metric: the score of each pass that has one, and of them all."""

    way: Way
    value: float | None              # the score: None where it does not exist
    passes: Array                    # of each pass (or lot) that has a score
    parts: int = 0                   # test parts that count in it
    undefined: int = 0               # passes that have none by themselves
    reason: str = ""                 # why it does not exist
    unit: str = ""                   # what is compared within parts


@dataclass(slots=True)
class _Heap:
    """What is kept of the parts of one pass, metric by metric."""

    cells: int = 0
    joined: list[Predictions] = field(default_factory=list)
    rows: dict[int, tuple[float, float]] = field(default_factory=dict)    # values times rows, and rows: becomes a sum
    sums: dict[int, Tally] = field(default_factory=dict)
    tables: dict[int, Array] = field(default_factory=dict)        # confusion
    refused: dict[int, set[int]] = field(default_factory=dict)    # joined parts that the metric cannot take
    whole: Predictions | None = None                              # what was joined already


class Pooling:
    """Takes one learner's test parts in, pass after pass."""

    def __init__(self, plan: PlanCard, metrics: Sequence[Metric]) -> None:
        self.pass_of, self.metrics = plan.pass_of, metrics
        self.ways = [way_to_pool(metric) for metric in metrics]
        self.alone = len(plan.entries) == 1
        self.one_heap = not (plan.traits.passes or plan.traits.nested_folds or plan.traits.halves)
        self.joins = Way.JOINED in self.ways and not self.alone
        self.heap, self.at = _Heap(), -1
        self.all = _Heap()                                                      # what adds up, over all passes
        self.found: list[list[tuple[float, int]]] = [[] for _ in metrics]       # (score, cells) of passes
        self.undefined: list[list[str]] = [[] for _ in metrics]
        self.parts = [0] * len(metrics)
        self.like: Predictions | None = None

    def take(self, where: int, predictions: Predictions, values: Array, kept: Array) -> None:
        """Add the part of a split, whose own scores are known."""
        number = int(self.pass_of[where])
        if number < 0:
            return
        full = self.one_heap and self.joins and self.heap.cells + predictions.n_rows > CELLS_AT_ONCE
        if number != self.at or full:
            self.close()
            self.at = number
        self.like = predictions
        self.heap.cells += predictions.n_rows
        if self.joins:
            self.heap.joined.append(replace(predictions, scores=None))       # without what was kept for the metrics
        for m, metric in enumerate(self.metrics):
            try:
                self.parts[m] += self._add(m, metric, predictions, float(values[m]) if kept[m] else None)
            except (Undefined, BadInput):        # told among what was lost; a part that cannot be read does not count
                self.heap.refused.setdefault(m, set()).add(len(self.heap.joined) - 1)

    def _add(self, m: int, metric: Metric, predictions: Predictions, value: float | None) -> bool:
        """Whether the part counts by the metric."""
        way = Way.MEAN if self.alone else self.ways[m]
        if way is Way.JOINED:
            predictions.said(metric.needs)                             # BadInput where it is not what it must be
        elif way is Way.COUNTS:
            _put(self.heap.tables, m, predictions.confusion)
        elif way is Way.TALLY and metric.tally is not None:
            tally = metric.tally(predictions)
            _put(self.heap.sums, m, tally)
            return bool((tally.made > 0).all())
        elif value is not None:
            n = float(predictions.n_rows if predictions.weights is None else predictions.weight.sum())
            won, made = self.heap.rows.get(m, (0.0, 0.0))
            self.heap.rows[m] = won + value * n, made + n
        return way in {Way.JOINED, Way.COUNTS} or value is not None

    def take_all(self, m: int, summed: Tally | Array | None, counting: int) -> None:
        """Add what one metric needs of all parts of the one pass there is."""
        self.parts[m] += counting
        if isinstance(summed, Tally):
            _put(self.heap.sums, m, summed)
        elif summed is not None:
            _put(self.heap.tables, m, summed)

    def joined_parts(self, like: Predictions, whole: Predictions | None) -> None:
        """The parts as one, whose sums were taken."""
        self.at, self.like, self.heap.whole = 0, like, whole
        self.heap.cells += like.n_rows

    def close(self) -> None:
        """Score the pass at hand, and make room for the next."""
        heap, self.heap = self.heap, _Heap()
        if not heap.cells:
            return
        for m, (won, made) in heap.rows.items():
            _put(heap.sums, m, Tally(won=np.array([won]), made=np.array([made]), unit="rows"))
        for m, tally in heap.sums.items():
            _put(self.all.sums, m, tally)
        for m, table in heap.tables.items():
            _put(self.all.tables, m, table)
        whole = _join(heap.joined) if heap.joined else heap.whole
        for m in range(len(self.metrics)):
            try:
                self.found[m].append((self._score(m, heap, whole), heap.cells))
            except (Undefined, BadInput) as reason:
                self.undefined[m].append(str(reason))

    def _score(self, m: int, heap: _Heap, whole: Predictions | None) -> float:
        """The score of what was put together."""
        metric = self.metrics[m]
        if m in heap.sums:
            return heap.sums[m].score
        if m in heap.tables:
            return metric.score(self._of_table(heap.tables[m]))
        if whole is None:
            raise Undefined(f"no test part has a {metric.title}.")
        if m in heap.refused:
            whole = _join([part for i, part in enumerate(heap.joined) if i not in heap.refused[m]])
        return metric.score(whole)

    def _of_table(self, table: Array) -> Predictions:
        """Rows with this confusion table, one for each cell, with its count for a weight."""
        assert self.like is not None
        truth, said = np.nonzero(table)
        return Predictions(truth=truth, labels=said, n_classes=self.like.n_classes, weights=table[truth, said],
                           classes=self.like.classes)

    def pooled(self) -> list[Pooled]:
        """One result for each metric, when all parts were taken in."""
        self.close()
        return [self._pooled(m) for m in range(len(self.metrics))]

    def _pooled(self, m: int) -> Pooled:
        values, without = np.array([value for value, _ in self.found[m]]), self.undefined[m]
        made = Pooled(way=self.ways[m], value=None, passes=values, parts=self.parts[m], undefined=len(without),
                      unit=self.all.sums[m].unit if m in self.all.sums else "")
        if not without and values.size:
            return replace(made, value=float(np.average(values, weights=[cells for _, cells in self.found[m]])))
        if m in self.all.sums or m in self.all.tables:
            # Some pass has no score by itself: then that of all passes together, rather than of the others.
            try:
                return replace(made, value=self._score(m, self.all, None))
            except (Undefined, BadInput) as reason:
                return replace(made, reason=str(reason))
        return replace(made, value=float(values.mean()) if values.size else None, reason=without[0] if without else "")


Sum = TypeVar("Sum", Tally, Array)


def _put(totals: dict[int, Sum], m: int, more: Sum) -> None:
    totals[m] = totals[m] + more if m in totals else more


def _join(parts: list[Predictions]) -> Predictions:
    """What was said of the rows of several parts; the prior is the mean of theirs, weighted by their rows."""
    if not parts:
        raise Undefined("no test part can be read.")
    priors = [part.prior for part in parts]
    prior = None
    if all(known is not None for known in priors):
        prior = np.average(np.stack(priors), axis=0, weights=[part.n_rows for part in parts])   # type: ignore[arg-type]
    return replace(parts[0], truth=np.concatenate([part.truth for part in parts]), prior=prior, scores=None,
                   labels=joined(parts, "labels"), probabilities=joined(parts, "probabilities"),
                   values=joined(parts, "values"), weights=joined(parts, "weights"),
                   quantiles=joined(parts, "quantiles"),
                   costs=joined(parts, "costs"),
                   past=joined_pasts([part.past for part in parts]))


def joined(parts: Sequence[Predictions], name: str) -> Array | None:
    """One kind of what was said, of several parts; None where one of them has none."""
    arrays = [getattr(part, name) for part in parts]
    return None if any(array is None for array in arrays) else np.concatenate(arrays)
