"""Run a plan: do what is not recorded yet, and write each record down as it comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from referee.data.problem import Problem
from referee.designs.plan import Plan
from referee.learners import Learner, TunedLearner
from referee.ledger import BatchWriter, LearnerCard, Ledger, Record, job_key, require_open
from referee.running import shortcuts
from referee.running.bench import Bench, lay_out
from referee.running.done import Done, Progress, silent
from referee.running.jobs import Job, Todo, Work, todo
from referee.running.meanwhile import Meanwhile
from referee.running.tuning import Chosen, Tuners, outer_jobs


class Engine(Protocol):
    """Maps jobs to records as they complete; results do not depend on which engine it was."""

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """Records in any order."""


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
    plain = tuple(learner for learner in learners if not isinstance(learner, TunedLearner))
    work = todo(plan, plain, ledger, seed=seed)
    tuned = tuple(learner for learner in learners if isinstance(learner, TunedLearner))
    outer = todo(plan, tuned, ledger, seed=seed)
    tuners = Tuners(problem=problem, plan=plan, learners=tuned if len(outer) else (), seed=seed)
    inner = tuners.work(ledger, first=len(plain))
    candidates = tuple(learner for some in tuners.candidates.values() for learner in some)
    for learner in candidates:
        ledger.add_learner(card_of(learner, seed))
    tally = Tally(progress, total=sum(part.total for part in (work, outer, *inner)),
                  reused=sum(part.total - len(part) for part in (work, outer, *inner)))
    if tally.left:
        bench = lay_out(problem, (*plain, *candidates), seed=seed)
        meanwhile = Meanwhile(ledger, work)
        with BatchWriter(ledger, told=meanwhile.wrote) as writer:
            for record in _first_round(bench, meanwhile, inner, engine):
                writer.add(record)
                tally.count(record)
                if inner:
                    tuners.hear(record)
        tally.leave_out(meanwhile.left_out)
        if len(outer):
            _tune(tuners, outer, bench, engine, ledger, tally)
    return Done(total=tally.total, reused=tally.reused, fitted=tally.fitted, failed=tally.failed,
                shortcut=tally.shortcut, inner=sum(part.total for part in inner))


@dataclass(slots=True)
class Tally:
    """Counts fits as they come, and shows them."""

    progress: Progress
    total: int
    reused: int
    fitted: int = 0
    failed: int = 0
    shortcut: int = 0

    def __post_init__(self) -> None:
        self.progress(self.reused, self.total, 0)

    @property
    def left(self) -> int:
        """Fits that are still to be made."""
        return self.total - self.reused - self.fitted

    def count(self, record: Record) -> None:
        """One more."""
        self.fitted += 1
        self.failed += record.failed
        self.shortcut += shortcuts.NOTE in record.notes
        self.progress(self.reused + self.fitted, self.total, self.failed)

    def leave_out(self, many: int) -> None:
        """So many were made by others meanwhile."""
        if many:
            self.reused += many
            self.progress(self.reused + self.fitted, self.total, self.failed)


def _first_round(bench: Bench, plain: Meanwhile, inner: list[Todo], engine: Engine) -> Iterator[Record]:
    """What exact shortcuts can answer first, the rest of the plain jobs and all inner ones from the engine."""
    answered: set[tuple[int, str]] = set()
    for key, record in shortcuts.answers(bench, plain.work):
        answered.add(key)
        yield record
    plain.work = plain.work.without(answered)
    jobs = chain(plain.jobs(), chain.from_iterable(part.jobs() for part in inner))
    yield from _fitted(engine, bench, jobs, sum(map(len, (plain.work, *inner))))


def _fitted(engine: Engine, bench: Bench, jobs: Iterator[Job], n: int) -> Iterator[Record]:
    """Jobs to records; an engine is not started for nothing."""
    return engine.run(bench, jobs, n) if n else iter(())


def _tune(tuners: Tuners, outer: Todo, bench: Bench, engine: Engine, ledger: Ledger, tally: Tally) -> None:
    """The second round: choose inside each training part, fit what was chosen, and write it down under both names."""
    missing = ((tuners.learners[job.learner], job.split) for job in outer.jobs())
    waiting: dict[tuple[str, str], list[Chosen]] = defaultdict(list)
    done = ledger.keys(problem=tuners.plan.problem)
    with BatchWriter(ledger) as writer:
        for one in tuners.chosen(ledger, missing):
            if one.choice is None:
                writer.add(record := one.failure())
                tally.count(record)
            elif (job := job_key(tuners.plan.problem, *one.key)) in done:
                writer.add(record := one.record(ledger.read(job)))
                tally.count(record)
            else:
                waiting[one.key].append(one)
        jobs = outer_jobs((some[0] for some in waiting.values()), bench.learners, seed=tuners.seed)
        for record in _fitted(engine, bench, jobs, len(waiting)):
            writer.add(record)
            for one in waiting[record.learner, record.split]:
                writer.add(one.record(record))
                tally.count(record)


def card_of(learner: Learner, seed: int) -> LearnerCard:
    """What the ledger keeps of a learner."""
    return LearnerCard(
        fingerprint=learner.fingerprint(seed), name=learner.name, recipe=learner.recipe | {"seed": seed},
        versions=learner.versions, baseline=learner.baseline,
    )
