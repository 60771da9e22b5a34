"""From the records of a ledger to scores: each learner by every metric on every split, a few splits at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import Entry, PlanCard
from referee.designs.split import Split
from referee.designs.traits import Seen
from referee.errors import BadInput, Undefined
from referee.estimates.resampling.linearised import MANY_ROWS, linearised
from referee.estimates.resampling.row_subset import one_target, some_rows
from referee.kinds import Array, Json
from referee.ledger import Ledger, Record, job_key
from referee.metrics import Metric, Predictions
from referee.metrics.parts import Parts
from referee.metrics.past import joined_pasts
from referee.reading import demands
from referee.reading.halves.halving import halving_of
from referee.reading.halves.kept import KeptHalves
from referee.reading.pooling import Pooling, joined
from referee.reading.said import Trained, lacks_a_class, may_lack_a_class, predictions_of, trained_of
from referee.reading.scores import Cost, Pass, RowValues, Scores, ScoreTable
from referee.reading.single_rows import CostsOfRows, SingleRows, are_single_rows, can_be_pooled, single_rows
from referee.reading.weighing import weighed_by

ROWS_AT_ONCE = 2_000_000      # row numbers of test parts in memory
SPLITS_AT_ONCE = 200
CELLS_AT_ONCE = 200_000       # rows times classes of what is scored together


def score(ledger: Ledger, plan: PlanCard, learners: dict[str, str], metrics: Iterable[Metric], *,
          target: int | None = None, on_training: bool = False) -> ScoreTable:
    """Score what the ledger holds for a plan, all targets or one; `learners` maps names to fingerprints.

    Where models have predicted rows they were trained on too, these are left out, or with `on_training` alone scored.
    """
    problem = ledger.problem(plan.problem)
    chosen = weighed_by(problem, metrics)
    readings = {name: _Reading(problem, plan, name, chosen, target, on_training=on_training) for name in learners}
    if demands.complementary_halves(plan.traits) is None and target is None:
        halving = halving_of(_each_split(ledger, plan, problem.n_rows), problem, plan.traits)
        for reading in readings.values():
            reading.halves = KeptHalves.of(problem, halving, chosen)
    done, lacking = ledger.keys(problem=plan.problem), 0
    left = _one_by_one(ledger, plan, learners, readings, done) if target is None and not on_training else learners
    may_lack = may_lack_a_class(problem)
    for entries in _portions(plan.entries, problem.n_rows) if left or may_lack else ():
        splits = {split.fingerprint: split for split in ledger.splits([entry.split for entry in entries])}
        known = {fingerprint: trained_of(problem, split, chosen) for fingerprint, split in splits.items() if left}
        lacking += sum(lacks_a_class(problem, splits[entry.split]) for entry in entries) if may_lack else 0
        for name, learner in left.items():
            jobs = {job_key(plan.problem, learner, entry.split): entry for entry in entries}
            there = [job for job in jobs if job in done]
            records = ((jobs[job], record) for job, record in zip(there, ledger.read_many(there), strict=True))
            for lot in _lots(records, splits, len(problem.classes)):
                readings[name].take(lot, splits, known)
    first = {name: found for name, reading in readings.items() if (found := reading.one_pass()) is not None}
    return ScoreTable(
        problem=problem, plan=plan, learners=tuple(learners), metrics=chosen,
        scores={(name, s.metric.name): s for name, reading in readings.items() for s in reading.scores()},
        rows=first if plan.traits.tests_each_case_once else {}, first=first,
        failures=tuple(failure for reading in readings.values() for failure in reading.failures),
        warnings={name: tuple(reading.warnings) for name, reading in readings.items()},
        seconds={name: reading.mean_seconds() for name, reading in readings.items()},
        kept_values={key: found for reading in readings.values() for key, found in reading.kept_values.items()},
        costs={name: reading.costs for name, reading in readings.items()},
        values={(name, m): found for name, reading in readings.items() for m, found in reading.row_values.items()},
        choices={name: tuple(reading.choices) for name, reading in readings.items() if reading.choices},
        lacking=lacking,
        halves={name: reading.halves for name, reading in readings.items() if reading.halves is not None},
        full={name: reading.full_passes() for name, reading in readings.items()} if plan.traits.full_passes else {},
    )


def _one_by_one(ledger: Ledger, plan: PlanCard, learners: dict[str, str], readings: dict[str, _Reading],
                done: set[str]) -> dict[str, str]:
    """Where rows were tested one by one, score them all at once; the learners for which that cannot be done."""
    first = next(iter(readings.values()))
    if not are_single_rows(plan, first.problem, first.metrics):
        return learners
    splits = list(ledger.splits([entry.split for entry in plan.entries]))
    left = {}
    for name, learner in learners.items():
        single = single_rows(ledger, first.problem, learner, splits, done)
        if single is None or not can_be_pooled(single, first.metrics):
            left[name] = learner
        else:
            readings[name].take_single_rows(single)
    return left


def _each_split(ledger: Ledger, plan: PlanCard, n_rows: int) -> Iterator[Split]:
    for entries in _portions(plan.entries, n_rows):
        yield from ledger.splits([entry.split for entry in entries])


def _portions(entries: tuple[Entry, ...], n_rows: int) -> Iterator[tuple[Entry, ...]]:
    """A few splits at a time: memory does not grow with the number of repeats."""
    size = max(1, min(SPLITS_AT_ONCE, ROWS_AT_ONCE // n_rows))
    for start in range(0, len(entries), size):
        yield entries[start : start + size]


def _lots(found: Iterable[tuple[Entry, Record]], splits: dict[str, Split], n_classes: int
          ) -> Iterator[list[tuple[Entry, Record]]]:
    """Records that are scored together: many small ones, or one that is large."""
    lot: list[tuple[Entry, Record]] = []
    cells = 0
    for entry, record in found:
        size = splits[entry.split].n_test * max(1, n_classes)
        if lot and cells + size > CELLS_AT_ONCE:
            yield lot
            lot, cells = [], 0
        lot.append((entry, record))
        cells += size
    if lot:
        yield lot


class _Reading:
    """Takes one learner's records in, one at a time."""

    def __init__(self, problem: Problem, plan: PlanCard, learner: str, metrics: tuple[Metric, ...],
                 target: int | None, *, on_training: bool = False) -> None:
        self.problem, self.plan, self.learner, self.metrics = problem, plan, learner, metrics
        self.position = {entry.label: i for i, entry in enumerate(plan.entries)}
        shape = (len(metrics), len(plan.entries))
        self.values, self.kept = np.zeros(shape), np.zeros(shape, dtype=bool)
        self.lost: list[list[tuple[str, str]]] = [[] for _ in metrics]
        self.parts: list[tuple[int, Array, Predictions]] = []
        self.failures: list[tuple[str, str, str]] = []
        self.warnings: dict[str, None] = {}
        self.times: Any = []               # of fitting and of predicting
        self.choices: list[Json] = []
        self.target = target
        self.kept_values: dict[tuple[str, str], Array] = {}
        self.row_values: dict[str, dict[str, RowValues]] = {m.name: {} for m in metrics}
        # Models may have predicted rows they were trained on; only the others are a test.
        self.mixed, self.on_training = plan.traits.seen is Seen.SOME, on_training
        self.each_cost: dict[str, Cost] = {}
        self.costs: Mapping[str, Cost] = self.each_cost
        self.halves: KeptHalves | None = None
        self.pooling = Pooling(plan, metrics)
        self.pass_of_rows: Pass | None = None      # where rows were tested one by one

    def take(self, found: Sequence[tuple[Entry, Record]], splits: dict[str, Split],
             known: dict[str, Trained]) -> None:
        """Score some records by every metric."""
        made = [(entry, record) for entry, record in found if self._hear(entry, record)]
        said = [self._said(record, splits[entry.split], known[entry.split]) for entry, record in made]
        parts = Parts.of([predictions for _, predictions in said], areas=any(metric.area for metric in self.metrics))
        for i, ((entry, record), (tested, _)) in enumerate(zip(made, said, strict=True)):
            self.each_cost[entry.label] = Cost(
                fit_seconds=record.fit_seconds, predict_seconds=record.predict_seconds,
                predicted=splits[entry.split].n_test, complexity=dict(record.notes.get("complexity", {})))
            self._score_part(entry, tested, parts, i)
        if self.halves is not None:
            self._keep_halves([self.position[entry.label] for entry, _ in made], [tested for tested, _ in said], parts)

    def take_single_rows(self, single: SingleRows) -> None:
        """Score parts of one row each by every metric; they are all that is recorded of the learner."""
        labels = [self.plan.entries[i].label for i in single.where.tolist()]
        for pair in dict.fromkeys(single.told_by.tolist()):
            self.warnings |= dict.fromkeys(single.told[pair][1])
        self.times = np.column_stack([single.fit_seconds, single.predict_seconds])
        self.costs = CostsOfRows(labels, single)
        for m, metric in enumerate(self.metrics):
            values, lost = single.scores(metric)
            kept = np.ones(values.size, dtype=bool)
            if lost:
                kept[[i for i, _ in lost]] = False
                self.lost[m] += [(labels[i], reason) for i, reason in lost]
            self.values[m, single.where], self.kept[m, single.where] = values, kept
            self.pooling.take_all(m, *single.sums(metric, values, kept))
        self.pooling.joined_parts(single.whole, single.joined if self.pooling.joins else None)
        if self.plan.traits.first_pass:
            self.pass_of_rows = Pass(row=single.rows, fold=single.where, predictions=single.whole)

    def _hear(self, entry: Entry, record: Record) -> bool:
        """Whether there is anything to score; its warnings, failure, times and choices are kept."""
        self.warnings |= dict.fromkeys(record.warnings)
        if record.failed:
            self.failures.append((self.learner, entry.label, record.error))
            for reasons in self.lost:
                reasons.append((entry.label, f"the fit failed: {record.error}"))
            return False
        self.times.append((record.fit_seconds, record.predict_seconds))
        if "tuned" in record.notes:
            self.choices.append(record.notes["tuned"])
        return True

    def _said(self, record: Record, split: Split, trained: Trained) -> tuple[Array, Predictions]:
        """The rows that count as tested, and what was said of them."""
        predictions = predictions_of(self.problem, record, split, trained.prior, trained.past)
        if self.target is not None:
            predictions = one_target(predictions, self.target)
        if not self.mixed:
            return split.test, predictions
        mine = np.isin(split.test, split.train_rows) == self.on_training
        return split.test[mine], some_rows(predictions, mine)

    def _score_part(self, entry: Entry, tested: Array, parts: Parts, i: int) -> None:
        """One part by every metric."""
        predictions, where, traits = parts.each[i], self.position[entry.label], self.plan.traits
        by_row = traits.nested_folds or where < traits.folds_of_the_first_pass or where < traits.full_folds
        for m, metric in enumerate(self.metrics):
            try:
                self.values[m, where] = self._score(metric, parts, i)
                self.kept[m, where] = True
                if by_row and metric.per_row is not None:
                    self.row_values[metric.name][entry.label] = RowValues(tested, parts.values(metric, i))
            except (Undefined, BadInput) as reason:     # BadInput: what was said cannot be (a probability of 1.2)
                self.lost[m].append((entry.label, str(reason)))
        self.pooling.take(where, predictions, self.values[:, where], self.kept[:, where])
        if where < max(traits.first_pass, traits.full_folds):
            self.parts.append((where, tested, replace(predictions)))     # without what was kept for the metrics

    def _keep_halves(self, places: Sequence[int], tested: Sequence[Array], parts: Parts) -> None:
        """What the jackknife reads, of the parts that are halves."""
        assert self.halves is not None
        first = self.plan.traits.full_folds
        mine = [i for i, where in enumerate(places) if where >= first]
        if mine:
            halves = parts if len(mine) == len(places) else Parts([parts.each[i] for i in mine])
            self.halves.take(np.array([places[i] - first for i in mine]), [tested[i] for i in mine], halves)

    def _score(self, metric: Metric, parts: Parts, i: int) -> float:
        """The score; on one large test set an AUC is the mean of its rows' values, which are kept for comparisons."""
        predictions = parts.each[i]
        if len(parts.each) > 1 and metric.per_row is not None and metric.source is None:
            return float(metric.outer(parts.mean(metric, i)))
        alone = len(self.plan.entries) == 1 and self.target is None and not self.mixed
        if not (alone and metric.area and predictions.n_rows >= MANY_ROWS):
            return parts.score(metric, i)
        self.kept_values[self.learner, metric.name] = linearised(metric, predictions)
        return float(self.kept_values[self.learner, metric.name].mean())

    def scores(self) -> Iterator[Scores]:
        """One result for each metric."""
        pooled = self.pooling.pooled()
        for m, metric in enumerate(self.metrics):
            yield Scores(learner=self.learner, metric=metric, values=self.values[m], kept=self.kept[m],
                         lost=tuple(self.lost[m]), pooled=pooled[m])

    def mean_seconds(self) -> tuple[float, float]:
        """Mean time of a fit and of predicting a test part."""
        fit, predict = np.mean(self.times, axis=0) if len(self.times) else (0.0, 0.0)
        return float(fit), float(predict)

    def full_passes(self) -> tuple[Pass, ...]:
        """The passes of folds before the halves, each that is whole."""
        size = self.plan.traits.full_parts
        found = [[part for part in self.parts if part[0] // size == p] for p in range(self.plan.traits.full_passes)]
        return tuple(_put_together(parts) for parts in found if len(parts) == size)

    def one_pass(self) -> Pass | None:
        """The parts of the first pass put together."""
        if self.pass_of_rows is not None:
            return self.pass_of_rows
        parts = [part for part in self.parts if part[0] < self.plan.traits.first_pass]
        return _put_together(parts) if parts else None


def _put_together(parts: list[tuple[int, Array, Predictions]]) -> Pass:
    """Test parts as one."""
    together = [p for _, _, p in parts]
    if len(together) == 1:
        where, rows, predictions = parts[0]
        return Pass(row=rows, fold=np.full(rows.size, where), predictions=predictions)
    return Pass(
        row=np.concatenate([rows for _, rows, _ in parts]),
        fold=np.concatenate([np.full(rows.size, where) for where, rows, _ in parts]),
        predictions=Predictions(
            truth=np.concatenate([p.truth for p in together]), n_classes=together[0].n_classes, prior=None,
            labels=joined(together, "labels"), scores=joined(together, "scores"),
            probabilities=joined(together, "probabilities"), values=joined(together, "values"),
            quantiles=joined(together, "quantiles"),
            classes=together[0].classes, weights=joined(together, "weights"),
            costs=joined(together, "costs"),
            past=joined_pasts([p.past for p in together]),
        ),
    )

