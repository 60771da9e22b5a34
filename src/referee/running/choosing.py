"""The second round of a run with tuned learners: chosen, fitted and written down, as the jobs come.

The choice for a training part is made when its job is taken up, while workers fit what was chosen before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from referee.learners import Learner
from referee.ledger import BatchWriter, Ledger, Record, job_key
from referee.running.jobs import Job
from referee.running.tuning import Chosen, Tuners

if TYPE_CHECKING:
    from referee.running.run import Tally


@dataclass(kw_only=True, eq=False)
class ChoosingDesk:
    """What was chosen and is being fitted."""

    tuners: Tuners
    learners: tuple[Learner, ...]          # on the bench
    ledger: Ledger
    writer: BatchWriter
    tally: Tally
    recorded: set[str]                     # plain jobs that need not be fitted again
    waiting: dict[tuple[str, str], list[Chosen]] = field(default_factory=lambda: defaultdict(list))

    def chosen(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """The fits of what was chosen, each once; what needs none is written down at once."""
        for job in jobs:
            for one in self.tuners.chosen(self.ledger, [(self.tuners.learners[job.learner], job.split)]):
                if one.choice is None:
                    self._write(one.failure())
                elif job_key(self.tuners.plan.problem, *one.key) in self.recorded:
                    self.writer.flush()
                    self._write(one.record(self.ledger.read(job_key(self.tuners.plan.problem, *one.key))))
                else:
                    begun = one.key in self.waiting
                    self.waiting[one.key].append(one)
                    if not begun:
                        yield Job(self._position[one.key[0]], one.split)

    def take(self, record: Record) -> None:
        """A fit of what was chosen: written as the plain learner's, and under the name of each that chose it."""
        self.writer.add(record)
        self.recorded.add(record.job)
        for one in self.waiting.pop((record.learner, record.split)):
            self._write(one.record(record))

    def _write(self, record: Record) -> None:
        self.writer.add(record)
        self.tally.count(record)

    @cached_property
    def _position(self) -> dict[str, int]:
        return {learner.fingerprint(self.tuners.seed): i for i, learner in enumerate(self.learners)}
