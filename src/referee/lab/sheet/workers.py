"""Blocks of work on one process or several, results as they come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

Submit = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], Iterator[Any]]
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """A function that calls another with each of many arguments, on so many processes."""
    if jobs == 1:
        yield lambda function, many: (function(*one) for one in many)
        return
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))          # two processes that each take all cores take turns
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield lambda function, many: _as_they_come(pool, function, many)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _as_they_come(pool: ProcessPoolExecutor, function: Callable[..., Any],
                  many: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    out: set[Future[Any]] = {pool.submit(function, *one) for one in many}
    while out:
        ended, out = wait(out, return_when=FIRST_COMPLETED)
        yield from (one.result() for one in ended)
