"""Many shuffles at once, for learners that need nothing of the data but sums, or but who is near whom.

Gaussian naive Bayes and linear discriminants are functions of the sums (and sums of squares) of the rows of each class.
Shuffling only changes which rows stand in which fold and class, so the sums of all folds of a batch of shuffles are one
product of a matrix of memberships with the shuffled rows, and those of each training part differences of such sums.

A batch is always computed whole, whatever is missing of it, so the results do not depend on where a run was stopped.
As with other shortcuts, one fold is refitted first and must agree to 1e-8; shuffles of which a fold is not sure go to
the engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array, Task
from referee.learners import TunedLearner
from referee.ledger import Record
from referee.running.fit import fit_one
from referee.running.one_thread import one_thread
from referee.running.shortcuts._base import Case
from referee.running.shortcuts.answering import NOTE, same
from referee.running.shortcuts.recognise import case_of, model_order
from referee.running.shuffling.bench import ShuffleBench
from referee.running.shuffling.folds import AtOnce, Folds
from referee.running.shuffling.gaussian_bayes import gaussian_bayes
from referee.running.shuffling.job import address, notes_of
from referee.running.shuffling.linear_discriminant import linear_discriminant
from referee.running.shuffling.neighbours import neighbours

NUMBERS_AT_ONCE = 500_000     # what stays in the cache of a processor is faster than fewer, larger steps
MOST = 32                     # shuffles in a batch


def many_at_once(bench: ShuffleBench, learner: int, missing: set[int]) -> Iterator[tuple[int, Record]]:
    """Number and record of the missing shuffles that can be had so; none where the learner needs more than sums."""
    known = _recognised(bench, learner)
    if known is None:
        return
    shortcut, folds = known
    size = min(MOST, max(1, NUMBERS_AT_ONCE // shortcut.numbers))
    desk = _Desk(bench=bench, learner=learner, folds=folds, name=bench.learners[learner].fingerprint(bench.seed),
                 order=model_order(bench, bench.learners[learner].takes))
    with one_thread(), np.errstate(all="ignore"):
        first = desk.records(range(1, 1 + size), shortcut)
        if not desk.agrees(first):
            return
        for start in range(1, bench.shuffle.count + 1, size):
            numbers = range(start, start + size)      # whole, even if fewer are asked for: same bits in any batch
            if missing.isdisjoint(numbers):
                continue
            made = first if start == 1 else desk.records(numbers, shortcut)
            yield from ((b, record) for b, record in made if b in missing)


def _recognised(bench: ShuffleBench, number: int) -> tuple[AtOnce, Folds] | None:
    known: dict[str, Callable[[Case, Folds], AtOnce | None]] = {
        "sklearn.naive_bayes.GaussianNB": gaussian_bayes,
        "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": linear_discriminant,
        "sklearn.neighbors._classification.KNeighborsClassifier": neighbours,
    }
    learner, shuffle = bench.learners[number], bench.shuffle
    plain = not bench.before and shuffle.kind == "labels" and not shuffle.relabels and bench.task is Task.CLASSIFICATION
    if not plain or isinstance(learner, TunedLearner):
        return None
    found = case_of(bench, learner)
    if found is None or found[0] not in known:
        return None
    case = found[1]
    folds = Folds.of(bench.splits, case.y, case.n_classes)
    with np.errstate(all="ignore"):
        made = None if folds is None else known[found[0]](case, folds)
    return None if made is None or folds is None else (made, folds)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """Turns what is said of many shuffles into records."""

    bench: ShuffleBench
    learner: int
    folds: Folds
    name: str
    order: Array                # where each class code stands in the model's order

    def records(self, numbers: range, shortcut: AtOnce) -> list[tuple[int, Record]]:
        """A record for each shuffle of which every fold is sure."""
        began = time.perf_counter()
        said = shortcut.say(np.stack([self.bench.shuffle.order(b) for b in numbers]))
        shape = (len(numbers), *self.folds.places.shape)
        assert said.probabilities is not None
        assert said.labels is not None
        chances = said.probabilities.reshape(*shape, -1)[:, self.folds.real]
        labels = np.argsort(self.order)[said.labels.reshape(shape)[:, self.folds.real]]
        if (self.order != np.arange(self.order.size)).any():
            chances = np.ascontiguousarray(chances[..., self.order])
        sure = np.asarray(said.sure.reshape(shape[:2]).all(axis=1) & np.isfinite(chances).all(axis=(1, 2)))
        each = (time.perf_counter() - began) / len(numbers)
        return [(b, Record(
            problem=self.bench.problem, learner=self.name, split=address(self.bench, b), labels=labels[i],
            probabilities=chances[i], fit_seconds=each, notes=notes_of(self.bench, b) | {NOTE: True},
        )) for i, b in enumerate(numbers) if sure[i]]

    def agrees(self, records: list[tuple[int, Record]]) -> bool:
        """Whether a refit of the first fold of the first of them says the same."""
        if not records:
            return False
        number, record = records[0]
        split, shuffled = self.bench.splits[0], self.bench.shuffled(number)[0]
        refit = fit_one(shuffled, self.bench.learners[self.learner], split)
        assert record.labels is not None
        assert record.probabilities is not None
        ours = Record(problem=record.problem, learner=record.learner, split=split.fingerprint, notes=refit.notes,
                      labels=record.labels[:split.n_test], probabilities=record.probabilities[:split.n_test])
        return same(ours, refit, shuffled)
