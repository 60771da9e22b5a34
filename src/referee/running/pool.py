"""Worker processes: started once, kept warm, killed when they hang.

loky is used directly rather than through joblib, because a fit that hangs inside compiled code can only be
ended by ending its process, and the jobs that process had not begun must then go to another.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.ledger import Record
from referee.running.jobs import Work
from referee.running.share import bench_at

ONE_THREAD = dict.fromkeys((
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS", "NUMBA_NUM_THREADS",
), "1")
KEEP_WARM_SECONDS = 60


@dataclass(slots=True)
class _Workers:
    """The processes that this one has started, kept for the next run."""

    pool: Any = None
    size: int = 0
    last_used: float = 0.0


_WORKERS = _Workers()      # processes are the process's own state, whoever asks for them


def executor(size: int) -> Any:
    """The pool of this process: the warm one if it has that size."""
    from loky import ProcessPoolExecutor

    if _WORKERS.pool is not None and _WORKERS.size != size:
        dismiss(wait=True)
    if _WORKERS.pool is None:
        _WORKERS.pool = ProcessPoolExecutor(
            max_workers=size, timeout=KEEP_WARM_SECONDS, env=ONE_THREAD, initializer=_settle, initargs=(os.getpid(),),
        )
        _WORKERS.size = size
    _WORKERS.last_used = time.monotonic()
    return _WORKERS.pool


def is_warm(size: int) -> bool:
    """Whether so many workers are running already, so that handing them work costs nothing."""
    idle = time.monotonic() - _WORKERS.last_used
    return _WORKERS.pool is not None and _WORKERS.size == size and idle < KEEP_WARM_SECONDS / 2


def dismiss(*, wait: bool) -> None:
    """End the workers, whatever they are doing; the next call of `executor` starts new ones."""
    if _WORKERS.pool is not None:
        _WORKERS.pool.shutdown(wait=wait, kill_workers=True)
    _WORKERS.pool = None


def do_batch(folder: str, number: int, batch: list[Work]) -> list[Record]:
    """What a worker does: a few jobs in a row, so that small fits do not drown in messages."""
    bench = bench_at(folder)
    _clock(folder, number).touch()
    return [job.do(bench) for job in batch]


def running_since(folder: str, number: int) -> float | None:
    """When a worker began a batch, by the clock of the file system; None while it waits in line."""
    try:
        return _clock(folder, number).stat().st_mtime
    except FileNotFoundError:
        return None


def _clock(folder: str, number: int) -> Path:
    return Path(folder) / f"begun-{number}"


def _settle(parent: int) -> None:
    """A new worker: Ctrl-C is the parent's business, and a worker whose parent is gone goes too."""
    from threadpoolctl import threadpool_limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threadpool_limits(limits=1)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
