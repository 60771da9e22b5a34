"""Workers that are kept warm between runs: the libraries stay loaded, the learners of strangers do not."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.running.crew import KNOWN, Crew
from referee.running.worker import KEEP_WARM_SECONDS


@dataclass(slots=True)
class _Parked:
    """The crew that this process keeps for its next run."""

    crew: Crew | None = None
    last_used: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)


_PARKED = _Parked()      # processes are the process's own state, whoever asks for them


@contextmanager
def crew() -> Iterator[Crew]:
    """A crew of one's own: the warm one, if no other thread has it."""
    mine = _taken() or Crew()
    try:
        yield mine
    except BaseException:
        mine.close()
        raise
    _park(mine)


def prepare() -> None:
    """Have a crew got ready while something else is done, if none is kept."""
    kept = _PARKED.crew
    if kept is None or kept.pid != os.getpid():
        _park(Crew())


def is_warm(size: int) -> bool:
    """Whether so many workers are running already, so that handing them work costs nothing."""
    parked = _PARKED.crew
    if parked is None or parked.pid != os.getpid() or time.monotonic() - _PARKED.last_used > KEEP_WARM_SECONDS / 2:
        return False
    return len(parked.workers) >= size


def dismiss() -> None:
    """End the workers that are kept; the next run starts new ones."""
    kept = _taken()
    if kept is not None:
        kept.close()


def _taken() -> Crew | None:
    with _PARKED.lock:
        found, _PARKED.crew = _PARKED.crew, None
    return found if found is None or found.pid == os.getpid() else None


def _park(crew: Crew) -> None:
    """Keep those that have fitted nothing but known learners."""
    for worker in list(crew.workers.values()):
        if worker.ground != KNOWN or worker.jobs:
            crew.end(worker)
    crew.keep("")
    with _PARKED.lock:
        spare, _PARKED.crew = _PARKED.crew, crew
        _PARKED.last_used = time.monotonic()
    if spare is not None:
        spare.close()


atexit.register(dismiss)
