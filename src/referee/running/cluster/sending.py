"""Batches to a Dask cluster and records back, through workers and schedulers that die.

A batch whose workers died, all of them, is suspected, not blamed: each of its jobs is tried again with no other job on
the whole cluster, and only one whose workers die then as well is recorded as failed.
"""

from __future__ import annotations

import pickle
import queue
import time
import warnings
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from referee.errors import RefereeError, Waiting
from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.cluster.carried import LOST
from referee.running.cluster.there import do_batch
from referee.running.costs import Costs
from referee.running.jobs import Work
from referee.running.source import BeforeWaiting

SHORTEST, LONGEST = 1.0, 10.0       # seconds of fits in a batch …
A_WORKER = 0.005                    # … and so many for each worker: what a batch costs the scheduler and this process
AHEAD = 2                           # batches for each thread of the cluster, the one that is being done included
TICK = 1.0
FIRST_WORD = 10.0                   # seconds without a worker before that is told
RESULT_SECONDS = 60.0
KEPT = "what was fitted is kept, and the same call goes on from there"
DIED = "every Dask worker died that fitted it, alone on the cluster"


@dataclass(slots=True, kw_only=True)
class Sending:
    """The jobs of one run on a cluster."""

    client: Any
    token: str
    bench: Bench
    source: Iterator[Work]
    left: int
    most: int | None                    # fits at a time, if limited
    patience: float                     # seconds to wait for a worker
    unsendable: dict[int, str]
    before_waiting: BeforeWaiting
    costs: Costs = field(default_factory=Costs)
    again: deque[list[Work]] = field(default_factory=deque)
    suspects: deque[Work] = field(default_factory=deque)
    out: dict[str, list[Work]] = field(default_factory=dict)            # batches that are on the cluster, by key …
    flying: int = 0                                                     # … and how many jobs they have
    position: dict[str, int] = field(init=False)                        # of the learners on the bench
    alone: bool = False                                                 # the one there is a suspect, on its own
    futures: dict[str, Any] = field(default_factory=dict)
    back: queue.SimpleQueue[Any] = field(default_factory=queue.SimpleQueue)
    numbers: Iterator[int] = field(default_factory=count)
    refused: deque[Work] = field(default_factory=deque)
    threads: int = 1
    looked: float = float("-inf")
    without: float | None = None        # since when there is no worker
    told: bool = False

    def __post_init__(self) -> None:
        self.position = {learner.fingerprint(self.bench.seed): i for i, learner in enumerate(self.bench.learners)}

    def run(self) -> Iterator[Record]:
        """Records as they come."""
        try:
            while True:
                self._hand_out()
                while self.refused:
                    job = self.refused.popleft()
                    yield job.lost(self.bench, f"it cannot be sent to a worker process: {self.unsendable[job.learner]}")
                if not self.out:
                    return
                yield from self._take(self._next())
        finally:
            if self.futures:
                with suppress(Exception):          # the scheduler may be gone
                    self.client.cancel(list(self.futures.values()), force=True)

    # ---- handing out

    def _hand_out(self) -> None:
        self._look()
        if self.suspects:
            if not self.out:
                self._send([self.suspects.popleft()], alone=True)
            return
        while len(self.out) < AHEAD * self.threads and (batch := self._batch()):
            self._send(batch)

    def _batch(self) -> list[Work]:
        """Jobs for some seconds; fewer towards the end, so that nobody waits for one."""
        if self.again:
            return self.again.popleft()
        fair = max(1, (self.left - self.flying) // (AHEAD * self.threads))
        long, seconds = min(max(SHORTEST, A_WORKER * self.threads), LONGEST), 0.0
        batch: list[Work] = []
        while len(batch) < fair and seconds < long:
            job = next(self.source, None)
            if job is None:
                break
            if job.learner in self.unsendable:
                self.refused.append(job)
                continue
            batch.append(job)
            cost = self.costs.of(job.learner)
            seconds += long if cost is None else cost
        return batch

    def _send(self, batch: list[Work], *, alone: bool = False) -> None:
        import cloudpickle

        key = f"{self.token}-{next(self.numbers)}"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")         # row numbers of large data are what has to be sent
            future = self.client.submit(do_batch, self.token, cloudpickle.dumps(batch), key=key, pure=False)
        self.out[key], self.futures[key], self.alone = batch, future, alone
        self.flying += len(batch)
        future.add_done_callback(self.back.put)

    # ---- taking in

    def _next(self) -> Any:
        """The next batch that came back, in whatever state."""
        while True:
            with suppress(queue.Empty):
                return self.back.get_nowait()
            presses = self.before_waiting()
            try:
                return self.back.get(timeout=TICK if presses is None else min(presses, TICK))
            except queue.Empty:
                self._look()

    def _take(self, future: Any) -> Iterator[Record]:
        from distributed import KilledWorker

        if future.key not in self.out:
            return
        try:
            answer = future.result(timeout=RESULT_SECONDS)
        except KilledWorker:
            batch = self._off(future)
            if self.alone:
                yield self._counted(batch[0].lost(self.bench, DIED))
            else:
                self.suspects += batch
            return
        except TimeoutError:                # it was lost with its worker, and is made again
            future.add_done_callback(self.back.put)
            return
        batch = self._off(future)
        yield from self._records(batch, pickle.loads(answer))     # noqa: S301 - from our own worker

    def _records(self, batch: list[Work], came: list[Record]) -> Iterator[Record]:
        for record in came:
            if record.problem == LOST:
                made = batch[int(record.split)].lost(self.bench, record.error)
                yield self._counted(replace(made, traceback=record.traceback))
            else:
                if record.learner in self.position:
                    self.costs.add(self.position[record.learner], record)
                yield self._counted(record)
        if len(came) < len(batch):
            raise RefereeError(f"a Dask worker gave {len(came)} records for {len(batch)} jobs; {KEPT}.")

    def _off(self, future: Any) -> list[Work]:
        self.futures.pop(future.key)
        future.release()
        batch = self.out.pop(future.key)
        self.flying -= len(batch)
        return batch

    def _counted(self, record: Record) -> Record:
        self.left -= 1
        return record

    # ---- whether there is a cluster

    def _look(self) -> None:
        """See how many threads there are; without any, wait for a worker, with a word, and not for ever."""
        now = time.monotonic()
        if now - self.looked < TICK:
            return
        self.looked = now
        if self.client.status != "running":
            raise ConnectionError("the scheduler is gone")
        there = sum(self.client.nthreads().values())
        self.threads = max(1, there if self.most is None else min(there, self.most))
        if there:
            self.without, self.told = None, False
            return
        self.without = self.without or now
        if now - self.without > self.patience:
            raise RefereeError(f"no Dask worker has been there for {self.patience:g} s; what was fitted is kept: start "
                               f"workers, and the same call goes on from there.")
        if now - self.without > FIRST_WORD and not self.told:
            self.told = True
            warnings.warn(f"there is no Dask worker now; waiting for one, up to {self.patience:g} s.", Waiting,
                          stacklevel=2)
