"""Many shuffles at once, for learners that need nothing of the data but sums, or who is near whom, or the same steps.

Gaussian naive Bayes and linear discriminants are functions of the sums (and sums of squares) of the rows of each class.
Shuffling only changes which rows stand in which fold and class, so the sums of all folds of a batch of shuffles are one
product of a matrix of memberships with the shuffled rows, and those of each training part differences of such sums.

A batch is always computed whole, whatever is missing of it, so the results do not depend on where a run was stopped.
As with other shortcuts, folds are refitted first and must agree; what is not sure is refitted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array, Task
from referee.learners import TunedLearner
from referee.ledger import Record
from referee.one_thread import one_thread
from referee.running.fit import fit_one
from referee.running.shortcuts._base import Case
from referee.running.shortcuts.answering import same
from referee.running.shortcuts.recognise import case_of, model_order
from referee.running.shuffling.bench import ShuffleBench
from referee.running.shuffling.folds import AtOnce, Folds
from referee.running.shuffling.gaussian_bayes import gaussian_bayes
from referee.running.shuffling.job import address, notes_of
from referee.running.shuffling.linear_discriminant import linear_discriminant
from referee.running.shuffling.logistic import logistic
from referee.running.shuffling.neighbours import neighbours

CHECKED = 3                   # folds that are refitted first
GAIN = 0.5                    # share of the folds that must be sure, or mending costs as much as it saves


def many_at_once(bench: ShuffleBench, learner: int, missing: set[int]) -> Iterator[tuple[int, Record]]:
    """Number and record of the missing shuffles that can be had so; none where the learner is not known."""
    known = _recognised(bench, learner)
    if known is None:
        return
    shortcut, folds = known
    desk = _Desk(bench=bench, learner=learner, folds=folds, name=bench.learners[learner].fingerprint(bench.seed),
                 order=model_order(bench, bench.learners[learner].takes), shortcut=shortcut)
    with one_thread(), np.errstate(all="ignore"):
        first = desk.records(range(1, 1 + shortcut.size))
        if not desk.agrees(first):
            return
        for start in range(1, bench.shuffle.count + 1, shortcut.size):
            numbers = range(start, start + shortcut.size)     # whole, if fewer are asked for: same bits in any batch
            if missing.isdisjoint(numbers):
                continue
            made = first if start == 1 else desk.records(numbers)
            yield from ((b, record) for b, record in made if b in missing)
            if shortcut.mends and len(first) < GAIN * shortcut.size:
                return


def _recognised(bench: ShuffleBench, number: int) -> tuple[AtOnce, Folds] | None:
    known: dict[str, Callable[[Case, Folds], AtOnce | None]] = {
        "sklearn.naive_bayes.GaussianNB": gaussian_bayes,
        "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": linear_discriminant,
        "sklearn.neighbors._classification.KNeighborsClassifier": neighbours,
        "sklearn.linear_model._logistic.LogisticRegression": logistic,
    }
    learner, shuffle = bench.learners[number], bench.shuffle
    plain = not bench.before and shuffle.kind == "labels" and not shuffle.relabels and bench.task is Task.CLASSIFICATION
    if not plain or isinstance(learner, TunedLearner):
        return None
    found = case_of(bench, learner, known)
    if found is None:
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
    shortcut: AtOnce

    def records(self, numbers: range) -> list[tuple[int, Record]]:
        """A record for each shuffle of which every fold is sure, or was refitted where few are not."""
        began = time.perf_counter()
        said = self.shortcut.say(np.stack([self.bench.shuffle.order(b) for b in numbers]))
        shape = (len(numbers), *self.folds.places.shape)
        assert said.probabilities is not None
        assert said.labels is not None
        chances = said.probabilities.reshape(*shape, -1)[..., self.order]
        labels = np.argsort(self.order)[said.labels.reshape(shape)]
        finite = (np.isfinite(chances) | ~self.folds.real[..., None]).all(axis=(2, 3))
        sure = said.sure.reshape(shape[:2]) & finite
        each = (time.perf_counter() - began) / len(numbers)
        wanted = GAIN if self.shortcut.mends else 1.0
        return [(b, Record(
            problem=self.bench.problem, learner=self.name, split=address(self.bench, b),
            labels=labels[i][self.folds.real], probabilities=chances[i][self.folds.real], fit_seconds=each,
            notes=notes_of(self.bench, b) | {self.shortcut.note: True},
        )) for i, b in enumerate(numbers)
            if sure[i].mean() >= wanted and self.mended(b, np.flatnonzero(~sure[i]), labels[i], chances[i])]

    def mended(self, number: int, doubtful: Array, labels: Array, chances: Array) -> bool:
        """Whether refits of these folds of a shuffle went well; what they say is put in its place."""
        if not doubtful.size:
            return True
        shuffled = self.bench.shuffled(number)[0]
        for fold in doubtful:
            split = self.bench.splits[fold]
            refit = fit_one(shuffled, self.bench.learners[self.learner], split)
            if refit.failed or refit.warnings or refit.labels is None or refit.probabilities is None:
                return False
            labels[fold, : split.n_test], chances[fold, : split.n_test] = refit.labels, refit.probabilities
        return True

    def agrees(self, records: list[tuple[int, Record]]) -> bool:
        """Whether refits of the first folds of the first of them say the same."""
        if not records:
            return False
        number, record = records[0]
        shuffled, at = self.bench.shuffled(number)[0], 0
        assert record.labels is not None
        assert record.probabilities is not None
        for split in self.bench.splits[:CHECKED]:
            refit, part = fit_one(shuffled, self.bench.learners[self.learner], split), slice(at, at + split.n_test)
            ours = Record(problem=record.problem, learner=record.learner, split=split.fingerprint, notes=refit.notes,
                          labels=record.labels[part], probabilities=record.probabilities[part])
            if not same(ours, refit, shuffled, self.shortcut.equal):
                return False
            at += split.n_test
        return True
