"""Worker processes: started once, kept warm, killed when they hang.

loky (the executor under joblib) is used directly, because a fit that hangs inside compiled code can
only be ended by ending its process, and the jobs that process had not begun must then go to another.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

from referee.ledger import Record
from referee.running.fit import fit_one
from referee.running.jobs import Job
from referee.running.share import bench_at

ONE_THREAD = dict.fromkeys((
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS", "NUMBA_NUM_THREADS",
), "1")
KEEP_WARM_SECONDS = 60


def executor(workers: int) -> Any:
    """The pool of this process: the warm one if there is one of that size."""
    from loky import get_reusable_executor

    return get_reusable_executor(
        max_workers=workers, timeout=KEEP_WARM_SECONDS, reuse="auto", env=ONE_THREAD,
        initializer=_settle, initargs=(os.getpid(),),
    )


def is_warm() -> bool:
    """Whether workers are already running, so that handing them work costs nothing."""
    from loky import reusable_executor

    pool = reusable_executor._executor  # noqa: SLF001 - loky has no public way to ask
    return pool is not None and not pool._flags.broken and not pool._flags.shutdown and bool(pool._processes)  # noqa: SLF001


def do_batch(folder: str, batch: list[Job]) -> list[Record]:
    """What a worker does: a few jobs in a row, so that small fits do not drown in messages."""
    bench = bench_at(folder)
    return [fit_one(bench, bench.learners[job.learner], job.split) for job in batch]


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
