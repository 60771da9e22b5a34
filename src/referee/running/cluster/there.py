"""What is done on a Dask worker: batches of jobs, each fit in a process of its own below the worker.

Fits are made as the local engine makes them: what crashes, hangs or takes too much memory ends its process, not the
worker, and is recorded by name. The data come once, as a plugin that the scheduler gives to workers that join later
too.
"""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

from referee.errors import RefereeError
from referee.running.cluster.carried import Carried
from referee.running.cluster.versions import Expected, about, source_digest
from referee.running.costs import Costs
from referee.running.crew import KNOWN, Crew
from referee.running.desk import Desk
from referee.running.limits import Limits
from referee.running.share import Shared, clear_leftovers, new_folder
from referee.running.source import nobody

DELIVERED: dict[str, Delivered] = {}
IDLE: list[Crew] = []           # of this worker, as many as it has threads


class Delivery(WorkerPlugin):
    """The data and learners of one run, on their way to every worker."""

    def __init__(self, token: str, files: dict[str, bytes], *, foreign: dict[int, str], limits: Limits,
                 expected: Expected, loads: tuple[str, ...]) -> None:
        self.name = token
        self.files, self.foreign, self.limits, self.expected, self.loads = files, foreign, limits, expected, loads

    def setup(self, worker: Any) -> None:
        """Keep them, and have processes got ready; they are laid out when the first batch comes."""
        made = Delivered(files=self.files, foreign=self.foreign, limits=self.limits, expected=self.expected,
                         loads=self.loads, name=str(getattr(worker, "address", "")))
        made.prepare(int(worker.state.nthreads))
        DELIVERED[self.name] = made

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - the name is Dask's
        """The run is over."""
        found = DELIVERED.pop(self.name, None)
        if found is not None:
            found.close()


@dataclass(slots=True)
class Unpacked(Shared):
    """A bench on the disk of a worker, from the bytes that came."""

    files: dict[str, bytes] = field(default_factory=dict)

    def lay(self) -> None:
        """Write them into a new folder."""
        self.remove()
        self.folder, self.lock = new_folder()
        for name, content in self.files.items():
            (Path(self.folder) / name).write_bytes(content)
        home = pickle.dumps((sys.path, os.getcwd()))     # noqa: PTH109 - a string is stored
        (Path(self.folder) / "home").write_bytes(home)


@dataclass(slots=True, kw_only=True)
class Delivered:
    """One run, as a worker has it."""

    files: dict[str, bytes]
    foreign: dict[int, str]
    limits: Limits
    expected: Expected
    name: str                                                   # of the worker
    loads: tuple[str, ...] = ()                                 # modules that the client has loaded for the fits
    fit: bool = False                                           # to work: it has been looked at
    costs: Costs = field(default_factory=Costs)
    shared: Unpacked | None = None
    idle: list[Crew] = field(default_factory=list)
    batches: Iterator[int] = field(default_factory=count)        # numbered through for all threads: one folder has all
    lock: threading.Lock = field(default_factory=threading.Lock)

    def require_fit(self) -> None:
        """A worker that joined when the others had been asked already is asked here."""
        if not self.fit:
            for sentence in (*self.expected.objections(self.name, about(self.expected.names)),
                             *self.expected.other_source(self.name, source_digest())):
                raise RefereeError(sentence)
            self.fit = True

    def prepare(self, threads: int) -> None:
        """Have a crew for each thread load what the fits need, while data and jobs are on their way."""
        with self.lock:
            self.idle += [self._new_crew() for _ in range(threads)]

    def _new_crew(self) -> Crew:
        crew = IDLE.pop() if IDLE else Crew()
        crew.load(self.loads)
        return crew

    def laid(self) -> Unpacked:
        """The bench on disk."""
        with self.lock:
            if self.shared is None:
                clear_leftovers()
                self.shared = Unpacked(bench=None, files=self.files)  # type: ignore[arg-type]
                self.shared.lay()
            return self.shared

    @contextmanager
    def crew(self) -> Iterator[Crew]:
        """A crew of one's own, kept for the next batch with all its processes."""
        with self.lock:
            mine = self.idle.pop() if self.idle else self._new_crew()
        try:
            yield mine
        except BaseException:
            mine.close()
            raise
        with self.lock:
            self.idle.append(mine)

    def close(self) -> None:
        """Remove the folder; of the processes, those are kept for the next run that have fitted only known learners."""
        with self.lock:
            while self.idle:
                crew = self.idle.pop()
                for worker in list(crew.workers.values()):
                    if worker.ground != KNOWN or worker.jobs:
                        crew.end(worker)
                IDLE.append(crew)
            if self.shared is not None:
                self.shared.remove()


def _dismiss() -> None:
    while IDLE:
        IDLE.pop().close()


atexit.register(_dismiss)


def do_batch(token: str, batch: bytes) -> bytes:
    """Do the jobs of a batch one after the other; their records."""
    here = DELIVERED[token]
    here.require_fit()
    jobs = [Carried(i, job) for i, job in enumerate(pickle.loads(batch))]     # noqa: S301 - from the client of the cluster
    with here.crew() as crew:
        desk = Desk(bench=None, shared=here.laid(), crew=crew, workers=1, limits=here.limits,  # type: ignore[arg-type]
                    foreign=here.foreign, costs=here.costs, source=iter(jobs), left=len(jobs), batches=here.batches,
                    before_waiting=nobody)
        records = list(desk.run())
    return pickle.dumps(records)
