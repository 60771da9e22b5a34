"""The Dask engine with up to a thousand workers, on one machine: the client is real, scheduler and workers are not.

    python benchmarks/thousand_workers.py [--fits 30000] [--workers 100,1000] [--seconds 0.1,1]

The engine's own code takes jobs of a plan, sizes its batches, packs them, unpacks what comes back and writes it to a
ledger; the processor time of that is the client's time. The other parts are events: a scheduler that takes --scheduler
seconds for each batch handed out and again for each that is done (measured with Dask's own, unless it is said), a
network of 1 ms, and workers whose fits take as long as their learner does (100 learners, the dearest 30
times the cheapest). Said is which share of the workers' time is fits, and how busy the client and the scheduler are:
what comes near 1 first is the bottleneck.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import queue
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from referee.data import make_problem
from referee.designs import make_plan
from referee.ledger import BatchWriter, LearnerCard, Record, batch, open_ledger
from referee.running.cluster import sending
from referee.running.jobs import Job

LEARNERS = 100
NETWORK = 0.001


@dataclass
class Clock:
    """Time as the client sees it: what its own work takes of the processor, and what it waits."""

    now: float = 0.0
    busy: float = 0.0
    mark: float = field(default_factory=time.process_time)

    def count(self) -> float:
        """Take the work since the last look into account."""
        used = time.process_time() - self.mark
        self.now, self.busy = self.now + used, self.busy + used
        self.mark = time.process_time()
        return self.now

    def skip(self) -> None:
        """What was done since the last look is not the client's work."""
        self.mark = time.process_time()

    def wait_until(self, when: float) -> None:
        """Nothing to do until then."""
        self.now = max(self.now, when)
        self.skip()


@dataclass
class Future:
    """A batch that will be done at some time."""

    key: str
    answer: bytes

    def add_done_callback(self, tell: Any) -> None:
        """Whom to tell is known: the queue."""

    def result(self, timeout: float) -> bytes:  # noqa: ARG002
        """What came."""
        return self.answer

    def release(self) -> None:
        """Forgotten."""


class Cluster:
    """Stands for client and queue of the engine: batches go to a scheduler and workers that are only counted."""

    status = "running"

    def __init__(self, workers: int, scheduler: float, costs: np.ndarray, clock: Clock) -> None:
        self.workers, self.scheduler, self.costs, self.clock = workers, scheduler, costs, clock
        self.free = [(0.0, worker) for worker in range(workers)]        # when each has done what it was given
        heapq.heapify(self.free)
        self.at_scheduler = self.scheduling = self.fitting = 0.0
        self.done: list[tuple[float, int, Future]] = []         # batches that come to the scheduler, and when …
        self.back: list[tuple[float, int, Future]] = []         # … and those that it has sent on to the client
        self.batches = 0

    def nthreads(self) -> dict[int, int]:
        """One each."""
        return dict.fromkeys(range(self.workers), 1)

    def submit(self, _work: Any, _token: str, packed: bytes, *, key: str, pure: bool) -> Future:  # noqa: ARG002
        """Through the scheduler to the worker that is free first, and back through the scheduler."""
        begun = self.clock.count()
        jobs: list[Job] = pickle.loads(packed)
        seconds = float(sum(self.costs[job.learner] for job in jobs))
        answer = pickle.dumps([self._record(job) for job in jobs])
        self._send_back(begun + NETWORK)            # what came earlier is done earlier
        came, worker = heapq.heappop(self.free)
        end = max(came, self._scheduled(begun + NETWORK) + NETWORK) + seconds
        heapq.heappush(self.free, (end, worker))
        self.fitting += seconds
        self.batches += 1
        future = Future(key, answer)
        heapq.heappush(self.done, (end + NETWORK, self.batches, future))
        self.clock.skip()
        return future

    def _scheduled(self, came: float) -> float:
        self.at_scheduler = max(self.at_scheduler, came) + self.scheduler
        self.scheduling += self.scheduler
        return self.at_scheduler

    def _send_back(self, until: float) -> None:
        while self.done and self.done[0][0] <= until:
            came, number, future = heapq.heappop(self.done)
            heapq.heappush(self.back, (self._scheduled(came) + NETWORK, number, future))

    def _record(self, job: Job) -> Record:
        draw = np.full(job.split.n_test, 0.25)
        return Record(problem="p" * 16, learner=f"{job.learner:016x}", split=job.split.fingerprint,
                      labels=np.zeros(job.split.n_test, dtype=np.int64),
                      probabilities=np.column_stack([draw, 1 - draw]),
                      fit_seconds=float(self.costs[job.learner]))

    def get_nowait(self) -> Future:
        """The batch that is back first, if one is."""
        now = self.clock.count()
        self._send_back(now)
        if not self.back or self.back[0][0] > now:
            self.clock.skip()
            raise queue.Empty
        return self._first()

    def get(self, timeout: float) -> Future:
        """The batch that is back first; the client waits for it, up to some time."""
        now = self.clock.count()
        until = now + timeout
        self._send_back(now)
        if not self.back and self.done:
            self._send_back(self.done[0][0])           # no further: what is handed out meanwhile comes before the rest
        if not self.back or self.back[0][0] > until:
            self.clock.wait_until(until)
            raise queue.Empty
        return self._first()

    def _first(self) -> Future:
        when, _, future = heapq.heappop(self.back)
        self.clock.wait_until(when)
        return future

    def put(self, future: Future) -> None:
        """Known already."""


@contextmanager
def simulated_time(clock: Clock) -> Iterator[None]:
    """Writer and engine see the time that is simulated."""
    before = batch.time, sending.time
    batch.time = sending.time = SimpleNamespace(monotonic=clock.count)
    try:
        yield
    finally:
        batch.time, sending.time = before


def of_dask(tasks: int = 2_000) -> float:
    """Processor seconds for a task of Dask's, half for each way; client and scheduler are here, so it is too much."""
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                      silence_logs="CRITICAL") as cluster, Client(cluster) as client:
        before = time.process_time()
        client.gather(client.map(str, range(tasks), pure=False))
        return (time.process_time() - before) / tasks / 2


def simulated(workers: int, seconds: float, fits: int, scheduler: float, folder: Path) -> dict[str, float]:
    """One run."""
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(200, 3)), draw.integers(0, 2, 200))
    plan = make_plan(f"kfold:folds=10,repeats={-(-fits // (10 * LEARNERS))}", problem, seed=1)
    costs = np.geomspace(1, 30, LEARNERS)
    costs *= seconds / costs.mean()
    jobs = islice((Job(learner, split) for split in plan.splits() for learner in range(LEARNERS)), fits)
    clock = Clock()
    cluster = Cluster(workers, scheduler, costs, clock)
    bench: Any = SimpleNamespace(learners=[SimpleNamespace(fingerprint=lambda _seed, i=i: f"{i:016x}")
                                           for i in range(LEARNERS)], seed=0)
    with closing(open_ledger(folder / f"{workers}-{seconds}.db")) as ledger, simulated_time(clock):
        ledger.add_problem(problem)
        ledger.add_plan(plan.card, plan.splits())
        for i in range(LEARNERS):
            ledger.add_learner(LearnerCard(fingerprint=f"{i:016x}", name=f"m{i}", recipe={"class": "x"}))
        clock.skip()
        count = 0
        with BatchWriter(ledger) as writer:
            for record in sending.Sending(client=cluster, token="t", bench=bench, source=jobs, left=fits, most=None,
                                          patience=1, unsendable={}, back=cluster,
                                          before_waiting=writer.pause).run():
                writer.add(record)
                count += 1
        clock.count()
    assert count == fits
    return {"took": clock.now, "useful": cluster.fitting / (workers * clock.now), "client": clock.busy / clock.now,
            "scheduler": cluster.scheduling / clock.now, "batches": cluster.batches, "a fit": clock.busy / fits}


def main() -> None:
    """Every combination."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fits", type=int, default=30_000)
    parser.add_argument("--workers", default="100,1000")
    parser.add_argument("--seconds", default="0.1,1")
    parser.add_argument("--scheduler", type=float, help="seconds the scheduler takes for a batch, each way")
    options = parser.parse_args()
    scheduler = of_dask() if options.scheduler is None else options.scheduler
    print(f"a batch takes the scheduler {scheduler * 1e3:.2f} ms, each way", flush=True)
    with tempfile.TemporaryDirectory(prefix="workers-") as name:
        for seconds in map(float, options.seconds.split(",")):
            for workers in map(int, options.workers.split(",")):
                told = simulated(workers, seconds, options.fits, scheduler, Path(name))
                print(f"{workers:,} workers, fits of {seconds:g} s: {told['took']:,.0f} s for {options.fits:,} fits "
                      f"({told['batches']:,.0f} batches); fits are {told['useful']:.0%} of the workers' time, the "
                      f"client is busy {told['client']:.0%} ({told['a fit'] * 1e6:.0f} µs a fit), the scheduler "
                      f"{told['scheduler']:.0%}", flush=True)


if __name__ == "__main__":
    main()
