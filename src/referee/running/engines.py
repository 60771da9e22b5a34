"""Engines by name: what maps jobs to records. Results do not depend on which one it was.

An engine is any object with `run(bench, jobs, total)` that gives one record for each job, in any order; see `Engine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.errors import BadInput, RefereeError
from referee.ledger import Record
from referee.registry import Registry, instance_of
from referee.running.bench import Bench
from referee.running.jobs import Work
from referee.running.local import Local
from referee.running.run import Engine
from referee.spec import parse_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEngine:
    """An engine by name; `make(workers=…, time_limit=…, **parameters)` gives one."""

    name: str
    summary: str
    make: Callable[..., Engine]


def _dask(**parameters: Any) -> Engine:
    """Loaded for those who ask for it."""
    from referee.running.cluster.engine import Dask

    return Dask(**parameters)


ENGINES: Registry[NamedEngine] = Registry("engine", admit=instance_of(NamedEngine, "a NamedEngine"))
ENGINES.add(NamedEngine(name="local", summary="this process, and worker processes on the cores of this machine",
                        make=Local))
ENGINES.add(NamedEngine(name="dask", summary="the workers of a Dask cluster: dask:address=tcp://host:8786", make=_dask))


def make_engine(engine: Any = None, *, workers: int | None = None, time_limit: float | None = None) -> Engine:
    """The engine that is meant: an object, a name with parameters such as "dask:address=…", or the local one.

    >>> make_engine("local", workers=2).n_workers
    2
    >>> make_engine("locl")
    Traceback (most recent call last):
    ...
    referee.errors.UnknownName: no engine is called 'locl'; did you mean 'local'? `referee list engines` shows all 2.
    """
    if workers == -1:           # joblib's word for all cores
        workers = None
    if engine is None:
        return Local(workers=workers, time_limit=time_limit)
    if not isinstance(engine, str):
        if not callable(getattr(engine, "run", None)):
            raise BadInput(f"{type(engine).__name__} is no engine: it has no run(bench, jobs, total).")
        return engine if isinstance(engine, Local) else _Guarded(engine, type(engine).__name__)
    name, parameters = parse_spec(engine)
    kind = ENGINES[name]
    try:
        made = kind.make(workers=workers, time_limit=time_limit, **parameters)
    except RefereeError:
        raise
    except Exception as error:
        raise BadInput(f"engine {name} cannot be made: {type(error).__name__}: {error}.") from error
    return made if isinstance(made, Local) else _Guarded(made, name)


@dataclass(frozen=True, slots=True)
class _Guarded:
    """An engine of others: what it raises stops the run with a sentence; what was recorded is kept."""

    engine: Engine
    name: str

    @property
    def n_workers(self) -> int:
        """How many fits it makes at once, where it says so."""
        return int(getattr(self.engine, "n_workers", 1))

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """The records as they come."""
        try:
            yield from self.engine.run(bench, jobs, total)
        except RefereeError:
            raise
        except Exception as error:
            raise RefereeError(f"the engine {self.name} stopped: {type(error).__name__}: {error}; what was fitted is "
                               f"kept, and the same call goes on from there.") from error
