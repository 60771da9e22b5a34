"""The nursery: a process that has loaded the libraries and does nothing but fork workers.

A worker that dies is replaced in some milliseconds, not in the seconds that loading takes. The nursery runs no foreign
code, keeps to one thread, and ends with the process that started it, its workers with it: a kill -9 there leaves no
process and no folder behind. Linux only; elsewhere forking after loading libraries is not safe, and each worker is
started from scratch.

Requests and news are packets of JSON: ["worker", number] with the worker's end of a socket, ["load", names of modules],
["kill", number], ["folder", path]; ["started", number, pid], ["dead", number, status].
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import selectors
import shutil
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import NoReturn

ALONE_SECONDS = 600        # without a worker and without a request, before the nursery leaves
PACKET = 65_536
LOADED = ("referee.running.worker", "referee.running.run", "referee.learners.resolve", "referee.data.make",
          "referee.designs.named", "referee.seeds", "joblib", "cloudpickle", "threadpoolctl", "sklearn.base")
DIE_WITH_PARENT = 1        # PR_SET_PDEATHSIG, prctl(2)


def main(control: int, preload: list[str]) -> None:
    """Load, then fork whenever asked, until nobody is there to ask."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _load([*LOADED, *preload])
    _Nursery(socket.socket(fileno=control)).run()


def _load(modules: list[str]) -> None:
    for module in modules:
        with suppress(Exception):        # a worker will miss it too, and say so
            importlib.import_module(module)
    with suppress(Exception):            # which numeric libraries there are is found out once for all workers
        importlib.import_module("referee.one_thread").one_thread()


@dataclass(slots=True)
class _Nursery:
    control: socket.socket
    pids: dict[int, int] = field(default_factory=dict)          # number of a worker → process
    folders: set[str] = field(default_factory=set)
    alone_since: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Listen for requests and for deaths."""
        awake, wake = os.pipe()
        for end in (awake, wake):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        with selectors.DefaultSelector() as selector:
            selector.register(self.control, selectors.EVENT_READ)
            selector.register(awake, selectors.EVENT_READ)
            while self.pids or time.monotonic() - self.alone_since < ALONE_SECONDS:
                ready = {key.fileobj for key, _ in selector.select(timeout=ALONE_SECONDS / 4)}
                if awake in ready:
                    os.read(awake, PACKET)
                    self._bury()
                if self.control in ready and not self._serve():
                    break
        self._end()

    def _serve(self) -> bool:
        """One request; False when there is nobody any more."""
        data, ends, _, _ = socket.recv_fds(self.control, PACKET, 1)
        if not data:
            return False
        match json.loads(data):
            case ["worker", int(number)]:
                self._fork(number, ends[0])
            case ["load", list(modules)]:
                _load(modules)
            case ["kill", int(number)] if number in self.pids:
                _kill(self.pids[number])
            case ["folder", str(path)]:
                self.folders.add(path)
            case ["no folder", str(path)]:
                self.folders.discard(path)
        return True

    def _fork(self, number: int, end: int) -> None:
        pid = os.fork()
        if pid == 0:
            self._become_worker(end)
        os.close(end)
        self.pids[number] = pid
        self._tell("started", number, pid)

    def _become_worker(self, end: int) -> NoReturn:
        from referee.running.worker import serve
        from referee.seeds import fresh_entropy

        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            os.setsid()
            ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
            self.control.close()
            fresh_entropy()
            serve(Connection(end))
        finally:
            os._exit(1)

    def _bury(self) -> None:
        """Say who died, after ending what they left behind."""
        for number, pid in list(self.pids.items()):
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                _kill(pid)
                _, status = os.waitpid(pid, 0)
                del self.pids[number]
                self.alone_since = time.monotonic()
                self._tell("dead", number, os.waitstatus_to_exitcode(status))

    def _tell(self, *news: str | int) -> None:
        with suppress(OSError):
            self.control.send(json.dumps(news).encode())

    def _end(self) -> None:
        for pid in self.pids.values():
            _kill(pid)
        for pid in self.pids.values():        # one that still writes would keep its folder from being removed
            os.waitpid(pid, 0)
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)


def _kill(pid: int) -> None:
    """End a worker that is not buried yet, and the processes it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)      # it may not be a group of its own yet
