"""The local engine: this process for what is known and soon done, worker processes on all cores for the rest."""

from __future__ import annotations

import os
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from referee.errors import RefereeError
from referee.learners.known import foreign_parts
from referee.ledger import Record
from referee.running import pool
from referee.running.bench import Bench
from referee.running.costs import Costs
from referee.running.desk import Desk
from referee.running.jobs import Work
from referee.running.limits import Limits
from referee.running.serial import run_serial
from referee.running.share import Shared, shared
from referee.running.source import before_waiting

LOOK_AROUND_SECONDS = 0.4      # fits made here first, to learn what a fit costs
LARGE = 500_000                # cells of a table of which one fit may take longer than workers need to start
WORKER_START_SECONDS = 2.5     # about what importing scikit-learn takes in a fresh process
ASIDE = 4                      # foreign jobs for each worker that are passed over, to make known fits here first


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """Run jobs on this machine.

    `workers` None means all cores. Foreign learners are always fitted in workers, which may die of them; known ones
    as well if there is a limit: `time_limit` (seconds a fit) and `memory_limit` (megabytes that the process of a fit
    may hold) are kept by ending the process that exceeds them.
    """

    workers: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None

    def __post_init__(self) -> None:
        _ = self.limits         # refused here if they cannot be kept

    @property
    def limits(self) -> Limits:
        """What a fit may take."""
        return Limits(seconds=self.time_limit, megabytes=self.memory_limit)

    @property
    def n_workers(self) -> int:
        """How many processes fit at once."""
        if self.workers is not None:
            return self.workers
        # The cores this process may use, where the system can tell; a container may have fewer than the machine.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """Records as they complete, in any order."""
        foreign = {i: " ".join(parts) for i, learner in enumerate(bench.learners) if (parts := foreign_parts(learner))}
        costs, left, aside = Costs(), total, deque[Work]()
        in_workers = self.n_workers > 1 and (pool.is_warm(self.n_workers) or (total > 2 and _large(bench)))
        if not self.limits and not in_workers:
            if foreign:
                pool.prepare()
            known = self._known(jobs, foreign, aside)
            started = time.perf_counter()
            spell = float("inf") if self.n_workers == 1 and not foreign else LOOK_AROUND_SECONDS
            for job, record in run_serial(bench, known, for_seconds=spell):
                costs.learn(job, record)
                left -= 1
                yield record
            each = (time.perf_counter() - started) / max(total - left, 1)
            # Serial takes left·each; two workers take the start-up and half of it.
            if not foreign and left * each * (1 - 1 / self.n_workers) < WORKER_START_SECONDS and left < total:
                for _, record in run_serial(bench, jobs):
                    left -= 1
                    yield record
        if left:
            with pool.crew() as crew, _laid_out(bench) as laid:
                crew.keep(laid.folder)
                yield from Desk(bench=bench, shared=laid, crew=crew, workers=self.n_workers, limits=self.limits,
                                foreign=foreign, costs=costs, source=chain(aside, jobs), left=left,
                                before_waiting=before_waiting(jobs)).run()

    def _known(self, jobs: Iterator[Work], foreign: Mapping[int, str], aside: deque[Work]) -> Iterator[Work]:
        """The jobs of known learners; foreign ones are put aside, up to some."""
        while len(aside) < ASIDE * self.n_workers:
            job = next(jobs, None)
            if job is None:
                return
            if job.learner in foreign:
                aside.append(job)
            else:
                yield job


def _large(bench: Bench) -> bool:
    """Whether nobody knows how long a first fit takes: made here, it would keep all other cores waiting."""
    shape: tuple[int, ...] = getattr(bench.given if bench.matrix is None else bench.matrix, "shape", ())
    return len(bench.y) * (shape[1] if len(shape) > 1 else 1) >= LARGE


@contextmanager
def _laid_out(bench: Bench) -> Iterator[Shared]:
    """The bench on disk; a sentence where there is no room for it."""
    made = shared(bench)
    try:
        laid = made.__enter__()
    except OSError as error:
        raise RefereeError(f"the data cannot be laid out for worker processes in {tempfile.gettempdir()} "
                           f"({error.strerror or error}); make room there, or set TMPDIR to another folder.") from error
    try:
        yield laid
    finally:
        made.__exit__(None, None, None)
