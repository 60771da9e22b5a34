"""Run a plan: do what is not recorded yet, and write each record down as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Protocol

import numpy as np

from referee.data.problem import Problem
from referee.designs.plan import Plan
from referee.learners import Learner, TunedLearner
from referee.ledger import BatchWriter, Block, Claimed, LearnerCard, Ledger, Record, records_in, require_open
from referee.running import shortcuts
from referee.running.bench import Bench, lay_out
from referee.running.choosing import ChoosingDesk
from referee.running.done import Done, Progress, silent
from referee.running.jobs import Job, Todo, Work, todo
from referee.running.meanwhile import Meanwhile
from referee.running.source import Source
from referee.running.time_left import TimeLeft
from referee.running.tuning import Tuners

Fitted = Callable[[Iterator[Job], int], Iterator[Record]]
"""Jobs, and how many there may be, to records."""


class Engine(Protocol):
    """Maps jobs to records as they complete; results do not depend on which engine it was."""

    def run(self, bench: Bench, jobs: Iterator[Work], total: int) -> Iterator[Record]:
        """Records in any order.

        One that makes several fits at a time may call `before_waiting(jobs)` whenever it is going to wait for one:
        then what came is written together. Where it does not, what was dear is written as soon as it comes.
        """


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
        tally.time_left.workers = _at_once(engine)
        tally.time_left.expect((work, *inner))
        tally.time_left.expect((outer,), chosen=True)
        bench = lay_out(problem, (*plain, *candidates), seed=seed)
        with _hands(ledger, work, engine, tally) as hands:
            with BatchWriter(ledger, told=hands.wrote) as writer:
                fitted = partial(_fitted, engine, bench, writer)
                for record in hands.first(bench, work, inner, fitted, writer):
                    writer.add(record)
                    tally.count(record)
                    for one in records_in([record]) if inner else ():
                        tuners.hear(one)
            if len(outer) and not hands.left_to_others:
                _tune(tuners, outer, bench, engine, ledger=ledger, tally=tally, hands=hands)
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
    time_left: TimeLeft = field(default_factory=TimeLeft)

    def __post_init__(self) -> None:
        self.progress(self.reused, self.total, 0)

    @property
    def left(self) -> int:
        """Fits that are still to be made."""
        return self.total - self.reused - self.fitted

    def count(self, record: Record | Block) -> None:
        """One more, or as many as a block holds."""
        if isinstance(record, Block):
            noted = np.array([shortcuts.NOTE in notes for notes, _ in record.told])
            self.fitted += len(record)
            self.shortcut += int(noted[record.told_by].sum())
            self.time_left.answered(record.learner, record.splits)
        else:
            self.fitted += 1
            self.failed += record.failed
            self.shortcut += (quick := shortcuts.NOTE in record.notes)
            if quick:
                self.time_left.answered(record.learner, (record.split,))
            else:
                self.time_left.fitted(record.learner, record.split, record.fit_seconds + record.predict_seconds)
        self._show()

    def _show(self) -> None:
        self.progress(self.reused + self.fitted, self.total, self.failed, left=self.time_left())

    def leave_out(self, many: int) -> None:
        """So many were made by others meanwhile."""
        if many:
            self.time_left.leave_out(many / max(self.left, many))
            self.reused += many
            self._show()


class Hands(Protocol):
    """One process, alone or one of several: which of the jobs it makes."""

    def wrote(self, records: Sequence[Record | Block]) -> None:
        """Records of this process that are in the ledger now."""

    def first(self, bench: Bench, plain: Todo, inner: Sequence[Todo], fitted: Fitted, writer: BatchWriter,
              ) -> Iterator[Record | Block]:
        """What exact shortcuts can answer first, the rest of the plain jobs and all inner ones from the engine."""

    def second(self, outer: Todo, fitted: Fitted, writer: BatchWriter) -> Iterator[Record]:
        """The jobs of tuned learners."""

    def recorded(self) -> set[str]:
        """The jobs of the problem that are in the ledger."""

    @property
    def left_to_others(self) -> bool:
        """Whether it ended before all was recorded."""


@contextmanager
def _hands(ledger: Ledger, work: Todo, engine: Engine, tally: Tally) -> Iterator[Hands]:
    if not isinstance(ledger, Claimed):
        yield Alone(ledger, work, tally)
        return
    from referee.running.together import Together

    with ledger.claims().held() as claims:
        yield Together(ledger=ledger, claims=claims, problem=work.plan.problem, tally=tally,
                       workers=_at_once(engine), patient=ledger.waits)


def _at_once(engine: Engine) -> int:
    """How many fits an engine makes at a time; one on a cluster is asked for it, so only where there is work."""
    return max(1, int(getattr(engine, "n_workers", 1)))


@dataclass(slots=True)
class Alone:
    """A process that makes all jobs, but for what others record meanwhile."""

    ledger: Ledger
    work: Todo
    tally: Tally
    meanwhile: Meanwhile = field(init=False)

    def __post_init__(self) -> None:
        self.meanwhile = Meanwhile(self.ledger, self.work)

    def wrote(self, records: Sequence[Record | Block]) -> None:
        """Records of this process that are in the ledger now."""
        self.meanwhile.wrote(records)

    def first(self, bench: Bench, plain: Todo, inner: Sequence[Todo], fitted: Fitted, _writer: BatchWriter,
              ) -> Iterator[Record | Block]:
        """Shortcuts, then the engine."""
        answered: set[tuple[int, str]] = set()
        for keys, piece in shortcuts.answers_together(bench, plain):
            answered.update(keys)
            yield piece
        self.meanwhile.work = plain.without(answered)
        jobs = chain(self.meanwhile.jobs(), chain.from_iterable(part.jobs() for part in inner))
        yield from fitted(jobs, sum(map(len, (self.meanwhile.work, *inner))))
        self.tally.leave_out(self.meanwhile.left_out)

    def second(self, outer: Todo, fitted: Fitted, _writer: BatchWriter) -> Iterator[Record]:
        """All of them."""
        return fitted(outer.jobs(), len(outer))

    def recorded(self) -> set[str]:
        """As it was when asked."""
        return self.ledger.keys(problem=self.work.plan.problem)

    @property
    def left_to_others(self) -> bool:
        """Never."""
        return False


def _fitted(engine: Engine, bench: Bench, writer: BatchWriter, jobs: Iterator[Job], n: int) -> Iterator[Record]:
    """Jobs to records; an engine is not started for nothing."""
    first = next(jobs, None)
    return iter(()) if first is None else engine.run(bench, Source(chain([first], jobs), writer.pause), n)


def _tune(  # noqa: PLR0913 - the second half of a run
    tuners: Tuners, outer: Todo, bench: Bench, engine: Engine, *, ledger: Ledger, tally: Tally, hands: Hands,
) -> None:
    """The second round: choose inside each training part, fit what was chosen, and write it down under both names."""
    with BatchWriter(ledger, told=hands.wrote) as writer:
        desk = ChoosingDesk(tuners=tuners, learners=bench.learners, ledger=ledger, writer=writer, tally=tally,
                            recorded=hands.recorded())

        def fitted(jobs: Iterator[Job], n: int) -> Iterator[Record]:
            return _fitted(engine, bench, writer, desk.chosen(jobs), n)

        for record in hands.second(outer, fitted, writer):
            desk.take(record)


def card_of(learner: Learner, seed: int) -> LearnerCard:
    """What the ledger keeps of a learner."""
    return LearnerCard(
        fingerprint=learner.fingerprint(seed), name=learner.name, recipe=learner.recipe | {"seed": seed},
        versions=learner.versions, baseline=learner.baseline,
    )
