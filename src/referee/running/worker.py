"""A worker process: does jobs of strangers, one after the other, and may die of any of them.

It hears of a batch by its number, reads it from the shared folder, and tells of each job as soon as it is done, so that
whoever listens knows which job it was at when it died. What learners print goes nowhere; they can ask nothing of the
terminal, and a child that a learner leaves behind ends where the fit does.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from referee.one_thread import one_thread
from referee.running.bench import get_ready
from referee.running.heard import sentence
from referee.running.share import Vanished, at_home, bench_at, fault_file, take_batch

NO_DATA = 1                 # how it leaves where the bench, or its parent, is not there any more
KEEP_WARM_SECONDS = 60      # without work, before it leaves of its own accord


def serve(connection: Any) -> None:
    """Do batches until nobody is there any more, or nothing has been asked for a while; does not return."""
    _settle()
    here, code = os.getpid(), 0
    try:
        while connection.poll(KEEP_WARM_SECONDS):
            folder, number = connection.recv()
            _do_batch(connection, folder, number, here)
    except (EOFError, OSError):
        code = NO_DATA
    finally:
        os._exit(code)


def _do_batch(connection: Any, folder: str, number: int, here: int) -> None:
    """All jobs of a batch, each told of when it is done."""
    connection.send(("came",))
    at_home(folder)
    _tell_of_crashes(folder, here)
    bench, batch = bench_at(folder), take_batch(folder, number)
    for job in batch:
        with contextlib.suppress(BaseException):       # what is wrong with it will be said when it is fitted
            get_ready(bench.learners[job.learner])
    connection.send(("begun",))
    for job in batch:
        told = _done(job, bench)
        if os.getpid() != here:      # a child that the learner has left behind, and that came back from the fit
            os._exit(0)
        connection.send_bytes(told)
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _done(job: Any, bench: Any) -> bytes:
    """The record of a job, or what kept it from leaving one."""
    try:
        return pickle.dumps(("done", job.do(bench)))
    except Vanished:
        raise
    except BaseException as error:  # noqa: BLE001 - nothing that a learner does may end the worker
        return pickle.dumps(("failed", sentence(error)))


def _settle() -> None:
    """Ctrl-C is the parent's business; output goes nowhere; numeric libraries keep to one thread."""
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(os.dup(stream), mode) for stream, mode in enumerate("rww"))
    one_thread()
    with contextlib.suppress(OSError):       # where memory runs out, it is the worker that should go
        Path("/proc/self/oom_score_adj").write_text("1000")
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    """A worker whose parent is gone goes too."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _tell_of_crashes(folder: str, here: int) -> None:
    """Have the stack written down where a crash in compiled code ends the process."""
    file = fault_file(folder, here)
    if not file.exists():
        faulthandler.enable(file.open("w"))
