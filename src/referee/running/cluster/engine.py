"""The Dask engine: fits on the workers of a cluster, wherever they run; results are those of this machine."""

from __future__ import annotations

import logging
import tempfile
import time
import warnings
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import KW_ONLY, dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from referee.errors import BadInput, RefereeError, Waiting
from referee.learners.known import foreign_parts
from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.jobs import Work
from referee.running.limits import Limits
from referee.running.share import Shared
from referee.running.source import before_waiting
from referee.running.starting import worth_loading

if TYPE_CHECKING:
    from referee.running.cluster.versions import Expected

CONNECT_SECONDS = 10.0
PATIENCE_SECONDS = 600.0
CHATTY = ("distributed", "distributed.client", "distributed.comm", "distributed.core", "distributed.batched",
          "tornado.application", "asyncio")


@dataclass(frozen=True, slots=True)
class Dask:
    """Run jobs on a Dask cluster: a client, a cluster, or the address of a scheduler (tcp://host:8786).

    `workers` is how many fits are made at a time, at most; None means all threads of the cluster. `time_limit` (seconds
    a fit) and `memory_limit` (megabytes) are kept as by `Local`. Without a worker it waits for one, `patience` seconds.
    """

    cluster: Any = None
    _: KW_ONLY
    address: str | None = None
    workers: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None
    patience: float = PATIENCE_SECONDS

    def __post_init__(self) -> None:
        if self.cluster is not None and self.address is not None:
            raise BadInput("a Dask cluster and an address are named; leave out one of the two.")
        _ = self.limits         # refused here if they cannot be kept

    @property
    def limits(self) -> Limits:
        """What a fit may take."""
        return Limits(seconds=self.time_limit, megabytes=self.memory_limit)

    @property
    def n_workers(self) -> int:
        """How many fits can be made at once just now."""
        with _connected(self._where) as client:
            there = int(sum(client.nthreads().values()))
        return max(1, there if self.workers is None else min(there, self.workers))

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """Records as they complete, in any order."""
        first = next(jobs, None)
        if first is None:
            return
        with _quiet(), _connected(self._where) as client, in_words(client):
            from referee.running.cluster.sending import Sending
            from referee.running.cluster.versions import expected, require_same

            _wait_for_one(client, self.patience)
            require_same(client, wanted := expected(bench))
            with _delivered(client, bench, self.limits, wanted) as (token, unsendable):
                yield from Sending(client=client, token=token, bench=bench, source=chain([first], jobs), left=total,
                                   most=self.workers, patience=self.patience, unsendable=unsendable,
                                   before_waiting=before_waiting(jobs)).run()

    @property
    def _where(self) -> Any:
        return self.address if self.cluster is None else self.cluster


@contextmanager
def _connected(where: Any) -> Iterator[Any]:
    """A client of the cluster: the user's own, or one for as long as it is needed."""
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("the engine dask needs the package distributed; install it with `pip install "
                       "'referee[dask]'`.") from None
    if isinstance(where, Client):
        if where.asynchronous:
            raise BadInput("this Dask client is asynchronous; give one that is not, or the address of its scheduler.")
        yield where
        return
    client = _new_client(_address(where))
    try:
        yield client
    finally:
        with suppress(Exception):          # a scheduler that is gone cannot be taken leave of
            client.close(timeout=2)


def _address(where: Any) -> Any:
    if where is None:
        import dask

        where = dask.config.get("scheduler-address", None)
        if where is None:
            raise BadInput("the engine dask needs to know its scheduler: name it with address=tcp://host:8786; `dask "
                           "scheduler` starts one and says where it is.")
    if not isinstance(where, str) and not hasattr(where, "scheduler_address"):
        raise BadInput(f"{type(where).__name__} is no Dask cluster; give a client, a cluster, or the address of a "
                       f"scheduler, such as tcp://host:8786.")
    return where


def _new_client(where: Any) -> Any:
    from distributed import Client

    shown = where if isinstance(where, str) else getattr(where, "scheduler_address", "")
    try:
        from_file = isinstance(where, str) and where.endswith(".json")
        make: Any = Client                  # it has no types
        place = {"scheduler_file" if from_file else "address": where}
        return make(**place, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - whatever it is, there is nobody who answers as a scheduler does
        why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BadInput(f"no Dask scheduler answers at {shown} ({why}); check the address, and that the scheduler runs, "
                       f"in the version of distributed that is installed here.") from None


def _wait_for_one(client: Any, patience: float) -> None:
    """Wait for the first worker: on a cluster with a queue it may take its time."""
    until, told = time.monotonic() + patience, False
    while not client.nthreads():
        if time.monotonic() > until:
            raise RefereeError(f"no Dask worker came in {patience:g} s; start workers with `dask worker ADDRESS`, and "
                               f"run again.")
        if not told and time.monotonic() > until - patience + 2:
            told = True
            warnings.warn(f"the Dask scheduler has no worker yet; waiting for one, up to {patience:g} s.", Waiting,
                          stacklevel=2)
        time.sleep(0.2)


@contextmanager
def _delivered(client: Any, bench: Bench, limits: Limits, wanted: Expected) -> Iterator[tuple[str, dict[int, str]]]:
    """The bench on all workers, later ones included: the name of the delivery, and what could not be sent."""
    from referee.running.cluster.there import Delivery

    token = f"referee-{uuid4().hex}"
    packed = Shared(bench, elsewhere=True)
    try:
        packed.lay()
        files = {file.name: file.read_bytes() for file in Path(packed.folder).iterdir()
                 if file.name == "bench" or file.name.startswith("learner-")}
    except OSError as error:
        raise RefereeError(f"the data cannot be packed in {tempfile.gettempdir()} ({error.strerror or error}); make "
                           f"room there, or set TMPDIR to another folder.") from error
    finally:
        packed.remove()
    foreign = {i: " ".join(parts) for i, learner in enumerate(bench.learners) if (parts := foreign_parts(learner))}
    client.register_plugin(Delivery(token, files, foreign=foreign, limits=limits, expected=wanted,
                                    loads=tuple(worth_loading())), name=token)
    try:
        yield token, packed.unsendable
    finally:
        with suppress(Exception):          # the scheduler may be gone
            client.unregister_worker_plugin(token)


@contextmanager
def in_words(client: Any) -> Iterator[None]:
    """Whatever Dask raises, as a sentence: the scheduler may go at any moment."""
    try:
        yield
    except RefereeError:
        raise
    except (Exception, CancelledError) as error:
        # An error of a connection is an OSError, and what was on its way is cancelled.
        if client.status != "running" or isinstance(error, OSError) or "Cancelled" in type(error).__name__:
            raise RefereeError("the Dask scheduler is gone, or the connection to it; what was fitted is kept: start it "
                               "again, and the same call goes on from there.") from None
        raise RefereeError(f"the Dask cluster cannot go on: {type(error).__name__}: {error}; what was fitted is kept, "
                           f"and the same call goes on from there.") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask logs of workers and schedulers that die is told in our own words."""
    loggers = [logging.getLogger(name) for name in CHATTY]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    yield
    # Not after an error: a client whose scheduler is gone goes on complaining for a while, with tracebacks.
    for logger, level in zip(loggers, before, strict=True):
        logger.setLevel(level)
