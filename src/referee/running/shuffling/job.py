"""One shuffle: tune, fit and predict on every split of the shuffled data, and keep what was said in one record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.problem import Problem
from referee.data.shifts import Shift
from referee.designs.split import Split
from referee.errors import RefereeError
from referee.kinds import Array, Json
from referee.learners import Learner, TunedLearner
from referee.ledger import Record, whole_plan
from referee.running.bench import Bench
from referee.running.fit import failed, fit_one
from referee.running.heard import WARNINGS_KEPT
from referee.running.shortcuts.answering import NOTE, sure_records
from referee.running.shuffling.bench import ShuffleBench


@dataclass(frozen=True, slots=True)
class ShuffleJob:
    """All fits of one learner on one shuffle."""

    learner: int
    number: int

    def do(self, bench: ShuffleBench) -> Record:
        """Make them all."""
        learner = bench.learners[self.learner]
        try:
            shuffled, problem, splits = bench.shuffled(self.number)
        except RefereeError as error:      # the design does not fit these labels
            return self.lost(bench, str(error))
        known = sure_records(shuffled, learner, splits) if self.learner in bench.quick else {}
        records = [known.get(split.fingerprint) or fit_whole(shuffled, learner, problem, split) for split in splits]
        return together(bench, learner, self.number, splits, records)

    def lost(self, bench: ShuffleBench, why: str) -> Record:
        """The record of a shuffle that came to nothing."""
        return Record(problem=bench.problem, learner=bench.learners[self.learner].fingerprint(bench.seed),
                      split=address(bench, self.number), error=why, notes=notes_of(bench, self.number))


def address(bench: ShuffleBench, number: int) -> str:
    """Where the record of a shuffle is kept."""
    return whole_plan(bench.plan.fingerprint, bench.shuffle.fingerprint, number)


def notes_of(bench: ShuffleBench, number: int) -> Json:
    """What an analysis must know to score the record."""
    notes: Json = {"shuffle": number}
    if isinstance(bench.shuffle, Shift):
        notes["moved"] = bench.shuffle.moved(number)
    if bench.shuffle.relabels:
        notes["group_labels"] = bench.shuffle.group_labels(number).tolist()
    return notes


def fit_whole(bench: Bench, learner: Learner, problem: Problem, split: Split) -> Record:
    """One split by the whole procedure: a tuned learner is tuned again, on the shuffled training rows."""
    if not isinstance(learner, TunedLearner):
        return fit_one(bench, learner, split)
    try:
        parts = learner.inner.splits(problem, split, seed=bench.seed)
        said = [[fit_one(bench, candidate, part) for part in parts] for candidate in learner.candidates]
        choice = learner.choose(problem, parts, [[None if r.failed else r for r in row] for row in said])
    except RefereeError as error:
        return failed(bench, learner, split, str(error))
    return fit_one(bench, learner.candidates[choice.chosen], split)


def together(bench: ShuffleBench, learner: Learner, number: int, splits: tuple[Split, ...],
             records: list[Record]) -> Record:
    """The records of all splits as one; splits that failed are named, and nothing is said of their rows."""
    kept = [not record.failed for record in records]
    good = [record for record in records if not record.failed]
    notes = notes_of(bench, number)
    if good and all(NOTE in record.notes for record in good):
        notes[NOTE] = True
    if not all(kept):
        notes["errors"] = {split.label: r.error for split, r in zip(splits, records, strict=True) if r.failed}
    heard = dict.fromkeys(warning for record in records for warning in record.warnings)
    return Record(
        problem=bench.problem, learner=learner.fingerprint(bench.seed), split=address(bench, number), notes=notes,
        error="" if good else records[0].error, traceback="" if good else records[0].traceback,
        warnings=tuple(heard)[:WARNINGS_KEPT], fit_seconds=sum(r.fit_seconds for r in records),
        predict_seconds=sum(r.predict_seconds for r in records), labels=_joined(good, "labels"),
        scores=_joined(good, "scores"), probabilities=_joined(good, "probabilities"), values=_joined(good, "values"),
        quantiles=_joined(good, "quantiles"),
    )


def _joined(records: list[Record], name: str) -> Array | None:
    arrays = [getattr(record, name) for record in records]
    return None if not arrays or any(array is None for array in arrays) else np.concatenate(arrays)
