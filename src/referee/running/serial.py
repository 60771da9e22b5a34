"""Fits in this process, one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator

from referee.ledger import Record
from referee.one_thread import one_thread
from referee.running.bench import Bench
from referee.running.jobs import Work


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
