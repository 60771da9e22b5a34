"""A ledger for one study that nobody will read again: dictionaries, nothing packed, nothing sealed.

A test holds it to the real one: studies through either give the same numbers. It saves a third of a study's time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.data import Problem
from referee.designs import PlanCard, Split
from referee.ledger import LearnerCard, Look, Record, StudyCard


class Scratch:
    """What a ledger must do, for as long as a study takes."""

    def __init__(self) -> None:
        self._problems: dict[str, Problem] = {}
        self._plans: dict[str, PlanCard] = {}
        self._splits: dict[str, Split] = {}
        self._learners: dict[str, LearnerCard] = {}
        self._studies: dict[str, StudyCard] = {}
        self._records: dict[str, Record] = {}
        self._looks: dict[str, Look] = {}

    def add_problem(self, problem: Problem) -> None:
        """Keep the rows; like any ledger, without their features."""
        self._problems.setdefault(problem.fingerprint, replace(problem, features=None))

    def add_plan(self, card: PlanCard, splits: Iterable[Split]) -> None:
        """Keep a plan with its splits."""
        if card.fingerprint not in self._plans:
            self._splits |= {split.fingerprint: split for split in splits}
            self._plans[card.fingerprint] = card

    def add_learner(self, card: LearnerCard) -> None:
        """Keep what a learner is."""
        self._learners.setdefault(card.fingerprint, card)

    def add_study(self, card: StudyCard) -> None:
        """Keep a declared analysis."""
        self._studies.setdefault(card.fingerprint, card)

    def append(self, records: Iterable[Record]) -> None:
        """Keep records; a job already recorded is left as it is."""
        for record in records:
            self._records.setdefault(record.job, record)

    def add_looks(self, looks: Iterable[Look]) -> None:
        """Count readings."""
        self._looks |= {look.address: look for look in looks}

    def keys(self, *, problem: str | None = None, failed: bool = True) -> set[str]:
        """The jobs recorded."""
        return {job for job, record in self._records.items()
                if problem in (None, record.problem) and (failed or not record.failed)}

    def read(self, job: str) -> Record:
        """One record."""
        return self._records[job]

    def read_many(self, jobs: Iterable[str]) -> Iterator[Record]:
        """Records in the order asked for."""
        return (self._records[job] for job in jobs)

    def problem(self, fingerprint: str) -> Problem:
        """A problem without its features."""
        return self._problems[fingerprint]

    def plan(self, fingerprint: str) -> PlanCard:
        """A plan's card."""
        return self._plans[fingerprint]

    def split(self, fingerprint: str) -> Split:
        """The row numbers of one split."""
        return self._splits[fingerprint]

    def splits(self, fingerprints: Iterable[str]) -> Iterator[Split]:
        """Splits in the order asked for."""
        return (self._splits[one] for one in fingerprints)

    def learner(self, fingerprint: str) -> LearnerCard:
        """A learner's card."""
        return self._learners[fingerprint]

    def studies(self) -> list[StudyCard]:
        """The declared analyses."""
        return list(self._studies.values())

    def looks(self, *, problem: str | None = None) -> list[Look]:
        """The readings."""
        return [look for look in self._looks.values() if problem in (None, look.problem)]

    def summary(self) -> list[dict[str, Any]]:
        """Nothing: nobody lists it."""
        return []

    def check(self) -> list[str]:
        """Nothing: there are no checksums to fail."""
        return []

    def close(self) -> None:
        """Nothing to let go of."""
