"""Rows that an earlier study tested and this one no longer holds, and whether a model had them wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.stats import fisher_exact

from referee.data.problem import Problem
from referee.data.row_keys import SAMPLE
from referee.kinds import Array
from referee.ledger import KnowsRows, Ledger, StudyCard
from referee.reading.said import predictions_of, records_of
from referee.study.rows_before import RowsBefore

FEWEST = 4                  # rows; of fewer no model's errors tell anything
HELD = 0.5                  # of our rows that stand in the earlier table, for it to be the same one, cut
BLURRED = 1.5               # times as many rows may seem gone as are
SURELY = 1e-4               # the chance of so many errors among those removed, if they were drawn by lot


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """So many rows of an earlier study are gone, and what a model had said of them there."""

    rows: int
    of: int
    study: str                  # the earlier one's name, and when
    model: str
    wrong: int                  # of those removed
    wrong_elsewhere: float      # share of the others


def removed_rows(ledger: Ledger, card: StudyCard) -> tuple[Removed, ...]:
    """Of every earlier study of more rows, the model that knew those removed the worst; none where chance may do it."""
    if not isinstance(ledger, KnowsRows):
        return ()
    found: dict[str, Removed] = {}
    for before in ledger.studies():
        if before.created < card.created and before.problem != card.problem and before.plan and (
                before.problem not in found):
            told = max(_of_study(ledger, card, before), key=lambda one: one.wrong, default=None)
            found |= {} if told is None else {before.problem: told}
    return tuple(found.values())


def _of_study(ledger: Ledger, card: StudyCard, before: StudyCard) -> Iterator[Removed]:
    ours, theirs = ledger.problem(card.problem), ledger.problem(before.problem)
    gone = _gone(RowsBefore(ledger, card), ours, theirs)
    if gone is None or gone.sum() < FEWEST:
        return
    for name, learner in zip(before.declaration.names, before.learners, strict=True):
        wrong, tested = _wrong(ledger, before, theirs, learner)
        among, others = wrong[gone & tested], wrong[~gone & tested]
        if among.size < FEWEST or not others.size:
            continue
        table = [[int(among.sum()), int((~among).sum())], [int(others.sum()), int((~others).sum())]]
        if fisher_exact(table, alternative="greater").pvalue < SURELY:
            yield Removed(rows=int(gone.sum()), of=theirs.n_rows, model=name, wrong=int(among.sum()),
                          wrong_elsewhere=float(others.mean()),
                          study=f"{before.name}, {before.created[:16].replace('T', ' ')}")


def _gone(rows: RowsBefore, ours: Problem, theirs: Problem) -> Array | None:
    """Which of their rows are not among ours; None where the tables are too large for every row to be known again."""
    if max(ours.n_rows, theirs.n_rows) > SAMPLE or ours.n_rows >= theirs.n_rows or ours.has_several:
        return None
    known = rows.known_in(theirs.fingerprint)
    if known is None or np.unique(known.ours).size < HELD * ours.n_rows:
        return None
    gone = np.ones(theirs.n_rows, dtype=bool)
    gone[known.theirs] = False
    # Rows alike are taken for one another, so that a few more seem gone than are.
    return gone if gone.sum() <= BLURRED * (theirs.n_rows - ours.n_rows) + FEWEST else None


def _wrong(ledger: Ledger, card: StudyCard, problem: Problem, learner: str) -> tuple[Array, Array]:
    """Of each row whether the model was ever tested on it, and wrong: by its label, or by more than most others."""
    total, times = np.zeros(problem.n_rows), np.zeros(problem.n_rows)
    for split, record in records_of(ledger, ledger.plan(card.plan), learner):
        if record.failed:
            continue
        said = predictions_of(problem, record, split)
        loss = None if said.values is None else np.abs(said.values - said.truth)
        if said.labels is not None:
            loss = (said.labels != said.truth).astype(float)
        if loss is not None:
            np.add.at(total, split.test, loss)
            np.add.at(times, split.test, 1)
    tested = times > 0
    mean = np.divide(total, times, out=np.zeros_like(total), where=tested)
    cut = 0.5 if problem.classes else float(np.quantile(mean[tested], 0.75)) if tested.any() else 0.0
    return mean > cut, tested


