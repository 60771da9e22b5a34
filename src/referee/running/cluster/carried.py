"""A job that came to a Dask worker from elsewhere.

Processes below the worker load this file to know their jobs, and they are many: it must not load Dask.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.ledger import Record
from referee.running.jobs import Work

LOST = "lost"                   # in the place of a problem: a job that left no record of its own


@dataclass(frozen=True, slots=True)
class Carried:
    """A job that came from elsewhere; where it leaves no record, whoever sent it makes one."""

    number: int
    job: Work

    @property
    def learner(self) -> int:
        """Where its learner stands on the bench."""
        return self.job.learner

    def do(self, bench: Any) -> Record:
        """Do it."""
        return self.job.do(bench)

    def lost(self, bench: Any, why: str) -> Record:  # noqa: ARG002 - learners are not loaded in the worker itself
        """Which job it was, and why it left no record."""
        return Record(problem=LOST, learner="", split=str(self.number), error=why)
