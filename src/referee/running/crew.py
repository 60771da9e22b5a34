"""The workers of this process: hired, given batches, heard, ended. What a worker is at is known at any moment."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from referee.running.jobs import Work
from referee.running.starting import Lost, Starter, starter
from referee.running.words import Ear, Garbled

KNOWN = ""       # the ground on which known learners are fitted; foreign code has a ground of its own

Word = tuple[Any, ...]
"""What a worker says: ("came",), ("begun",), ("done", record), ("failed", why); of it: ("dead", code), ("lost",)."""


@dataclass(slots=True, eq=False)
class Worker:
    """A process, as its parent sees it."""

    number: int
    connection: Any
    pid: int = 0
    ground: str | None = None                   # None: it has done nothing yet
    jobs: deque[tuple[int, Work]] = field(default_factory=deque)      # given to it and not done, the first being done
    fits: int = 0                               # done so far
    came: float | None = None                   # when it took up the batch it is loading …
    since: float | None = None                  # … and when it began the fit that it is at
    mute: bool = False                          # its connection is closed: it is dying …
    garbled: bool = False                       # … or something that is no word came from it
    ear: Ear = field(init=False)

    def __post_init__(self) -> None:
        self.ear = Ear(self.connection)

    @property
    def idle(self) -> bool:
        """Whether it waits for work."""
        return not self.jobs and not self.mute

    def words(self) -> Iterator[Word]:
        """All that it has said and nobody has heard yet."""
        if self.mute:
            return
        try:
            yield from self.ear.words()
        except (EOFError, OSError):
            self.mute = True
        except Garbled:
            self.mute = self.garbled = True


@dataclass(slots=True)
class Crew:
    """Some workers, and who started them."""

    starter: Starter = field(default_factory=starter)
    workers: dict[int, Worker] = field(default_factory=dict)
    hired: int = 0
    pid: int = field(default_factory=os.getpid)
    folder: str = ""
    loads: tuple[str, ...] = ()                 # what workers need beside what is loaded here
    gone: list[tuple[Worker, Word]] = field(default_factory=list)        # lost while nobody listened

    def hire(self) -> Worker:
        """One more worker."""
        self.hired += 1
        try:
            connection = self.starter.start(self.hired)
        except Lost:
            self._renew()
            connection = self.starter.start(self.hired)
        worker = self.workers[self.hired] = Worker(self.hired, connection)
        return worker

    def give(self, worker: Worker, folder: str, batch: int) -> None:
        """Tell a worker of a batch; if it has just died, that will be heard."""
        try:
            worker.connection.send((folder, batch))
        except OSError:
            worker.mute = True

    def end(self, worker: Worker) -> None:
        """End a worker, whatever it is doing; nothing more is heard of it."""
        self.starter.kill(worker.number)
        self.workers.pop(worker.number, None)
        worker.connection.close()

    def keep(self, folder: str) -> None:
        """See that a folder goes if this process is killed; the one before it is gone already."""
        if self.folder:
            self.starter.keep(self.folder, kept=False)
        if folder:
            self.starter.keep(folder, kept=True)
        self.folder = folder

    def load(self, modules: tuple[str, ...]) -> None:
        """Have loaded for workers to come what is needed beside what is loaded here."""
        self.loads = modules
        self.starter.load(modules)

    def listen(self, timeout: float | None) -> list[tuple[Worker, Word]]:
        """What the workers say, and who died; waits until there is something."""
        heard, self.gone = self.gone, []
        speaking = [worker.connection for worker in self.workers.values() if not worker.mute]
        ready = set(map(id, wait([*speaking, *self.starter.waitables()], timeout=0 if heard else timeout)))
        for worker in list(self.workers.values()):
            if id(worker.connection) in ready:
                heard += [(worker, word) for word in worker.words()]
                if worker.garbled:
                    self.starter.kill(worker.number)
        try:
            for what, number, value in self.starter.news():
                heard += self._news(what, number, value)
        except Lost:
            self._renew()
            heard, self.gone = heard + self.gone, []
        return heard

    def close(self) -> None:
        """End them all."""
        if self.pid == os.getpid():          # a fork of this process must not end what is not its own
            for worker in self.workers.values():
                worker.connection.close()
            self.starter.close()
        self.workers.clear()

    def _news(self, what: str, number: int, value: int) -> Iterator[tuple[Worker, Word]]:
        worker = self.workers.get(number)
        if worker is None:
            return
        if what == "started":
            worker.pid = value
        else:
            yield from ((worker, word) for word in worker.words())
            del self.workers[number]
            worker.connection.close()
            yield worker, ("dead", value)

    def _renew(self) -> None:
        """Begin anew after all workers were lost."""
        for worker in self.workers.values():
            self.gone += [(worker, word) for word in worker.words()]
            self.gone.append((worker, ("lost",)))
            worker.connection.close()
        self.workers.clear()
        self.starter.close()
        self.starter = starter()
        self.load(self.loads)
        self.keep(self.folder)
