"""How workers are started, ended and heard of: by a nursery on Linux, from scratch elsewhere."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

ONE_THREAD = dict.fromkeys((
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS", "NUMBA_NUM_THREADS",
), "1")
LOADED_THERE = "sklearn."      # what the nursery loads beside our own if it is loaded here
AT_A_TIME = 500                # modules named in one packet
BEGIN = ("import json, sys; sys.path[:] = json.loads(sys.argv[3]); from referee.running.nursery import main; "
         "main(int(sys.argv[1]), json.loads(sys.argv[2]))")

News = tuple[str, int, int]
"""("started", number, pid) or ("dead", number, exit code; minus the signal)."""


class Lost(Exception):
    """The nursery is gone, and all workers with it."""


class Starter(Protocol):
    """Starts workers, and knows how they are."""

    def start(self, number: int) -> Any:
        """Our end of the connection to a new worker."""

    def kill(self, number: int) -> None:
        """End a worker, whatever it is doing."""

    def waitables(self) -> list[Any]:
        """What becomes ready when there is news."""

    def news(self) -> list[News]:
        """Who was started and who died since; `Lost` if all did."""

    def load(self, modules: Iterable[str]) -> None:
        """Modules that workers will need, beside those that are loaded here."""

    def keep(self, folder: str, *, kept: bool) -> None:
        """A folder to be removed if this process is killed."""

    def close(self) -> None:
        """End all workers."""


def starter() -> Starter:
    """The way that this system allows."""
    return Nursery() if sys.platform == "linux" else FromScratch()


def worth_loading() -> list[str]:
    """What is loaded here, takes long, and will be needed for fits."""
    return sorted(name for name in sys.modules if name.startswith(LOADED_THERE))


@dataclass(slots=True)
class Nursery:
    """Our side of the nursery."""

    process: Any = None
    control: socket.socket = field(init=False)
    loads: set[str] = field(default_factory=set)         # modules that it was told of
    asked: bool = False                                  # for a worker, ever

    def __post_init__(self) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        preload = self._unheard(worth_loading())
        with theirs:
            self.process = subprocess.Popen(      # noqa: S603 - our own interpreter and code
                [sys.executable, "-P", "-c", BEGIN, str(theirs.fileno()), json.dumps(preload), json.dumps(sys.path)],
                pass_fds=[theirs.fileno()], env=os.environ | ONE_THREAD, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, number: int) -> Connection:
        """Our end of the connection to a new worker; it need not be there yet to be written to."""
        self.load(worth_loading())       # it may have been started before much was loaded here
        self.asked = True
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self.control, [json.dumps(["worker", number]).encode()], [theirs.fileno()])
            except OSError as error:
                ours.close()
                raise Lost from error
        return Connection(ours.detach())

    def load(self, modules: Iterable[str]) -> None:
        """Have the nursery load what it was not told of yet, for all workers that come."""
        late = self._unheard(modules)
        for first in range(0, len(late), AT_A_TIME):
            self._ask("load", late[first:first + AT_A_TIME])

    def kill(self, number: int) -> None:
        """End a worker."""
        self._ask("kill", number)

    def keep(self, folder: str, *, kept: bool) -> None:
        """Have the nursery remove a folder if this process is killed."""
        self._ask("folder" if kept else "no folder", folder)

    def waitables(self) -> list[Any]:
        """Its socket."""
        return [self.control]

    def news(self) -> list[News]:
        """All packets that are there."""
        found: list[News] = []
        while wait([self.control], timeout=0):
            try:
                data = self.control.recv(65_536)
            except OSError as error:
                raise Lost from error
            if not data:
                raise Lost
            found.append(tuple(json.loads(data)))
        return found

    def close(self) -> None:
        """End it; its workers end with it. One that nobody has asked for a worker may still be loading."""
        self.control.close()
        if not self.asked:
            self.process.kill()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _unheard(self, modules: Iterable[str]) -> list[str]:
        """Those of which it was not told yet."""
        new = sorted(set(modules) - self.loads)
        self.loads.update(new)
        return new

    def _ask(self, *words: str | int | list[str]) -> None:
        with suppress(OSError):          # it is gone; the next news will say so
            self.control.send(json.dumps(words).encode())


@dataclass(slots=True)
class FromScratch:
    """Each worker a process of its own, which loads everything itself."""

    processes: dict[int, Any] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)

    def start(self, number: int) -> Any:
        """A new process, without this one's main module."""
        from loky.backend import get_context

        context = get_context("loky")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True, env=ONE_THREAD)
        process.start()
        theirs.close()
        self.processes[number] = process
        return ours

    def kill(self, number: int) -> None:
        """End a worker."""
        with suppress(ProcessLookupError):
            os.kill(self.processes[number].pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def load(self, modules: Iterable[str]) -> None:
        """Each worker loads what it needs."""

    def keep(self, folder: str, *, kept: bool) -> None:
        """Nobody outlives this process who could remove it; the next run does."""

    def waitables(self) -> list[Any]:
        """What becomes ready when a process ends."""
        return [process.sentinel for process in self.processes.values()]

    def news(self) -> list[News]:
        """Who is new, and who has ended."""
        found: list[News] = [("started", n, process.pid) for n, process in self.processes.items() if n not in self.told]
        self.told |= set(self.processes)
        for number, process in list(self.processes.items()):
            if wait([process.sentinel], timeout=0):
                process.join()
                found.append(("dead", number, process.exitcode or 0))
                del self.processes[number]
        return found

    def close(self) -> None:
        """End them all."""
        for number in list(self.processes):
            self.kill(number)
        for process in self.processes.values():
            process.join()


def _serve(connection: Any) -> None:
    from referee.running.worker import serve

    serve(connection)
