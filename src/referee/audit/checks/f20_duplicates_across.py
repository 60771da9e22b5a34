"""F-20: test rows that also occur, or nearly occur, in the training part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, one_pass, sides, times_known, told_by_itself
from referee.audit.leaks.copied import figures, made_of_others, owed_to_twins, told, without_numbering
from referee.audit.leaks.mirrored import mirrored
from referee.audit.leaks.overlapping import overlapping
from referee.audit.leaks.rows import rows_of
from referee.audit.prose.confession import TWINS
from referee.audit.twins import pairs_by_chance, twins
from referee.data.problem import Problem
from referee.data.wording import counted
from referee.kinds import Array

MANY = 0.01         # of the test rows
FEWEST, MANY_CONTRADICT = 8, 0.05       # rows with a copy of another class; of all rows
INCREDIBLE = 0.01   # so few pairs expected by chance mean that rows that agree are copies


@check("F-20", "Duplicates across training and test rows", severity=Severity.FATAL,
       advice="Keep duplicates on one side of every division (give them one group), or leave them out.",
       reference="Kapoor & Narayanan 2023, leakage type L1.4")
def duplicates_across(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Exact and near twins on both sides, pairs in either order, jittered copies, rows made of others (SMOTE).

    Windows of one recording that overlap. Where predictions are known, the scores without them decide how bad it is;
    where not, small fits do.
    """
    confessed = told_by_itself(bundle, TWINS, "copies were left in and rows divided at random, so that some stand on "
                                              "both sides")
    yield from confessed
    if confessed and bundle.problem is None:
        return
    if bundle.problem is None or bundle.problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file", ask=ASK_DATA)
    both = sides(bundle)
    yield from _twins(bundle, bundle.problem.features.matrix, both)
    yield from _swapped(bundle, both)
    yield from _overlapping(bundle, both)
    yield from _contradicting(bundle.problem)
    yield from made_of_others(bundle)


def _twins(bundle: Bundle, matrix: Array, both: list[tuple[Array, Array]]) -> Iterator[Found]:
    matrix = without_numbering(matrix)
    found = twins(matrix)
    exact, near = _on_both_sides(found.exact, both), _on_both_sides(found.near, both)
    hit = np.union1d(exact, near)
    if not hit.size:
        return
    tested = np.unique(np.concatenate([test for test, _ in both])).size
    changes, expected = _changes(bundle, hit), pairs_by_chance(matrix)
    owed = None if changes else owed_to_twins(bundle, found.exact if exact.size >= near.size else found.near)
    harmless = not any(change.matters for change in changes) if changes else (
        (bundle.undivided and hit.size <= MANY * tested)
        or ((bundle.undivided or exact.size <= MANY * tested) and owed is not None and not owed.matters))
    alike = "" if expected < INCREDIBLE else (
        " They may be different cases that look alike: these columns have few different values.")
    worst = Severity.FATAL if exact.size > MANY * tested else Severity.SERIOUS
    yield Found(
        message=f"{_counts(exact.size, near.size, tested)} in training.{_sentence(changes)}"
                f"{told(owed, 'With copies kept on one side')}{alike}",
        severity=Severity.WARNING if harmless or alike else worst,
        evidence={"rows": [int(row) for row in hit[:20]], "exact": int(exact.size), "near": int(near.size),
                  "share": hit.size / tested, "pairs_by_chance": expected} | figures(owed))


def _swapped(bundle: Bundle, both: list[tuple[Array, Array]]) -> Iterator[Found]:
    """Pairs of two things that stand in one order in training and in the other in the test part."""
    try:
        found = mirrored(rows_of(bundle))
    except NotCheckable:
        return
    hit = np.empty(0, dtype=np.int64) if found is None else np.unique(np.concatenate(
        [found.across(test, train) for test, train in both]))
    if found is None or not hit.size:
        return
    tested = np.unique(np.concatenate([test for test, _ in both])).size
    changes = _changes(bundle, hit)
    owed = None if changes else owed_to_twins(bundle, found.units)
    harmless = not any(change.matters for change in changes) if changes else owed is not None and not owed.matters
    one, other = found.columns[0]
    yield Found(
        message=f"{hit.size:,} test rows ({hit.size / tested:.1%}) also occur in training with their two sides swapped "
                f"({one} for {other}{', …' if len(found.columns) > 1 else ''}): each pair stands in both orders."
                f"{_sentence(changes)}{told(owed, 'With both orders of a pair kept on one side')}",
        severity=Severity.WARNING if harmless else Severity.FATAL if hit.size > MANY * tested else Severity.SERIOUS,
        evidence={"rows": [int(row) for row in hit[:20]], "share": hit.size / tested,
                  "swapped": [list(pair) for pair in found.columns]} | figures(owed))


def _overlapping(bundle: Bundle, both: list[tuple[Array, Array]]) -> Iterator[Found]:
    """Windows that have columns in common with windows of the other side, unless their units are known.

    Where all training rows are earlier there is nothing wrong with it: what came before is known by then.
    """
    try:
        found = overlapping(rows_of(bundle))
    except NotCheckable:
        return
    problem, times = bundle.problem, times_known(bundle)
    if found is None or problem is None or (bundle.undivided and times is not None):
        return
    both = [(test, train) for test, train in both if times is None or (
        test.size and train.size and times[train].max() >= times[test].min())]
    if not both:
        return
    if problem.groups is not None and np.equal(*problem.groups[found.pairs.T]).all():
        return
    hit = np.unique(np.concatenate([found.across(test, train) for test, train in both]))
    tested = np.unique(np.concatenate([test for test, _ in both])).size
    if hit.size <= MANY * tested:
        return
    changes = _changes(bundle, hit)
    owed = None if changes else owed_to_twins(bundle, found.units)
    harmless = not any(change.matters for change in changes) if changes else owed is not None and not owed.matters
    unsure = bundle.undivided and owed is None
    yield Found(
        message=f"{hit.size:,} test rows ({hit.size / tested:.1%}) overlap with training rows: "
                f"{found.width - found.step} of the {found.width} columns {found.columns[0]} to {found.columns[1]} "
                f"are those of another row, {found.step} further on, as windows of one recording have them; "
                f"{counted(np.unique(found.units).size, 'recording')} can be told.{_sentence(changes)}"
                f"{told(owed, 'With each recording kept on one side')}",
        severity=Severity.WARNING if harmless or unsure else Severity.FATAL,
        evidence={"rows": [int(row) for row in hit[:20]], "share": hit.size / tested, "step": found.step,
                  "columns": list(found.columns)} | figures(owed))


def _contradicting(problem: Problem) -> Iterator[Found]:
    """Copies of rows under another class, where the columns are so fine that rows agree only as copies."""
    if problem.n_classes is None or problem.has_several or problem.features is None:
        return
    matrix = without_numbering(problem.features.matrix)
    code = twins(matrix).exact
    least, most = (np.full(int(code.max(initial=-1)) + 2, start) for start in (problem.n_classes, -1))
    np.minimum.at(least, code, problem.y)
    np.maximum.at(most, code, problem.y)
    hit = np.flatnonzero((code >= 0) & (least[code] < most[code]))
    if hit.size < FEWEST or hit.size < MANY * problem.n_rows or pairs_by_chance(matrix) >= INCREDIBLE:
        return
    share = hit.size / problem.n_rows
    yield Found(
        message=f"{hit.size:,} rows ({share:.1%}) are equal to another in every column and have another class: one of "
                f"the two is wrong, or what tells them apart is missing.",
        severity=Severity.SERIOUS if share > MANY_CONTRADICT else Severity.WARNING,
        evidence={"rows": [int(row) for row in hit[:20]], "share": share})


def _counts(exact: int, near: int, tested: int) -> str:
    said = [f"{count:,} {'test rows' if position == 0 else 'more'} ({count / tested:.1%}) {how}"
            for position, (count, how) in enumerate((c, h) for c, h in ((exact, "also occur"), (near, "nearly occur"))
                                                    if c)]
    return " and ".join(said)


def _on_both_sides(code: Array, divisions: list[tuple[Array, Array]]) -> Array:
    """The test rows one of whose twins was trained on; a code of −1 means no twin."""
    hits = [test[(code[test] >= 0) & np.isin(code[test], code[train])] for test, train in divisions]
    return np.unique(np.concatenate(hits))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one model's score does when the duplicates are left out."""

    model: str
    metric: str
    before: float
    after: float
    noise: float            # standard error of the score

    @property
    def loss(self) -> float:
        """How much worse the score is without them."""
        return self.after - self.before if self.metric == "rmse" else self.before - self.after

    @property
    def matters(self) -> bool:
        """Whether the score gets worse by more than half its standard error; rows recognised make it better."""
        return self.loss > 0.5 * self.noise


def _changes(bundle: Bundle, hit: Array) -> list[Change]:
    found = []
    for model in [m.name for m in bundle.models or () if not m.baseline]:
        try:
            rows, said = one_pass(bundle, model)
        except NotCheckable:
            continue
        alone = ~np.isin(rows, hit)
        if not alone.any():
            continue
        if said.labels is not None and said.n_classes is not None:
            right = said.labels == said.truth
            before = float(right.mean())
            found.append(Change(model=model, metric="accuracy", before=before, after=float(right[alone].mean()),
                                noise=sqrt(before * (1 - before) / right.size)))
        elif said.values is not None and said.n_classes is None:
            square = (said.values - said.truth) ** 2
            before = sqrt(float(square.mean()))
            noise = float(square.std()) / sqrt(square.size) / (2 * before) if before else 0.0
            found.append(Change(model=model, metric="rmse", before=before, after=sqrt(float(square[alone].mean())),
                                noise=noise))
    return found


def _sentence(changes: list[Change]) -> str:
    if not changes:
        return ""
    most = max(changes, key=lambda change: change.loss)
    if not any(change.matters for change in changes):
        return f" Without them no {most.metric} is worse by more than half its standard error."
    return f" Without them the {most.metric} of {most.model} is {most.after:.3f} instead of {most.before:.3f}."
