"""How long the fits of a study would take here: a few fits on some of the rows, timed, and drawn out to all of them.

Two sizes are timed. Where four times the rows take more than four times as long, the time is taken to grow as a power
of the rows; otherwise as a fixed part and one that grows with them. That is a rule of thumb: memory that runs out, or a
solver that needs more steps, are not foreseen, so the answer is "about".
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from referee.api.prepared import Prepared
from referee.designs import Split
from referee.learners import Learner, TunedLearner
from referee.learners.known import is_known
from referee.running import Local
from referee.running.bench import Bench, lay_out
from referee.running.fit import fit_one
from referee.running.jobs import Job
from referee.seeds import stream

SMALL, LARGE = 250, 1000          # rows of the two timed fits, where there are so many
STEEPEST = 3.0                    # no learner here is slower than the cube of its rows
START_UP = 2.0                    # seconds until the processes that fit are ready
PATIENCE = 5.0                    # seconds after which the larger fit is not tried any more


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """What was timed, and what it comes to."""

    seconds: float                       # all fits together, on all cores
    slowest: float                       # one fit of the slowest learner on the rows of a training part
    cores: int
    rows: int                            # trained on in the larger timed fit
    of_rows: int                         # trained on in the study
    failed: tuple[str, ...] = ()         # learners whose timed fit failed

    @property
    def drawn_out(self) -> bool:
        """Whether fewer rows were timed than will be fitted."""
        return self.rows < self.of_rows


def measure(prepared: Prepared[Any], *, jobs: int | None = None) -> Timing:
    """Time each learner on some rows, and draw it out to the fits of the study."""
    plain = {id(learner): _plain(learner) for learner in prepared.learners}
    bench = lay_out(prepared.problem, tuple(plain.values()), seed=prepared.seed)
    entries = prepared.plan.card.entries
    n_train = max(entry.n_train for entry in entries)
    share = max(entry.n_test for entry in entries) / n_train
    total, slowest, failed = 0.0, 0.0, []
    for learner in prepared.learners:
        law = _timed(bench, plain[id(learner)], n_train, share)
        if law is None:
            failed.append(learner.name)
            continue
        total += sum(law(entry.n_train) * _times(learner, entry.n_train) for entry in entries)
        slowest = max(slowest, law(n_train))
    cores = min(jobs or os.cpu_count() or 1, max(len(entries), 1))
    waiting = START_UP if cores > 1 and total > START_UP else 0.0
    return Timing(seconds=total / cores + waiting, slowest=slowest, cores=cores, rows=min(LARGE, n_train),
                  of_rows=n_train, failed=tuple(failed))


@dataclass(frozen=True, slots=True)
class Law:
    """The time of a fit by its rows, from the times of two sizes.

    >>> Law(250, 1.0, 1000, 16.0)(2000), Law(250, 2.0, 1000, 5.0)(2000), Law(250, 2.0, 250, 2.0)(1000)
    (64.0, 9.0, 8.0)
    """

    few: int
    few_take: float
    many: int
    many_take: float

    def __call__(self, rows: int) -> float:
        """Seconds for one fit on so many rows."""
        growth = self.many / self.few
        if growth == 1:
            return self.many_take * rows / self.many
        slower = self.many_take / max(self.few_take, 1e-9)
        if slower > growth:
            return float(self.many_take * (rows / self.many) ** min(math.log(slower) / math.log(growth), STEEPEST))
        each = max(self.many_take - self.few_take, 0.0) / (self.many - self.few)
        return self.many_take + each * (rows - self.many)


def _timed(bench: Bench, learner: Learner, n_train: int, share: float) -> Law | None:
    small, large = min(SMALL, n_train), min(LARGE, n_train)
    first = _fit(bench, learner, small, share)
    if first is None:
        return None
    if first < 1:                               # the first fit warms things up
        first = _fit(bench, learner, small, share) or first
    second = _fit(bench, learner, large, share) if large > small and first < PATIENCE else None
    return Law(small, first, large, second) if second is not None else Law(small, first, small, first)


def _fit(bench: Bench, learner: Learner, rows: int, share: float) -> float | None:
    """Seconds for one fit on so many rows and its predictions; None where it fails."""
    n = len(bench.y)
    order = stream(bench.seed, "timing").permutation(n)
    train = order[:rows]
    test = order[rows:rows + max(round(rows * share), 1)]
    split = Split(label="0/0", n_rows=n, train=np.sort(train), test=np.sort(test if test.size else train[:1]))
    if is_known(learner):
        with threadpool_limits(1):                    # as in the processes that will fit
            record = fit_one(bench, learner, split)
    else:
        (record,) = Local(workers=1).run(bench, iter([Job(bench.learners.index(learner), split)]), 1)
    return None if record.failed else record.fit_seconds + record.predict_seconds


def _plain(learner: Learner) -> Learner:
    """The learner itself; of a tuned one the first setting, which speaks for the others."""
    return learner.candidates[0] if isinstance(learner, TunedLearner) else learner


def _times(learner: Learner, n_train: int) -> int:
    return learner.n_fits(n_train) if isinstance(learner, TunedLearner) else 1
