"""Tuned learners in a run: inner jobs, the choice, and the outer record that comes of it.

A run with tuned learners has two rounds. In the first, every setting is fitted on the inner splits of every training
part: plain jobs of plain learners, so they are recorded, resumed and shared like any others. Then each tuned learner
chooses, from the stored predictions of training rows alone; what was chosen is fitted on the whole training part in the
second round. Its record is written twice: as the plain learner's, which it is, and under the tuned learner's name with
the choice in its notes. Where two tuned learners choose alike, one fit serves both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.data.problem import Problem
from referee.designs.plan import Plan
from referee.designs.split import Split
from referee.errors import RefereeError
from referee.learners import Learner, TunedLearner
from referee.learners.tuning import Choice, Inner, shown_setting
from referee.ledger import Ledger, Record, job_key
from referee.running.jobs import Todo, todo

ROOM = 20_000_000      # rows predicted, at most, that are kept in memory between a fit and the choice


@dataclass(frozen=True, kw_only=True, eq=False)
class InnerPlan(Plan):
    """The inner splits of every training part of an outer plan, labelled "outer position/repeat/fold"."""

    inner: Inner
    outer: Plan
    of: Problem
    study_seed: int

    def _dealt(self) -> Iterator[list[Split]]:
        """Made when asked for, one training part after the other; a part that cannot be divided has none."""
        for position, split in enumerate(self.outer.splits()):
            try:
                parts = self.inner.splits(self.of, split, seed=self.study_seed,
                                          in_time=self.outer.card.traits.of_a_series)
            except RefereeError:      # the choice will meet it again, and record why
                continue
            yield from ([replace(part, label=f"{position}/{part.label}")] for part in parts)

    def _description(self) -> str:
        in_time = self.of.time is not None or self.outer.card.traits.of_a_series
        rolled = ", as rolling origins, in order of time" if in_time else ""
        rolled += ", each telling other groups than it learned from" if in_time and self._tells_new_groups else ""
        return f"tuning, inside each training part: {self.inner.describe()}{rolled}"


    @property
    def _tells_new_groups(self) -> bool:
        return self.outer.card.traits.whole_groups is True


@dataclass(frozen=True, kw_only=True, eq=False)
class Tuners:
    """The tuned learners of a run, with the plain ones that stand for their settings."""

    problem: Problem
    plan: Plan
    learners: tuple[TunedLearner, ...]
    seed: int
    heard: dict[str, Record] = field(default_factory=dict)      # inner records of this run, as far as there is room

    def hear(self, record: Record) -> None:
        """Keep what was just said, so that it need not be read back; beyond some room the ledger has it."""
        if len(self.heard) * self.problem.n_rows < ROOM:
            self.heard[record.job] = record

    @cached_property
    def candidates(self) -> dict[str, tuple[Learner, ...]]:
        """For each inner design, the learners that are fitted on its splits, none twice."""
        found: dict[str, dict[str, Learner]] = {}
        for learner in self.learners:
            some = found.setdefault(learner.inner.spec, {})
            some |= {candidate.fingerprint(self.seed): candidate for candidate in learner.candidates}
        return {spec: tuple(some.values()) for spec, some in found.items()}

    def inner_plans(self) -> dict[str, InnerPlan]:
        """For each inner design, its splits of all training parts."""
        designs = {learner.inner.spec: learner.inner for learner in self.learners}
        return {spec: InnerPlan(design=inner.seeded(self.seed), problem=self.plan.problem, units=self.plan.units,
                                inner=inner, outer=self.plan, of=self.problem, study_seed=self.seed)
                for spec, inner in designs.items()}

    def work(self, ledger: Ledger, *, first: int) -> list[Todo]:
        """The inner fits that are missing; their splits are written down, and learners numbered from `first`."""
        work = []
        for spec, plan in self.inner_plans().items():
            ledger.add_plan(plan.card, plan.splits())
            work.append(todo(plan, self.candidates[spec], ledger, seed=self.seed, first=first))
            first += len(self.candidates[spec])
        return work

    def chosen(self, ledger: Ledger, missing: Iterable[tuple[TunedLearner, Split]]) -> Iterator[Chosen]:
        """The choice for each training part whose record is missing, from what the ledger holds of its inner fits."""
        for learner, split in missing:
            try:
                parts = learner.inner.splits(self.problem, split, seed=self.seed,
                                             in_time=self.plan.card.traits.of_a_series)
                records = self._inner_records(ledger, learner, parts)
                said = [[None if r.failed else r for r in row] for row in records]
                seconds = sum(r.fit_seconds + r.predict_seconds for row in records for r in row)
                yield Chosen(tuners=self, learner=learner, split=split, seconds=seconds,
                             choice=learner.choose(self.problem, parts, said))
            except RefereeError as error:
                yield Chosen(tuners=self, learner=learner, split=split, error=str(error))


    def _inner_records(self, ledger: Ledger, learner: TunedLearner, parts: tuple[Split, ...]) -> list[list[Record]]:
        """What came of each setting (rows) on each inner split (columns)."""
        jobs = [[job_key(self.plan.problem, name, part.fingerprint) for part in parts]
                for name in (candidate.fingerprint(self.seed) for candidate in learner.candidates)]
        unheard = [job for row in jobs for job in row if job not in self.heard]
        read = dict(zip(unheard, ledger.read_many(unheard), strict=True))
        return [[self.heard.get(job) or read[job] for job in row] for row in jobs]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Chosen:
    """A setting chosen for one training part, or why none could be."""

    tuners: Tuners
    learner: TunedLearner
    split: Split
    choice: Choice | None = None
    seconds: float = 0.0          # that the inner fits took
    error: str = ""

    @property
    def candidate(self) -> Learner:
        """The plain learner that stands for the setting."""
        assert self.choice is not None
        return self.learner.candidates[self.choice.chosen]

    @property
    def key(self) -> tuple[str, str]:
        """The plain learner and the split, by fingerprint."""
        return self.candidate.fingerprint(self.tuners.seed), self.split.fingerprint

    def failure(self) -> Record:
        """The record of a training part in which nothing could be chosen."""
        return Record(problem=self.tuners.plan.problem, learner=self.learner.fingerprint(self.tuners.seed),
                      split=self.split.fingerprint, error=self.error)

    def record(self, plain: Record) -> Record:
        """What the plain learner said, under the tuned learner's name, with the choice."""
        assert self.choice is not None
        setting = self.learner.settings[self.choice.chosen]
        tuned = {
            "setting": shown_setting(setting), "position": self.choice.chosen, "learner": plain.learner,
            "score": self.choice.score, "metric": self.learner.metric.name, "means": list(self.choice.means),
            "standard_error": self.choice.standard_error, "splits": self.choice.splits,
            "tried": len(self.learner.settings), "seconds": self.seconds,
        }
        return replace(plain, learner=self.learner.fingerprint(self.tuners.seed), notes=plain.notes | {"tuned": tuned})
