"""What a fit of each learner has taken so far."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from referee.ledger import Record
from referee.running.jobs import Work


@dataclass(slots=True)
class Costs:
    """What a fit of each learner has taken so far."""

    seconds: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    fits: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def learn(self, job: Work, record: Record) -> None:
        """Take one finished fit into account."""
        self.add(job.learner, record)

    def add(self, learner: int, record: Record) -> None:
        """The same, where only the learner is known."""
        self.seconds[learner] += record.fit_seconds + record.predict_seconds
        self.fits[learner] += 1

    def of(self, learner: int) -> float | None:
        """Seconds for one fit of a learner; None while unknown."""
        return self.seconds[learner] / self.fits[learner] if self.fits[learner] else None
