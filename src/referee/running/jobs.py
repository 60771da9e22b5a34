"""Jobs: learner × split. What is still to do is a set difference; that is all there is to resuming."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from referee.designs.plan import Plan
from referee.designs.split import Split
from referee.learners import Learner
from referee.ledger import Ledger, Record, job_key, job_keys
from referee.running.bench import Bench
from referee.running.fit import failed, fit_one


class Work(Protocol):
    """What an engine needs to know of a job."""

    @property
    def learner(self) -> int:
        """Where its learner stands on the bench."""

    def do(self, bench: Any) -> Record:
        """Do it."""

    def lost(self, bench: Any, why: str) -> Record:
        """The record where it could not be done to an end."""


@dataclass(frozen=True, slots=True)
class Job:
    """One fit to be made: which learner of the bench, on which split."""

    learner: int
    split: Split

    def do(self, bench: Bench) -> Record:
        """Make the fit."""
        return fit_one(bench, bench.learners[self.learner], self.split)

    def lost(self, bench: Bench, why: str) -> Record:
        """The record where it could not be made to an end."""
        return failed(bench, bench.learners[self.learner], self.split, why)


@dataclass(frozen=True, kw_only=True)
class Todo:
    """The jobs of a plan that no record answers yet."""

    plan: Plan
    fingerprints: tuple[str, ...]          # of the learners
    missing: frozenset[tuple[int, str]]    # learner number, split label
    first: int = 0                         # where the first of the learners stands on the bench

    def __len__(self) -> int:
        return len(self.missing)

    def without(self, answered: set[tuple[int, str]]) -> Todo:
        """What is left when some jobs are answered."""
        return replace(self, missing=self.missing - answered)

    def among(self, addresses: set[str], number: int) -> Todo:
        """The jobs of one learner that have one of these addresses."""
        return replace(self, missing=frozenset(one for key, one in self.addressed()
                                               if one[0] == number and key in addresses))

    def addressed(self) -> Iterator[tuple[str, tuple[int, str]]]:
        """The missing jobs, each with its address in the ledger."""
        for entry in self.plan.card.entries:
            for number, learner in enumerate(self.fingerprints):
                if (number, entry.label) in self.missing:
                    yield job_key(self.plan.problem, learner, entry.split), (number, entry.label)

    @property
    def total(self) -> int:
        """All jobs of the plan, one learner under two names counted once."""
        return len(set(self.fingerprints)) * len({entry.split for entry in self.plan.card.entries})

    def jobs(self) -> Iterator[Job]:
        """Split by split, all learners on each: whatever is done when a run is stopped can be paired."""
        for split in self.plan.splits():
            for number in range(len(self.fingerprints)):
                if (number, split.label) in self.missing:
                    yield Job(self.first + number, split)


def todo(plan: Plan, learners: tuple[Learner, ...], ledger: Ledger, *, seed: int, first: int = 0) -> Todo:
    """What is not recorded yet."""
    names = tuple(learner.fingerprint(seed) for learner in learners)
    seen = set(ledger.keys(problem=plan.problem)) if names else set()
    splits, labels = tuple([e.split for e in plan.card.entries]), [e.label for e in plan.card.entries]
    missing: set[tuple[int, str]] = set()
    for number, name in enumerate(names):
        for key, label in zip(job_keys(plan.problem, name, splits), labels, strict=True):
            if key not in seen:                       # one learner under two names is fitted once
                seen.add(key)
                missing.add((number, label))
    return Todo(plan=plan, fingerprints=names, missing=frozenset(missing), first=first)
