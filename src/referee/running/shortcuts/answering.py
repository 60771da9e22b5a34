"""Answer the jobs that an exact shortcut can answer; the rest is left to the engine.

What a shortcut says depends on the plan and the learner alone, not on which jobs are still missing or on the
number of workers: all parts of the plan are computed in one order, and only what is missing is written
down. A shortcut is trusted after it has reproduced one ordinary fit of the plan to 1e-8; a version of
scikit-learn that computes otherwise, or a fit that warns, sends everything to the engine.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs.plan import Plan
from referee.designs.split import Split
from referee.designs.traits import Seen
from referee.kinds import Array
from referee.learners import Learner
from referee.ledger import Block, Record
from referee.one_thread import one_thread
from referee.running.bench import Bench
from referee.running.fit import fit_one
from referee.running.jobs import Todo
from referee.running.shortcuts._base import PartPredictions, Shortcut
from referee.running.shortcuts.recognise import model_order, recognise

NOTE = "exact shortcut"
EQUAL = 1e-8
NUMBERS_AT_ONCE = 4_000_000

Answer = tuple[tuple[int, str], Record]
"""Learner number and split label, and the record."""


def answers(bench: Bench, work: Todo) -> Iterator[Answer]:
    """Records of missing jobs, learner by learner; none for learners without a shortcut."""
    missing: dict[int, set[str]] = defaultdict(set)
    for number, label in work.missing:
        missing[number].add(label)
    for number, labels in sorted(missing.items()):
        with one_thread(), np.errstate(all="ignore"):
            yield from (((number, label), record) for label, record
                        in _of_learner(bench, bench.learners[number], work.plan, labels))


def answers_together(bench: Bench, work: Todo) -> Iterator[tuple[list[tuple[int, str]], Record | Block]]:
    """The same records, those of a learner by the block; learner number and split label of each."""
    missing: dict[int, set[str]] = defaultdict(set)
    for number, label in work.missing:
        missing[number].add(label)
    for number, labels in sorted(missing.items()):
        with one_thread(), np.errstate(all="ignore"):
            for mine, piece in _pieces_of_learner(bench, bench.learners[number], work.plan, labels):
                yield [(number, label) for label in mine], piece


def _of_learner(bench: Bench, learner: Learner, plan: Plan, missing: set[str]) -> Iterator[tuple[str, Record]]:
    for labels, piece in _pieces_of_learner(bench, learner, plan, missing):
        yield from zip(labels, piece.records() if isinstance(piece, Block) else [piece], strict=True)


def _pieces_of_learner(bench: Bench, learner: Learner, plan: Plan, missing: set[str],
                       ) -> Iterator[tuple[list[str], Record | Block]]:
    if plan.card.traits.seen is Seen.ALL:                # no row is left out, so nothing has to be prepared
        return
    began = time.perf_counter()
    shortcut = recognise(bench, learner)
    parts = [] if shortcut is None else _parts(shortcut, plan.splits())
    if shortcut is None or sum(map(len, parts)) < shortcut.fewest:
        return
    desk = _Desk(bench=bench, learner=learner, shortcut=shortcut, order=model_order(bench, learner.takes),
                 names=(bench.problem, learner.fingerprint(bench.seed)))
    prepared = (time.perf_counter() - began) / sum(map(len, parts))
    trusted = False
    for sure, block in desk.answered(parts, prepared):
        if not trusted:
            refit = fit_one(bench, learner, sure[0])
            trusted = same(block.record(0), refit, bench)
            if sure[0].label in missing:
                yield [sure[0].label], refit             # it is made now, and needs no note
            if not trusted:
                return
            left = [i for i in range(1, len(sure)) if sure[i].label in missing]
        else:
            left = [i for i, split in enumerate(sure) if split.label in missing]
        if left:
            yield [sure[i].label for i in left], block.some(left)


def sure_records(bench: Bench, learner: Learner, splits: Iterable[Split]) -> dict[str, Record]:
    """Records of the splits that the learner's shortcut is sure of, by fingerprint; none are checked by a refit."""
    shortcut = recognise(bench, learner)
    if shortcut is None:
        return {}
    desk = _Desk(bench=bench, learner=learner, shortcut=shortcut, order=model_order(bench, learner.takes),
                 names=(bench.problem, learner.fingerprint(bench.seed)))
    with np.errstate(all="ignore"):
        return {split.fingerprint: record for sure, block in desk.answered(_parts(shortcut, splits), 0.0)
                for split, record in zip(sure, block.records(), strict=True)}


def _parts(shortcut: Shortcut, given: Iterable[Split]) -> list[list[Split]]:
    """The splits that leave rows out, those of one size together, not so many at once that memory would grow."""
    by_size: dict[int, list[Split]] = defaultdict(list)
    for split in given:
        if leaves_out(split):
            by_size[split.test.size].append(split)
    portions: list[list[Split]] = []
    for size, splits in sorted(by_size.items(), reverse=True):     # what is prepared for large parts serves small ones
        if not shortcut.may_leave_out(size):
            continue
        many = max(1, NUMBERS_AT_ONCE // max(1, shortcut.numbers_for(size)))
        portions += [splits[i : i + many] for i in range(0, len(splits), many)]
    return portions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """Turns what a shortcut says into records."""

    bench: Bench
    learner: Learner
    shortcut: Shortcut
    order: Array                # where each class code stands in the model's order
    names: tuple[str, str]      # of the problem and the learner

    def answered(self, portions: list[list[Split]], prepared: float) -> Iterator[tuple[list[Split], Block]]:
        """The splits that the shortcut is sure of, with what it says of them."""
        for portion in portions:
            sure, block = self.block(portion, prepared)
            if sure:
                yield sure, block

    def block(self, splits: list[Split], prepared: float) -> tuple[list[Split], Block]:
        """What it says of parts of one size; those where only a refit is sure are left out."""
        began = time.perf_counter()
        said = self.shortcut.leave_out(np.concatenate([split.test for split in splits]).reshape(len(splits), -1))
        sure = said.sure & _finite(said)
        mine = [split for split, one in zip(splits, sure.tolist(), strict=True) if one]
        each = prepared + (time.perf_counter() - began) / len(splits)
        size = self.shortcut.complexity(splits[0].n_rows - splits[0].n_test)
        notes = {NOTE: True} | ({"complexity": size} if size else {})
        codes = np.argsort(self.order)
        arrays = {}
        if said.labels is not None:
            arrays["labels"] = codes[said.labels].astype(np.int64)[sure].reshape(-1)
        if said.probabilities is not None:
            chances = said.probabilities[..., self.order][sure]
            arrays["probabilities"] = np.ascontiguousarray(chances.reshape(-1, chances.shape[-1]))
        if said.values is not None:
            arrays["values"] = said.values[sure].reshape(-1, *self.bench.y.shape[1:])
        problem, learner = self.names
        many = len(mine)
        return mine, Block(
            problem=problem, learner=learner, splits=tuple(split.fingerprint for split in mine),
            sizes=np.full(many, splits[0].n_test), said=arrays, fit_seconds=np.full(many, each),
            predict_seconds=np.zeros(many), told=((notes, ()),), told_by=np.zeros(many, dtype=np.int64))


def leaves_out(split: Split) -> bool:
    """Whether a split trains on all rows that it does not test, each once.

    >>> leaves_out(Split(label="0/0", n_rows=3, test=[1], train=[0, 2]))
    True
    >>> leaves_out(Split(label="0/0", n_rows=3, test=[1], train=[0, 0]))
    False
    """
    if split.train is None:
        return 0 < split.test.size < split.n_rows
    if split.n_train + split.n_test != split.n_rows:
        return False
    there = np.zeros(split.n_rows, dtype=bool)
    there[split.train] = there[split.test] = True
    return bool(there.all())


def same(shortcut: Record, refit: Record, bench: Bench, equal: float = EQUAL) -> bool:
    """Whether two records of one job say the same but for this; a refit that failed or warned is like no other."""
    if refit.failed or refit.warnings or shortcut.notes.get("complexity") != refit.notes.get("complexity"):
        return False
    unit = float(np.abs(bench.y).max()) or 1.0
    for name, scale in (("labels", 0.0), ("scores", 0.0), ("probabilities", 1.0), ("values", unit),
                        ("quantiles", unit)):
        ours, theirs = getattr(shortcut, name), getattr(refit, name)
        if (ours is None) != (theirs is None) or (ours is not None and ours.shape != theirs.shape):
            return False
        if ours is not None and np.abs(ours - theirs).max() > equal * scale:
            return False
    return True


def _finite(said: PartPredictions) -> Array:
    numbers = said.values if said.probabilities is None else said.probabilities
    assert numbers is not None
    return np.asarray(np.isfinite(numbers).all(axis=(1, 2)))
