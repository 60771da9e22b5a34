"""Fits in this process, one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.jobs import Work


def one_thread() -> Any:
    """Numeric libraries hold to one thread: same bits on any number of workers, and no two fighting for a core."""
    return _libraries(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)
def _libraries(loaded: int) -> Any:  # noqa: ARG001 - looked for again when more modules are loaded: it takes a while
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def run_serial(
    bench: Bench, jobs: Iterator[Work], *, for_seconds: float = float("inf"),
) -> Iterator[tuple[Work, Record]]:
    """Do jobs here until they are done or the time is up; what is left stays in the iterator."""
    end = time.perf_counter() + for_seconds
    with one_thread():
        while time.perf_counter() < end:
            job = next(jobs, None)
            if job is None:
                return
            yield job, job.do(bench)
