"""Test rows, and the training rows near them: what a study's division let a learner recognise.

Each trial asks a few test rows of one division, so that all rows near them can be taken out of the training rows
without emptying these. The k nearest are held against the k next: rows drawn one by one are hardly more like their
nearest than like the next after them (in m dimensions the distances grow as the m-th root of the rank), while copies
and rows of one patient are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array
from referee.seeds import stream

ASKED, TRIALS = 600, 12       # test rows in all, and in how many trials
MOST_TRAINING = 2000          # rows a learner is fitted on; near ones are always among them
RANKS = (1, 3, 8, 24)         # how many of the nearest are taken for copies, or for rows of one group
NEAREST = 8                   # more than so many must be half as few: on a coarse grid they are already far
FEW = 0.035                   # of the training rows, are near
TAKEN = 0.3                   # of the training rows, that may be taken out
VOTERS = 9
MOST_LEVELS = 20              # of a category, beyond which it does not measure nearness
FEWEST = 150                  # training rows


@dataclass(frozen=True, kw_only=True, eq=False)
class Trial:
    """A few test rows of one division, its training rows, and for each test row the nearest of these, in order."""

    test: Array
    train: Array
    near: Array               # a row for each test row, a column for each rank

    def without(self, start: int, stop: int) -> Array:
        """The training rows but for the neighbours of these ranks."""
        return np.setdiff1d(self.train, self.near[:, start:stop])


def trials(rows: Rows, sides: list[tuple[Array, Array]]) -> Iterator[Trial]:
    """Trials in some of the divisions, each of test rows and training rows."""
    place = stream(0, "leaks", "trials")
    table = nearness(rows)
    fitting = [(test, train) for test, train in sides if test.size and train.size >= FEWEST]
    if not fitting or not table.shape[1]:
        return
    chosen = [fitting[int(at)] for at in place.permutation(len(fitting))[:TRIALS]]
    mixed = [place.permutation(test) for test, _ in chosen]
    for turn in range(TRIALS):
        (_, train), test = chosen[turn % len(chosen)], mixed[turn % len(chosen)]
        count = min(ASKED // TRIALS, max(4, round(TAKEN * train.size / RANKS[1])))
        some = test[turn // len(chosen) * count:][:count]
        if some.size:
            yield _trial(table, some, train, place)


def _trial(table: Array, test: Array, train: Array, place: np.random.Generator) -> Trial:
    others = np.setdiff1d(train, test)
    ranks = min(2 * RANKS[-1], others.size)
    away = np.square(table[test]).sum(axis=1)[:, None] + np.square(table[others]).sum(axis=1) - 2 * (
        table[test] @ table[others].T)
    near = np.argpartition(away, ranks - 1, axis=1)[:, :ranks]
    order = np.argsort(np.take_along_axis(away, near, axis=1), axis=1, kind="stable")
    near = others[np.take_along_axis(near, order, axis=1)]
    if train.size > MOST_TRAINING:
        close = np.unique(near)
        rest = place.permutation(np.setdiff1d(train, close))[:max(0, MOST_TRAINING - close.size)]
        train = np.concatenate([close, rest])
    return Trial(test=test, train=np.sort(train), near=near)


def nearness(rows: Rows) -> Array:
    """The columns on one scale: numbers by their spread, levels of a category one apart, gaps in the middle."""
    parts = []
    for i in range(len(rows.names)):
        column = rows.matrix[:, i]
        if rows.categories[i]:
            if rows.distinct[i] <= MOST_LEVELS:
                parts.append((column[:, None] == np.unique(column[~np.isnan(column)])) / np.sqrt(2))
        elif rows.distinct[i] > 1 and not _numbers(rows, i):
            spread = np.nanstd(column)
            parts.append((np.nan_to_num(column, nan=float(np.nanmean(column)))[:, None] - np.nanmean(column)) / spread)
    return np.concatenate(parts, axis=1).astype(np.float32) if parts else np.empty((rows.n, 0), dtype=np.float32)


def _numbers(rows: Rows, position: int) -> bool:
    return bool(rows.whole[position]) and rows.distinct[position] == rows.n and float(
        np.ptp(rows.matrix[:, position])) <= 4 * rows.n


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How much more a test row's target is like those of its k nearest than like those of the k next; 0 by chance."""

    k: int
    more: float
    noise: float            # its standard error


def likeness(rows: Rows, asked: list[Trial]) -> list[Likeness]:
    """For as many of the nearest as are few among the training rows."""
    found = []
    for k in RANKS:
        fitting = [trial for trial in asked if trial.near.shape[1] >= 2 * k
                   and (k == 1 or k <= (FEW if k <= NEAREST else FEW / 2) * trial.train.size)]
        if fitting:
            more = np.concatenate([_alike(rows, trial, 0, k) - _alike(rows, trial, k, 2 * k) for trial in fitting])
            noise = float(more.std(ddof=1)) / float(np.sqrt(more.size)) if more.size > 1 else np.inf
            found.append(Likeness(k=k, more=float(more.mean()), noise=noise))
    return found


def _alike(rows: Rows, trial: Trial, start: int, stop: int) -> Array:
    """The mean likeness of each test row to its neighbours: of classes as Cohen's kappa has it, of numbers by R²."""
    mine, theirs = rows.y[trial.test][:, None], rows.y[trial.near[:, start:stop]]
    if rows.n_classes is None:
        unlike: Array = np.square(mine - theirs).mean(axis=1) / (2 * float(np.var(rows.y)))
        return -unlike
    by_chance = float(np.square(np.bincount(rows.y, minlength=rows.n_classes) / rows.n).sum())
    alike: Array = ((mine == theirs).mean(axis=1) - by_chance) / (1 - by_chance)
    return alike


def vote(rows: Rows, trial: Trial) -> Array:
    """What the nearest training rows say of each test row: the class most of them have, or their mean."""
    theirs = rows.y[trial.near[:, :VOTERS]]
    if rows.n_classes is None:
        mean: Array = theirs.mean(axis=1)
        return mean
    return np.array([np.bincount(one, minlength=rows.n_classes).argmax() for one in theirs])
