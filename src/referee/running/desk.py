"""The desk hands batches to workers and takes records in, through dead, hanging and greedy ones.

Each kind of foreign code has processes of its own, so that what it does to its process it does to itself alone. A job
is blamed for the death of its process only if nothing else was ever done there; otherwise it is tried again in a fresh
one, and what stood behind it in line goes back without blame.
"""

from __future__ import annotations

import signal
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count

from referee.errors import RefereeError
from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.causes import cause
from referee.running.costs import Costs
from referee.running.crew import KNOWN, Crew, Word, Worker
from referee.running.jobs import Work
from referee.running.limits import Limits
from referee.running.share import Shared
from referee.running.source import BeforeWaiting
from referee.running.worker import NO_DATA

BATCH_SECONDS = 0.25           # a message costs a tenth of a millisecond; a batch should cost much more
MOST_WAITING = 1_000           # jobs taken from the source before they are wanted
TRIES = 3                      # of a job whose process is killed from outside
MOST_UNBORN = 20
SPOILT = "it wrote into the connection of its worker process, or changed what that writes with"
MOST_VANISHED = 10             # times in a row that the data are laid out again
IDLE_KEPT = 2                  # processes for each one that may fit at a time, those that wait included


@dataclass(slots=True, kw_only=True)
class Desk:
    """Where the jobs of one run are handed out."""

    bench: Bench
    shared: Shared
    crew: Crew
    workers: int
    limits: Limits
    foreign: Mapping[int, str]         # learners of foreign code, and which code that is
    costs: Costs
    source: Iterator[Work]
    left: int
    before_waiting: BeforeWaiting
    waiting: dict[str, deque[tuple[int, Work]]] = field(default_factory=lambda: defaultdict(deque))
    suspects: deque[tuple[int, Work]] = field(default_factory=deque)      # to be tried in a fresh process …
    exclusive: deque[tuple[int, Work]] = field(default_factory=deque)     # … or with no other beside it
    tried: set[int] = field(default_factory=set)                          # those that were
    deaths: Counter[int] = field(default_factory=Counter)                 # of the process of a job
    unborn: int = 0                                                       # processes in a row that never began
    refused: deque[Work] = field(default_factory=deque)                   # that cannot be sent to a process
    vanished: Counter[int] = field(default_factory=Counter)               # the folder, with so many jobs left
    wild: set[int] = field(default_factory=set)                           # learners that have ended a process
    numbers: Iterator[int] = field(default_factory=count)
    batches: Iterator[int] = field(default_factory=count)

    def run(self) -> Iterator[Record]:
        """Records as they come."""
        while self.left:
            self._hand_out()
            while self.refused:
                job = self.refused.popleft()
                yield self._lost(job, f"it cannot be sent to a worker process: {self.shared.unsendable[job.learner]}")
            if self.left and not self._busy:
                return
            if self.left:
                for worker, word in self.crew.listen(self._patience()):
                    yield from self._hear(worker, word)
                yield from self._stop_what_exceeds()

    def _patience(self) -> float | None:
        """For how many seconds to wait for a word of the workers."""
        return min((s for s in (self.limits.tick, self.before_waiting()) if s is not None), default=None)

    @property
    def _busy(self) -> list[Worker]:
        return [worker for worker in self.crew.workers.values() if worker.jobs]

    # ---- handing out

    def _hand_out(self) -> None:
        if self.exclusive:
            if not self._busy:
                entry = self.exclusive.popleft()
                self.tried.add(entry[0])
                self._give([entry], fresh=True)
            return
        while self.suspects and len(self._busy) < self.workers:
            self._give([self.suspects.popleft()], fresh=True)
        while len(self._busy) < self.workers and (batch := self._batch()):
            self._give(batch, fresh=batch[0][1].learner in self.wild)
        if not self.limits and self._unassigned > self.workers:
            for worker in self._busy:        # one at hand for whoever is at the last of its jobs
                at = worker.jobs[0][1].learner
                if len(worker.jobs) == 1 and at not in self.wild and (batch := self._batch(worker.ground)):
                    self._give(batch, to=worker)

    @property
    def _unassigned(self) -> int:
        return self.left - sum(len(worker.jobs) for worker in self.crew.workers.values())

    def _batch(self, ground: str | None = None) -> list[tuple[int, Work]]:
        """Jobs of one ground for a quarter of a second; fewer towards the end, so that nobody waits for one."""
        if ground is None:
            self._fill(1)
            first = {queue[0][0]: name for name, queue in self.waiting.items() if queue}
            if not first:
                return []
            ground = first[min(first)]
        fair, seconds = max(1, self._unassigned // (2 * self.workers)), 0.0
        batch: list[tuple[int, Work]] = []
        while len(batch) < fair and seconds < BATCH_SECONDS and self._more(ground):
            number, job = self.waiting[ground].popleft()
            batch.append((number, job))
            cost = self.costs.of(job.learner)
            alone = cost is None or self.limits or job.learner in self.wild
            seconds += BATCH_SECONDS if alone else cost or 0.0
        return batch

    def _more(self, ground: str) -> bool:
        """Whether there is one more job of this ground."""
        while not self.waiting[ground] and sum(map(len, self.waiting.values())) < MOST_WAITING:
            if not self._take_one():
                break
        return bool(self.waiting[ground])

    def _fill(self, n: int) -> None:
        while sum(map(len, self.waiting.values())) < n and self._take_one():
            pass

    def _take_one(self) -> bool:
        """Take a job from the source; False when there is none."""
        job = next(self.source, None)
        if job is None:
            return False
        if job.learner in self.shared.unsendable:
            self.refused.append(job)
        else:
            self.waiting[self._ground(job)].append((next(self.numbers), job))
        return True

    def _ground(self, job: Work) -> str:
        return self.foreign.get(job.learner, KNOWN)

    def _give(self, batch: list[tuple[int, Work]], *, fresh: bool = False, to: Worker | None = None) -> None:
        ground = self._ground(batch[0][1])
        worker = to or self._worker(ground, fresh=fresh)
        number = next(self.batches)
        while not self.shared.put_batch(number, [job for _, job in batch]):
            self._laid_anew()
        worker.ground = ground
        worker.jobs.extend(batch)
        self.crew.give(worker, self.shared.folder, number)

    def _worker(self, ground: str, *, fresh: bool) -> Worker:
        """One that waits, on this ground or on none yet; else a new one, for which another may have to go."""
        idle = [worker for worker in self.crew.workers.values() if worker.idle]
        for worker in reversed(idle):
            if worker.ground is None or (worker.ground == ground and not fresh):
                return worker
        if len(self.crew.workers) >= IDLE_KEPT * self.workers and idle:
            self.crew.end(idle[0])
        return self.crew.hire()

    # ---- taking in

    def _hear(self, worker: Worker, word: Word) -> Iterator[Record]:
        match word:
            case ("came",):
                self.unborn = 0
                worker.came, worker.since = time.monotonic(), None
            case ("begun",):
                worker.since = time.monotonic()
            case ("done", Record() as record) if worker.jobs:
                self.costs.learn(self._next(worker), record)
                yield self._counted(record)
            case ("failed", str(why)) if worker.jobs:
                yield self._lost(self._next(worker), why)
            case ("dead", int(code)):
                yield from self._after_death(worker, code)
            case ("lost",):
                yield from self._after_loss(worker)

    def _next(self, worker: Worker) -> Work:
        """The job it was at; it is at the next one now."""
        _, job = worker.jobs.popleft()
        worker.fits += 1
        worker.since = time.monotonic() if worker.jobs else None
        return job

    def _after_death(self, worker: Worker, code: int) -> Iterator[Record]:
        """A process died. If it had done nothing else, the job did it; otherwise the job is tried in a fresh one."""
        if not worker.jobs or self._stillborn(worker):
            return
        number, job = self._put_back_rest(worker)
        if self._laid_anew():
            self.suspects.append((number, job))
            return
        self.deaths[number] += 1
        # Whoever ends a process from outside, or the system that lacks memory, may have meant another; a worker
        # that did not find its data could not go on.
        no_fault = (code == -signal.SIGKILL and not worker.garbled) or (code == NO_DATA and bool(self.vanished))
        if worker.fits or self.deaths[number] < (TRIES if no_fault else 1):
            self.suspects.append((number, job))
            return
        self.wild.add(job.learner)
        why = SPOILT if worker.garbled else f"the worker process died while fitting ({cause(code)})"
        lost = self._lost(job, why)
        yield replace(lost, traceback=self.shared.fault(worker.pid))

    def _after_loss(self, worker: Worker) -> Iterator[Record]:
        """All processes died at once; whoever may have done it is tried with no other beside it."""
        if not worker.jobs or self._stillborn(worker):
            return
        number, job = self._put_back_rest(worker)
        self.deaths[number] += number in self.tried
        if self.deaths[number] < (1 if job.learner in self.wild else TRIES - 1):
            self.exclusive.append((number, job))
            return
        self.wild.add(job.learner)
        yield self._lost(job, "the worker process died while fitting, and its parent with it")

    def _stillborn(self, worker: Worker) -> bool:
        """Whether it died before it took anything up: nobody is to blame, but it must not go on for ever."""
        if worker.came is not None:
            return False
        self.unborn += 1
        if self.unborn > MOST_UNBORN:
            raise RefereeError("worker processes cannot be started: each dies before its first fit; check that memory "
                               "and processes are left on this machine. What was fitted is kept.")
        entry = self._put_back_rest(worker)
        self.waiting[self._ground(entry[1])].appendleft(entry)
        return True

    def _put_back_rest(self, worker: Worker) -> tuple[int, Work]:
        """The job a worker was at; those behind it go back to the front of the line."""
        first = worker.jobs.popleft()
        while worker.jobs:
            entry = worker.jobs.pop()
            self.waiting[self._ground(entry[1])].appendleft(entry)
        return first

    def _stop_what_exceeds(self) -> Iterator[Record]:
        if not self.limits:
            return
        for worker in self._busy:
            why = self.limits.exceeded(pid=worker.pid, came=worker.came, since=worker.since, now=time.monotonic())
            if why:
                self.crew.end(worker)
                _, job = self._put_back_rest(worker)
                yield self._lost(job, why)

    def _laid_anew(self) -> bool:
        """Lay the data out again if their folder has vanished, whoever removed it; not for ever without a fit."""
        if self.shared.is_there:
            return False
        self.vanished[self.left] += 1
        if self.vanished[self.left] > MOST_VANISHED:
            raise RefereeError(f"the folder {self.shared.folder} with the data for the workers vanishes again and "
                               f"again; what was fitted is kept, and the same call goes on from there.")
        with suppress(FileNotFoundError):       # removed while it was being laid out: the next look sees that
            self.shared.lay()
        self.crew.keep(self.shared.folder)
        return True

    def _lost(self, job: Work, why: str) -> Record:
        return self._counted(job.lost(self.bench, why))

    def _counted(self, record: Record) -> Record:
        self.left -= 1
        return record
