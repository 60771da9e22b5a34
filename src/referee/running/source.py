"""Where an engine takes its jobs from, and through which it says that it is going to wait.

Records are gathered before they are written, since a transaction costs far more than a row. Whoever gathers them must
not be kept from writing while an engine waits for a long fit; and need not write so often where it hears of each wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from referee.running.jobs import Work

BeforeWaiting = Callable[[], float | None]
"""To be called before waiting: after how many seconds it is to be called again, None where nothing presses."""


@dataclass(slots=True, eq=False)
class Source:
    """Jobs one after the other, and whom an engine tells before it waits."""

    jobs: Iterator[Work]
    before_waiting: BeforeWaiting

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Work:
        return next(self.jobs)


def before_waiting(jobs: Iterator[Work]) -> BeforeWaiting:
    """What an engine calls before it waits; jobs that come otherwise than from a run have nobody to tell.

    >>> before_waiting(iter([]))() is None
    True
    """
    return jobs.before_waiting if isinstance(jobs, Source) else nobody


def nobody() -> None:
    """Nobody gathers anything."""
