"""The bench, laid out once on disk and memory-mapped by every worker: data are shared, not copied per job."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from referee.running.bench import Bench


@contextmanager
def shared(bench: Bench) -> Iterator[str]:
    """Write the bench to a folder of its own, gone afterwards even if this process is killed."""
    import cloudpickle
    import joblib
    from loky.backend import resource_tracker

    folder = tempfile.mkdtemp(prefix="referee-")
    # The tracker is a process of its own that outlives a kill -9 of this one and then cleans up.
    resource_tracker.register(folder, "folder")
    try:
        joblib.dump(replace(bench, learners=()), Path(folder) / "bench")
        (Path(folder) / "learners").write_bytes(cloudpickle.dumps(bench.learners))
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        resource_tracker.unregister(folder, "folder")


@lru_cache(maxsize=1)
def bench_at(folder: str) -> Bench:
    """The bench as a worker sees it: arrays mapped, read-only; kept until the next run's."""
    import cloudpickle
    import joblib

    bench: Bench = joblib.load(Path(folder) / "bench", mmap_mode="r")
    return replace(bench, learners=cloudpickle.loads((Path(folder) / "learners").read_bytes()))
