"""The panorama: every estimator on one learner, side by side, read from the ledger.

Reich & Barai (1999), section 5.1: run all methods, plot them, and explain what deviates from the expected picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.declaration import Declaration
from referee.designs.card import PlanCard
from referee.designs.joint import entries_of
from referee.designs.split import Split
from referee.fingerprint import fingerprint
from referee.ledger import LearnerCard, Ledger, Look, StudyCard, job_key, person_here, plan_of
from referee.metrics import Metric, Predictions, named_metrics
from referee.reading.estimate import Missing, estimate
from referee.reading.panorama.bias_order import Circumstances, Order, check_order
from referee.reading.panorama.bootstrap import bootstrap_lines
from referee.reading.panorama.joint_region import Together, joint_over_targets
from referee.reading.panorama.lines import BY_NAME, ESTIMATORS, IN_TIME, Column, Estimator, Line, Spread, TestedOn
from referee.reading.panorama.samples import read_samples
from referee.reading.pooling import Way
from referee.reading.said import NEVER_LACKING, lacks_a_class, predictions_of, prior_of, records_of
from referee.reading.scores import Scores, ScoreTable
from referee.reading.scoring import score
from referee.reading.sub_plan import sub_plan

OF_PLANS = tuple(e for e in ESTIMATORS if e.part)       # the others are of bootstrap samples
KNEW_THE_FUTURE = "rows of a series were dealt at random, so that models knew the future: no interval is valid"


@dataclass(frozen=True, kw_only=True, eq=False)
class Panorama:
    """What all estimators say of each learner by each metric on each target."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]
    metrics: tuple[Metric, ...]
    columns: tuple[Column, ...]
    orders: tuple[Order, ...]                  # one a column
    together: dict[tuple[str, str], Together]  # (learner, metric): all targets at once, where there are several
    missing: int                               # fits that are not recorded yet
    lacking: int = 0                           # training parts in which some class is missing

    @property
    def level(self) -> float:
        """The confidence of every interval."""
        return self.study.declaration.level

    @property
    def failures(self) -> int:
        """Fits that were lost by the first metric, each counted once."""
        first = {c.learner: c for c in reversed(self.columns)}
        once = [e.name for e in (IN_TIME if self.of_a_series else ESTIMATORS) if e.fits]
        return sum(line.lost for c in first.values() for line in c.lines if line.name in once)

    @property
    def of_a_series(self) -> bool:
        """Whether the estimators are those of rows in order of time."""
        return bool(entries_of(self.plan, "rolling"))

    def metric_of(self, column: Column) -> Metric:
        """The metric of a column."""
        return next(m for m in self.metrics if m.name == column.metric)


def see(ledger: Ledger, card: StudyCard, *, count_look: bool = True, own: Sequence[Any] = ()) -> Panorama:
    """Read what the ledger holds for a panorama, estimate, compare with the expected order, and count the look."""
    plan, problem = plan_of(ledger, card), ledger.problem(card.problem)
    names = dict(zip(card.declaration.names, card.learners, strict=True))
    metrics = named_metrics(card.declaration.metrics, own, problem.task)
    cards = {name: ledger.learner(fingerprint) for name, fingerprint in names.items()}
    columns = tuple(column for name, print_ in names.items()
                    for column in _Sight(ledger, plan, problem, card.declaration).columns(name, print_, metrics))
    if count_look:
        ledger.add_looks(Look(problem=card.problem, plan=card.plan, learner=learner, metric=metrics[0].name,
                              purpose="panorama", who=person_here(),
                              address=fingerprint("look", card.fingerprint, learner, "panorama", person_here()))
                         for learner in dict.fromkeys(card.learners))
    by_name = {m.name: m for m in metrics}
    orders = tuple(check_order(c, by_name[c.metric], _circumstances(plan, problem, cards[c.learner])) for c in columns)
    wanted = {job_key(plan.problem, learner, e.split) for learner in card.learners for e in plan.entries}
    kfold = entries_of(plan, "kfold")
    together = dict(joint_over_targets(ledger, sub_plan(ledger, plan, kfold, mark="kfold"), names, metrics,
                                       level=card.declaration.level)) if kfold else {}
    return Panorama(study=card, problem=problem, plan=plan, learners=cards, metrics=metrics, columns=columns,
                    orders=orders, together=together, missing=len(wanted - ledger.keys(problem=plan.problem)),
                    lacking=sum(lacks_a_class(problem, split) for split in _splits(ledger, plan, problem)))


def _splits(ledger: Ledger, plan: PlanCard, problem: Problem) -> Iterator[Split]:
    """The splits, where some class is rare enough to be missing from one."""
    if problem.classes and np.bincount(problem.y).min() <= NEVER_LACKING:
        yield from ledger.splits([entry.split for entry in plan.entries])


def _circumstances(plan: PlanCard, problem: Problem, learner: LearnerCard) -> Circumstances:
    holdout = entries_of(plan, "holdout")
    return Circumstances(
        n_test=int(np.median([e.n_test for e in holdout])) if holdout else 0,
        duplicates=any("an earlier row exactly" in notice for notice in problem.notices),
        early_stopping=_says(learner.recipe, "early_stopping"),
    )


def _says(recipe: Any, word: str) -> bool:
    """Whether a parameter of that name is on, anywhere in a recipe."""
    if isinstance(recipe, dict):
        return any((key == word and value is True) or _says(value, word) for key, value in recipe.items())
    return isinstance(recipe, list | tuple) and any(_says(value, word) for value in recipe)


@dataclass(frozen=True, slots=True)
class _Sight:
    """Reads one learner after the other."""

    ledger: Ledger
    plan: PlanCard
    problem: Problem
    declaration: Declaration

    def columns(self, name: str, fingerprint: str, metrics: tuple[Metric, ...]) -> Iterator[Column]:
        """Metric by metric, target by target."""
        several = self.problem.y.ndim > 1
        wanted = [(m, t) for m in metrics for t in range(self.problem.y.shape[1] if several else 1)]
        series = bool(entries_of(self.plan, "rolling"))
        shown, of_plans = (IN_TIME, IN_TIME) if series else (ESTIMATORS, OF_PLANS)
        sampled = [()] * len(wanted) if series else self._sampled(fingerprint, wanted)
        tables = {(e, t): self._table(e, t, name, fingerprint, metrics)
                  for e in of_plans for t in sorted({t for _, t in wanted})}
        for number, (m, t) in enumerate(wanted):
            lines = [self._line(e, tables[e, t], name, m) for e in of_plans] + list(sampled[number])
            by_name = {line.name: line for line in lines}
            target = self.problem.targets[t] if several else ""
            yield Column(learner=name, metric=m.name, target=target, truth=self._truth(number),
                         lines=tuple(by_name[e.name] for e in shown))

    def _truth(self, number: int) -> float | None:
        truths = self.declaration.panorama.truths if self.declaration.panorama else ()
        return truths[number] if number < len(truths) else None

    def _table(self, estimator: Estimator, target: int, learner: str, fingerprint: str,
               metrics: tuple[Metric, ...]) -> ScoreTable | None:
        entries = [e for e in entries_of(self.plan, estimator.part) if not estimator.once or e.repeat == 0]
        if not entries:
            return None
        part = sub_plan(self.ledger, self.plan, entries, mark=estimator.name)
        return score(self.ledger, part, {learner: fingerprint}, metrics,
                     target=target if self.problem.y.ndim > 1 else None)

    def _line(self, estimator: Estimator, table: ScoreTable | None, learner: str, m: Metric) -> Line:
        if table is None:
            left_out = self.declaration.panorama.left_out if self.declaration.panorama else {}
            return Line(estimator=estimator, reason=left_out.get(estimator.name, "it was not run"))
        made = estimate(table, learner, m, level=self.declaration.level)
        scores = table.scores[learner, m.name]
        recorded, lost = scores.n_kept + len(scores.lost), _lost(table, scores)
        blank = Line(estimator=estimator, fits=recorded, lost=sum(lost.values()),
                     why_lost=tuple(reason for reason, _ in lost.most_common()),
                     seconds=sum(table.seconds[learner]) * (recorded - sum(lost.values())))
        if isinstance(made, Missing):
            return replace(blank, reason=made.reason)
        if estimator.family is TestedOn.SHUFFLED:
            return replace(blank, value=made.value, reason=KNEW_THE_FUTURE, method=made.method,
                           spread=_spread(table, scores))
        return replace(blank, value=made.value, reason=made.reason, estimand=made.estimand, method=made.method,
                       interval=made.interval, spread=_spread(table, scores))

    def _sampled(self, fingerprint: str, wanted: list[tuple[Metric, int]]) -> list[tuple[Line, ...]]:
        entries, full = entries_of(self.plan, "bootstrap"), self._full(fingerprint)
        if not entries or full is None:
            reason = "the model of all rows could not be fitted" if entries else "it was not run"
            names = [e.name for e in ESTIMATORS if e.family is TestedOn.BOOTSTRAP]
            return [tuple(Line(estimator=BY_NAME[name], reason=reason) for name in names) for _ in wanted]
        grouped = self.problem.groups is not None
        part = replace(self.plan, entries=entries)
        return [bootstrap_lines(samples, level=self.declaration.level, grouped=grouped)
                for samples in read_samples(self.ledger, part, fingerprint, wanted, full)]

    def _full(self, fingerprint: str) -> Predictions | None:
        """What the model of all rows says of them; None where its fit failed or is missing."""
        part = replace(self.plan, entries=entries_of(self.plan, "resubstitution"))
        for split, record in records_of(self.ledger, part, fingerprint):
            if not record.failed:
                return predictions_of(self.problem, record, split, prior_of(self.problem, split))
        return None


def _lost(table: ScoreTable, scores: Scores) -> Counter[str]:
    """Why test parts do not count in the score; a part may have no score of its own and still count."""
    reasons = Counter(reason.rstrip(".") for _, reason in scores.lost)
    if table.plan.traits.single_units or (scores.pooled is not None and scores.pooled.way in {Way.COUNTS, Way.JOINED}):
        return Counter(f"the fit failed: {error}".rstrip(".") for _, _, error in table.failures)
    return reasons


def _spread(table: ScoreTable, scores: Scores) -> Spread | None:
    """Over repeats for repeated cross-validation (as in Reich & Barai's tables), otherwise over test parts."""
    traits = table.plan.traits
    if traits.single_units:
        return None
    return Spread.of(scores.passes if traits.in_passes and traits.passes > 1 else scores.values[scores.kept])
