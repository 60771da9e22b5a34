"""The fits that a study needs, learner by learner, and how many of them are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.ledger import Ledger, StudyCard, job_key, job_keys, whole_plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The fits of one learner on one problem; those `beside` are looked at too and have no bar."""

    learner: str                 # fingerprint
    problem: str
    jobs: frozenset[str]
    beside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How far one learner is."""

    name: str
    done: int
    total: int
    failed: int

    @property
    def missing(self) -> int:
        """Fits that are not recorded yet."""
        return self.total - self.done


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The jobs of one problem that are recorded, and those of them that did not fail."""

    done: frozenset[str]
    good: frozenset[str]


def wanted(ledger: Ledger, card: StudyCard) -> tuple[Wanted, ...]:
    """Every fit that a study is told from."""
    return (*_main(ledger, card), *_beside(ledger, card))


def _main(ledger: Ledger, card: StudyCard) -> Iterator[Wanted]:
    said = card.declaration
    arms = [(arm.learner, arm.plan) for arm in said.variants] if said.variants else [
        (learner, card.plan) for learner in card.learners]
    for learner, name in dict.fromkeys(arms):
        plan = ledger.plan(name)
        jobs = set(job_keys(plan.problem, learner, tuple(entry.split for entry in plan.entries)))
        for shuffle in said.shuffles or ():
            jobs |= {job_key(plan.problem, learner, whole_plan(name, shuffle.shuffle, number))
                     for number in range(1, shuffle.count + 1)}
        yield Wanted(learner=learner, problem=plan.problem, jobs=frozenset(jobs))


def _beside(ledger: Ledger, card: StudyCard) -> Iterator[Wanted]:
    said, structure = card.declaration, card.declaration.structure
    checks = [] if structure is None else [*(one.check for one in structure.noticed), structure.rows_of_groups]
    for name in filter(None, [said.training, *checks]):
        plan = ledger.plan(name)
        splits = tuple(entry.split for entry in plan.entries)
        for learner in card.learners:
            yield Wanted(learner=learner, problem=plan.problem, beside=True,
                         jobs=frozenset(job_keys(plan.problem, learner, splits)))


def recorded(ledger: Ledger, problem: str) -> Recorded:
    """What is recorded of a problem now."""
    return Recorded(done=frozenset(ledger.keys(problem=problem)),
                    good=frozenset(ledger.keys(problem=problem, failed=False)))


def bar(ledger: Ledger, one: Wanted, there: Recorded) -> Bar:
    """How far a learner is."""
    done = one.jobs & there.done
    return Bar(name=ledger.learner(one.learner).name, done=len(done), total=len(one.jobs),
               failed=len(done - there.good))


def signature(parts: tuple[Wanted, ...], there: dict[str, Recorded]) -> tuple[int, ...]:
    """Changes when a fit of the study was recorded, or one that failed was made again; a record is never rewritten."""
    found: list[int] = []
    for one in parts:
        done, good = one.jobs & there[one.problem].done, one.jobs & there[one.problem].good
        found += [len(done), hash(done), len(good), hash(good)]
    return tuple(found)
