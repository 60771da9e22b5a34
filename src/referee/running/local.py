"""The local engine: this process for what is soon done, worker processes on all cores for the rest."""

from __future__ import annotations

import os
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from referee.ledger import Record
from referee.running import pool
from referee.running.bench import Bench
from referee.running.jobs import Work
from referee.running.serial import run_serial
from referee.running.share import shared

LOOK_AROUND_SECONDS = 0.4      # fits made here first, to learn what a fit costs
WORKER_START_SECONDS = 2.5     # about what importing scikit-learn takes in a fresh process
BATCH_SECONDS = 0.25           # a message costs about a millisecond; a batch should cost much more


@dataclass(slots=True)
class Costs:
    """What a fit of each learner has taken so far."""

    seconds: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    fits: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def learn(self, job: Work, record: Record) -> None:
        """Take one finished fit into account."""
        self.seconds[job.learner] += record.fit_seconds + record.predict_seconds
        self.fits[job.learner] += 1

    def of(self, learner: int) -> float | None:
        """Seconds for one fit of a learner; None while unknown."""
        return self.seconds[learner] / self.fits[learner] if self.fits[learner] else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """Run jobs on this machine.

    `workers` None means all cores. A `time_limit` (seconds a fit) is kept by killing the process that
    exceeds it, so with one every fit is made in a worker.
    """

    workers: int | None = None
    time_limit: float | None = None

    @property
    def n_workers(self) -> int:
        """How many processes fit at once."""
        if self.workers is not None:
            return self.workers
        # The cores this process may use, where the system can tell; a container may have fewer than the machine.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """Records as they complete, in any order."""
        costs, left = Costs(), total
        if self.time_limit is None and not (self.n_workers > 1 and pool.is_warm(self.n_workers)):
            spell = float("inf") if self.n_workers == 1 else LOOK_AROUND_SECONDS
            started = time.perf_counter()
            for job, record in run_serial(bench, jobs, for_seconds=spell):
                costs.learn(job, record)
                left -= 1
                yield record
            each = (time.perf_counter() - started) / max(total - left, 1)
            # Serial takes left·each; two workers take the start-up and half of it.
            if left * each * (1 - 1 / self.n_workers) < WORKER_START_SECONDS and left < total:
                for _, record in run_serial(bench, jobs):
                    left -= 1
                    yield record
        if left:
            yield from self._pooled(bench, jobs, costs, left)

    def _pooled(self, bench: Bench, jobs: Iterator[Work], costs: Costs, left: int) -> Iterator[Record]:
        with shared(bench) as folder:
            desk = _Desk(bench=bench, folder=folder, workers=self.n_workers, limit=self.time_limit, costs=costs)
            try:
                yield from desk.run(jobs, left)
            except BaseException:
                pool.dismiss(wait=False)
                raise


@dataclass(slots=True, kw_only=True)
class _Desk:
    """Hands out batches and takes records in, through dead and hanging workers."""

    bench: Bench
    folder: str
    workers: int
    limit: float | None
    costs: Costs
    out: dict[Future[list[Record]], tuple[list[Work], int]] = field(default_factory=dict)    # batches and their numbers
    handed_out: int = 0
    again: deque[Work] = field(default_factory=deque)    # jobs whose process died under them, or beside them

    def run(self, jobs: Iterator[Work], left: int) -> Iterator[Record]:
        while left:
            # Jobs that may have killed their process are tried alone, so that the guilty one is known.
            alone = bool(self.again)
            if alone and not self.out:
                self._submit([self.again.popleft()])
            while not alone and len(self.out) < self._window():
                batch = self._batch(jobs, left)
                if not batch:
                    break
                self._submit(batch)
            for record in self._collect(alone=alone):
                left -= 1
                yield record

    def _window(self) -> int:
        """Two batches a worker, one being done and one at hand; with a time limit, none that could die in line."""
        return self.workers if self.limit is not None else 2 * self.workers

    def _batch(self, jobs: Iterator[Work], left: int) -> list[Work]:
        """Enough jobs for a quarter of a second; smaller ones towards the end, so that nobody waits for one."""
        fair = max(1, (left - sum(len(b) for b, _ in self.out.values())) // (2 * self.workers))
        batch: list[Work] = []
        seconds = 0.0
        while len(batch) < fair and seconds < BATCH_SECONDS:
            job = next(jobs, None)
            if job is None:
                break
            batch.append(job)
            cost = self.costs.of(job.learner)
            seconds += BATCH_SECONDS if cost is None or self.limit is not None else cost
        return batch

    def _submit(self, batch: list[Work]) -> None:
        for attempt in (1, 2):
            try:
                number = self.handed_out
                future = pool.executor(self.workers).submit(pool.do_batch, self.folder, number, batch)
            except (BrokenProcessPool, RuntimeError):   # it broke while idle
                pool.dismiss(wait=True)
                if attempt == 2:
                    raise
            else:
                self.out[future] = (batch, number)
                self.handed_out += 1
                return

    def _collect(self, *, alone: bool) -> Iterator[Record]:
        tick = None if self.limit is None else max(0.05, self.limit / 10)
        done, _ = wait(self.out, timeout=tick, return_when=FIRST_COMPLETED)
        broken: list[Work] = []
        for future in done:
            batch, _number = self.out.pop(future)
            try:
                records = future.result()
            except BrokenProcessPool:
                broken += batch
                continue
            for job, record in zip(batch, records, strict=True):
                self.costs.learn(job, record)
                yield record
        if broken:
            yield from self._after_death(broken, alone=alone)
        elif self.limit is not None:
            yield from self._overdue(self.limit)

    def _after_death(self, broken: list[Work], *, alone: bool) -> Iterator[Record]:
        """A process died. If its job was alone, the job did it; otherwise try each suspect alone."""
        pool.dismiss(wait=True)
        suspects = broken + [job for batch, _ in self.out.values() for job in batch]
        self.out.clear()
        if alone and len(suspects) == 1:
            yield self._lost(suspects[0], "the worker process died while fitting (out of memory, or a crash in "
                                          "compiled code)")
        else:
            self.again.extend(suspects)

    def _overdue(self, limit: float) -> Iterator[Record]:
        late = {future for future, (_, number) in self.out.items() if self._has_run(number) > limit}
        if not late:
            return
        for future in late:
            batch, _ = self.out.pop(future)
            for job in batch:
                yield self._lost(job, f"stopped after the time limit of {limit:g} s")
        pool.dismiss(wait=True)
        spared = [job for batch, _ in self.out.values() for job in batch]
        self.out.clear()
        for job in spared:
            self._submit([job])

    def _has_run(self, number: int) -> float:
        """Seconds since a worker began a batch; the start of a process and waiting in line do not count."""
        began = pool.running_since(self.folder, number)
        return 0.0 if began is None else time.time() - began

    def _lost(self, job: Work, why: str) -> Record:
        return job.lost(self.bench, why)
