"""Running: from plans to records. Nothing here sees a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.running.ahead import expect
    from referee.running.cluster.engine import Dask
    from referee.running.done import Done, Progress, silent
    from referee.running.engines import ENGINES, NamedEngine, make_engine
    from referee.running.local import Local
    from referee.running.run import Engine, card_of, run
    from referee.running.source import before_waiting

__all__ = ["ENGINES", "Dask", "Done", "Engine", "Local", "NamedEngine", "Progress", "before_waiting", "card_of",
           "expect", "make_engine", "run", "silent"]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.running.ahead": "expect",
    "referee.running.engines": "ENGINES NamedEngine make_engine",
    "referee.running.local": "Local",
    "referee.running.cluster.engine": "Dask",
    "referee.running.done": "Done Progress silent",
    "referee.running.run": "Engine card_of run",
    "referee.running.source": "before_waiting",
})
