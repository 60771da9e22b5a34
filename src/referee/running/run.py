"""Run a plan: do what is not recorded yet, and write each record down as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from referee.data.problem import Problem
from referee.designs.plan import Plan
from referee.learners import Learner
from referee.ledger import BatchWriter, LearnerCard, Ledger, Record, require_open
from referee.running import shortcuts
from referee.running.bench import Bench, lay_out
from referee.running.jobs import Job, Todo, todo


class Engine(Protocol):
    """Maps jobs to records as they complete; results do not depend on which engine it was."""

    def run(self, bench: Bench, jobs: Iterator[Job], total: int) -> Iterator[Record]:
        """Records in any order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a run went."""

    total: int        # jobs of the plan, one learner under two names counted once
    reused: int       # recorded before
    fitted: int       # recorded now
    failed: int       # of those recorded now, without predictions
    shortcut: int = 0     # of those recorded now, without a refit


Progress = Callable[[int, int, int], None]
"""Called with (fits done, fits in all, failures among them) after each fit."""


def silent(done: int, total: int, failed: int) -> None:
    """Show nothing."""


def run(  # noqa: PLR0913 - everything a run is made of
    problem: Problem, plan: Plan, learners: tuple[Learner, ...], *, ledger: Ledger, engine: Engine, seed: int,
    progress: Progress = silent, vault: str | None = None,
) -> Done:
    """Fit what is missing. Interrupted at any moment, what was done is kept and the next run goes on.

    Rows of a vault are refused, except where its fingerprint says that it is being opened: then they are tested on.
    """
    require_open(ledger, problem, vault=vault)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, plan.splits())
    for learner in learners:
        ledger.add_learner(card_of(learner, seed))
    work = todo(plan, learners, ledger, seed=seed)
    total = len({(name, e.split) for name in work.fingerprints for e in plan.card.entries})
    reused, fitted, lost, quick = total - len(work), 0, 0, 0
    progress(reused, total, lost)
    if len(work):
        bench = lay_out(problem, learners, seed=seed)
        with BatchWriter(ledger) as writer:
            for record in _records(bench, work, engine):
                writer.add(record)
                fitted += 1
                lost += record.failed
                quick += shortcuts.NOTE in record.notes
                progress(reused + fitted, total, lost)
    return Done(total=total, reused=reused, fitted=fitted, failed=lost, shortcut=quick)


def _records(bench: Bench, work: Todo, engine: Engine) -> Iterator[Record]:
    """What exact shortcuts can answer first, the rest from the engine."""
    answered: set[tuple[int, str]] = set()
    for key, record in shortcuts.answers(bench, work):
        answered.add(key)
        yield record
    rest = work.without(answered)
    if len(rest):
        yield from engine.run(bench, rest.jobs(), len(rest))


def card_of(learner: Learner, seed: int) -> LearnerCard:
    """What the ledger keeps of a learner."""
    return LearnerCard(
        fingerprint=learner.fingerprint(seed), name=learner.name, recipe=learner.recipe | {"seed": seed},
        versions=learner.versions, baseline=learner.baseline,
    )
