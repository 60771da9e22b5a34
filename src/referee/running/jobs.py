"""Jobs: learner × split. What is still to do is a set difference; that is all there is to resuming."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.designs.plan import Plan
from referee.designs.split import Split
from referee.learners import Learner
from referee.ledger import Ledger, job_key


@dataclass(frozen=True, slots=True)
class Job:
    """One fit to be made: which learner of the bench, on which split."""

    learner: int
    split: Split


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

    @property
    def total(self) -> int:
        """All jobs of the plan, one learner under two names counted once."""
        return len({(name, entry.split) for name in self.fingerprints for entry in self.plan.card.entries})

    def jobs(self) -> Iterator[Job]:
        """Split by split, all learners on each: whatever is done when a run is stopped can be paired."""
        for split in self.plan.splits():
            for number in range(len(self.fingerprints)):
                if (number, split.label) in self.missing:
                    yield Job(self.first + number, split)


def todo(plan: Plan, learners: tuple[Learner, ...], ledger: Ledger, *, seed: int, first: int = 0) -> Todo:
    """What is not recorded yet."""
    names = tuple(learner.fingerprint(seed) for learner in learners)
    done = ledger.keys(problem=plan.problem)
    missing: set[tuple[int, str]] = set()
    seen: set[str] = set()
    for entry in plan.card.entries:
        for number, name in enumerate(names):
            key = job_key(plan.problem, name, entry.split)
            if key not in done and key not in seen:   # one learner under two names is fitted once
                seen.add(key)
                missing.add((number, entry.label))
    return Todo(plan=plan, fingerprints=names, missing=frozenset(missing), first=first)
