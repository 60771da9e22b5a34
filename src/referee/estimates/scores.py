"""From stored predictions to scores: every metric on every split, each record read once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import Entry, PlanCard
from referee.designs.split import Split
from referee.errors import BadInput, Undefined
from referee.estimates.linearised import MANY_ROWS, linearised
from referee.estimates.some_rows import one_target, some_rows
from referee.kinds import Array, Task
from referee.ledger import Ledger, Record, job_key
from referee.metrics import Metric, Predictions
from referee.metrics.priors import smoothed_prior


@dataclass(frozen=True, kw_only=True, eq=False)
class Scores:
    """One learner's score by one metric on every split of a plan.

    `values[i]` counts only where `kept[i]`: elsewhere the fit failed or the metric does not exist for
    that test part, and `lost` says why.
    """

    learner: str                     # name as shown
    metric: Metric
    values: Array
    kept: Array                      # bool
    lost: tuple[tuple[str, str], ...] = ()    # (split label, reason)

    @property
    def n_kept(self) -> int:
        """How many splits the scores rest on."""
        return int(self.kept.sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreTable:
    """All learners by all metrics on one plan, and the row-by-row predictions where each row was predicted once."""

    problem: Problem
    plan: PlanCard
    learners: tuple[str, ...]
    metrics: tuple[Metric, ...]
    scores: dict[tuple[str, str], Scores]                  # (learner, metric name)
    rows: dict[str, Pass] = field(default_factory=dict)    # learner → one pass over the rows, if the plan is one
    first: dict[str, Pass] = field(default_factory=dict)   # learner → its first pass, where the plan has several
    failures: tuple[tuple[str, str, str], ...] = ()        # (learner, split label, error)
    warnings: dict[str, tuple[str, ...]] = field(default_factory=dict)    # learner → what it warned of
    seconds: dict[str, tuple[float, float]] = field(default_factory=dict)  # learner → mean fit, predict time
    values: dict[tuple[str, str], dict[str, RowValues]] = field(default_factory=dict)   # by split label, where needed
    kept_values: dict[tuple[str, str], Array] = field(default_factory=dict)     # see row_values.py

    @property
    def n_train(self) -> Array:
        """Rows trained on in each split."""
        return np.array([e.n_train for e in self.plan.entries], dtype=float)

    @property
    def n_test(self) -> Array:
        """Rows tested on in each split."""
        return np.array([e.n_test for e in self.plan.entries], dtype=float)


@dataclass(frozen=True, kw_only=True, eq=False)
class Pass:
    """The predictions of a plan in which no row is tested twice, put together."""

    row: Array                  # row numbers
    fold: Array                 # the position of the split each row was tested in
    predictions: Predictions


@dataclass(frozen=True, slots=True, eq=False)
class RowValues:
    """The rows tested in one split, and the metric's value of each."""

    rows: Array
    values: Array


def is_one_pass(plan: PlanCard) -> bool:
    """Whether no row can be tested twice: one split, or one repeat of cross-validation."""
    return len(plan.entries) == 1 or (
        plan.design in {"kfold", "loo"} and all(entry.repeat == 0 for entry in plan.entries)
    )


def opens_with_a_pass(plan: PlanCard) -> bool:
    """Whether no row is tested twice within the first repeat, so that it can be looked at by itself."""
    return is_one_pass(plan) or plan.design in {"kfold", "holdout", "sized", "bootstrap"}


def score(ledger: Ledger, plan: PlanCard, learners: dict[str, str], metrics: Iterable[Metric], *,
          target: int | None = None) -> ScoreTable:
    """Score what the ledger holds for a plan, all targets or one; `learners` maps names to fingerprints."""
    problem = ledger.problem(plan.problem)
    chosen = tuple(metrics)
    readings = {name: _Reading(problem, plan, name, chosen, target) for name in learners}
    done = ledger.keys(problem=plan.problem)
    for entries in _portions(plan.entries, problem.n_rows):
        splits = {split.fingerprint: split for split in ledger.splits([entry.split for entry in entries])}
        priors = {fingerprint: prior_of(problem, split) for fingerprint, split in splits.items()}
        for name, learner in learners.items():
            jobs = {job_key(plan.problem, learner, entry.split): entry for entry in entries}
            there = [job for job in jobs if job in done]
            for job, record in zip(there, ledger.read_many(there), strict=True):
                entry = jobs[job]
                readings[name].take(entry, record, splits[entry.split], priors[entry.split])
    first = {name: reading.one_pass() for name, reading in readings.items() if reading.parts}
    return ScoreTable(
        problem=problem, plan=plan, learners=tuple(learners), metrics=chosen,
        scores={(name, s.metric.name): s for name, reading in readings.items() for s in reading.scores()},
        rows=first if is_one_pass(plan) else {}, first=first,
        failures=tuple(failure for reading in readings.values() for failure in reading.failures),
        warnings={name: tuple(reading.warnings) for name, reading in readings.items()},
        seconds={name: reading.mean_seconds() for name, reading in readings.items()},
        kept_values={key: found for reading in readings.values() for key, found in reading.kept_values.items()},
        values={(name, m): found for name, reading in readings.items() for m, found in reading.row_values.items()},
    )


def records_of(ledger: Ledger, plan: PlanCard, learner: str) -> Iterator[tuple[Split, Record]]:
    """What is recorded of one learner (by fingerprint) on a plan, split by split."""
    done = ledger.keys(problem=plan.problem)
    entries = [e for e in plan.entries if job_key(plan.problem, learner, e.split) in done]
    for entry, record in zip(entries, ledger.read_many(job_key(plan.problem, learner, e.split) for e in entries),
                             strict=True):
        yield ledger.split(entry.split), record


ROWS_AT_ONCE = 2_000_000      # row numbers of test parts in memory
SPLITS_AT_ONCE = 200


def _portions(entries: tuple[Entry, ...], n_rows: int) -> Iterator[tuple[Entry, ...]]:
    """A few splits at a time: memory does not grow with the number of repeats."""
    size = max(1, min(SPLITS_AT_ONCE, ROWS_AT_ONCE // n_rows))
    for start in range(0, len(entries), size):
        yield entries[start : start + size]


def prior_of(problem: Problem, split: Split) -> Array | None:
    """The class shares of the training rows, never 0 or 1: (n_i + 1/k)/(N + 1); None in regression."""
    k = len(problem.classes)
    if problem.task is Task.REGRESSION or not k:
        return None
    if split.train is None:
        counts = np.bincount(problem.y, minlength=k) - np.bincount(problem.y[split.test], minlength=k)
    else:
        counts = np.bincount(problem.y[split.train], minlength=k)
    return smoothed_prior(counts)


def predictions_of(problem: Problem, record: Record, split: Split, prior: Array | None = None) -> Predictions:
    """What was said of the test rows, next to the truth."""
    return Predictions(
        truth=problem.y[split.test], n_classes=len(problem.classes) or None, labels=record.labels,
        scores=record.scores, probabilities=record.probabilities, values=record.values, prior=prior,
    )


class _Reading:
    """Takes one learner's records in, one at a time."""

    def __init__(self, problem: Problem, plan: PlanCard, learner: str, metrics: tuple[Metric, ...],
                 target: int | None) -> None:
        self.problem, self.plan, self.learner, self.metrics = problem, plan, learner, metrics
        self.position = {entry.label: i for i, entry in enumerate(plan.entries)}
        shape = (len(metrics), len(plan.entries))
        self.values, self.kept = np.zeros(shape), np.zeros(shape, dtype=bool)
        self.lost: list[list[tuple[str, str]]] = [[] for _ in metrics]
        self.parts: list[tuple[int, Array, Predictions]] = []
        self.failures: list[tuple[str, str, str]] = []
        self.warnings: dict[str, None] = {}
        self.times: list[tuple[float, float]] = []
        self.keep_rows = opens_with_a_pass(plan)
        self.target = target
        self.kept_values: dict[tuple[str, str], Array] = {}
        self.row_values: dict[str, dict[str, RowValues]] = {m.name: {} for m in metrics}
        # A bootstrap sample's model may have predicted all rows; only those not drawn are a test.
        self.left_out = plan.design == "bootstrap" and plan.parameters.get("tested") == "all"

    def take(self, entry: Entry, record: Record, split: Split, prior: Array | None) -> None:
        """Score one record by every metric."""
        self.warnings |= dict.fromkeys(record.warnings)
        if record.failed:
            self.failures.append((self.learner, entry.label, record.error))
            for reasons in self.lost:
                reasons.append((entry.label, f"the fit failed: {record.error}"))
            return
        self.times.append((record.fit_seconds, record.predict_seconds))
        predictions = predictions_of(self.problem, record, split, prior)
        if self.target is not None:
            predictions = one_target(predictions, self.target)
        if self.left_out:
            predictions = some_rows(predictions, ~np.isin(split.test, split.train_rows))
        where = self.position[entry.label]
        for m, metric in enumerate(self.metrics):
            try:
                self.values[m, where] = self._score(metric, predictions)
                self.kept[m, where] = True
                if self.plan.design == "nested" and metric.per_row is not None:
                    values = np.asarray(metric.per_row(predictions), dtype=float)
                    self.row_values[metric.name][entry.label] = RowValues(split.test, values)
            except (Undefined, BadInput) as reason:     # BadInput: what was said cannot be (a probability of 1.2)
                self.lost[m].append((entry.label, str(reason)))
        if self.keep_rows and entry.repeat == 0:
            self.parts.append((where, split.test, replace(predictions)))     # without what was kept for the metrics

    def _score(self, metric: Metric, predictions: Predictions) -> float:
        """The score; on one large test set an AUC is the mean of its rows' values, which are kept for comparisons."""
        alone = len(self.plan.entries) == 1 and self.target is None and not self.left_out
        if not (alone and metric.name == "roc_auc" and predictions.n_rows >= MANY_ROWS):
            return metric.score(predictions)
        self.kept_values[self.learner, metric.name] = linearised(metric, predictions)
        return float(self.kept_values[self.learner, metric.name].mean())

    def scores(self) -> Iterator[Scores]:
        """One result for each metric."""
        for m, metric in enumerate(self.metrics):
            yield Scores(learner=self.learner, metric=metric, values=self.values[m], kept=self.kept[m],
                         lost=tuple(self.lost[m]))

    def mean_seconds(self) -> tuple[float, float]:
        """Mean time of a fit and of predicting a test part."""
        fit, predict = np.mean(self.times, axis=0) if self.times else (0.0, 0.0)
        return float(fit), float(predict)

    def one_pass(self) -> Pass:
        """All test parts put together."""
        together = [p for _, _, p in self.parts]
        if len(together) == 1:
            where, rows, predictions = self.parts[0]
            return Pass(row=rows, fold=np.full(rows.size, where), predictions=predictions)
        return Pass(
            row=np.concatenate([rows for _, rows, _ in self.parts]),
            fold=np.concatenate([np.full(rows.size, where) for where, rows, _ in self.parts]),
            predictions=Predictions(
                truth=np.concatenate([p.truth for p in together]), n_classes=together[0].n_classes, prior=None,
                labels=_joined(together, "labels"), scores=_joined(together, "scores"),
                probabilities=_joined(together, "probabilities"), values=_joined(together, "values"),
            ),
        )


def _joined(parts: list[Predictions], name: str) -> Array | None:
    arrays = [getattr(part, name) for part in parts]
    return None if any(array is None for array in arrays) else np.concatenate(arrays)
