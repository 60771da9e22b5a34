"""Variance components read from the ledger: samples × splits × seeds of one learner, by one metric.

Reich & Barai (1999), eqs. 4-5. The analysis is that of a balanced nested design, so where fits are lost each sample
keeps as many whole splits (all seeds there) as the sample with the fewest has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.decomposition.variance_components import VarianceComponents, variance_components
from referee.estimates.decomposition.variance_shares import variance_shares
from referee.kinds import Array
from referee.ledger import LearnerCard, Ledger, Look, StudyCard, job_key, plan_of
from referee.metrics import Metric, named_metrics
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score

SOURCES = ("sample", "split", "seed")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Components:
    """Of one learner by one metric; `reason` says why there are none."""

    learner: str
    metric: str
    mean: float | None = None
    found: VarianceComponents | None = None
    intervals: tuple[Interval, ...] = ()         # of the shares, in the order of the sources
    lost: int = 0                                # fits without a score
    dropped: int = 0                             # whole splits left out for balance
    why_lost: tuple[str, ...] = ()
    reason: str = ""

    @property
    def sd(self) -> float | None:
        """The standard deviation of one score."""
        return None if self.found is None else float(np.sqrt(sum(self.found.variances)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Spreads:
    """The components of some learners by some metrics."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]
    metrics: tuple[Metric, ...]
    found: tuple[Components, ...]
    missing: int

    @property
    def level(self) -> float:
        """The confidence of every interval."""
        return self.study.declaration.level

    @property
    def seeds(self) -> int:
        """How many seeds each split was fitted with."""
        return len(seeds_of(self.study))

    @property
    def failures(self) -> int:
        """Fits lost by the first metric."""
        return sum(c.lost for c in self.found if c.metric == self.metrics[0].name)


def seeds_of(card: StudyCard) -> tuple[int, ...]:
    """The seeds that each split is fitted with."""
    return card.declaration.components.seeds if card.declaration.components else ()


def components(ledger: Ledger, card: StudyCard, *, count_look: bool = True, own: Sequence[Any] = ()) -> Spreads:
    """Read what the ledger holds, take the variance apart, and count the look."""
    plan, problem, said = plan_of(ledger, card), ledger.problem(card.problem), card.declaration
    metrics = named_metrics(said.metrics, own, problem.task)
    runs = len(seeds_of(card))
    of = {name: card.learners[i * runs : (i + 1) * runs] for i, name in enumerate(said.names)}
    found = []
    for name, fingerprints in of.items():
        table = score(ledger, plan, {f"{name} {run}": f for run, f in enumerate(fingerprints)}, metrics)
        found += [_of(table, name, m, said.level) for m in metrics]
    if count_look:
        ledger.add_looks(Look(problem=card.problem, plan=card.plan, learner=fingerprint, metric=metrics[0].name,
                              purpose="components") for fingerprint in dict.fromkeys(card.learners))
    wanted = {job_key(plan.problem, learner, e.split) for learner in card.learners for e in plan.entries}
    return Spreads(study=card, problem=problem, plan=plan, metrics=metrics, found=tuple(found),
                   learners={name: ledger.learner(fingerprints[0]) for name, fingerprints in of.items()},
                   missing=len(wanted - ledger.keys(problem=plan.problem)))


def _of(table: ScoreTable, learner: str, m: Metric, level: float) -> Components:
    scores = [table.scores[name, m.name] for name in table.learners]           # one a seed
    values = np.stack([s.values for s in scores], axis=-1)                     # (splits, seeds)
    kept = np.stack([s.kept for s in scores], axis=-1)
    reasons = Counter(reason.rstrip(".") for s in scores for _, reason in s.lost)
    samples = int(table.plan.parameters["samples"])
    cells = values.reshape(samples, -1, len(scores))
    whole: Array = np.asarray(kept.reshape(samples, -1, len(scores)).all(axis=2))
    fewest = int(whole.sum(axis=1).min())
    blank = Components(learner=learner, metric=m.name, lost=reasons.total(),
                       dropped=int(whole.size - fewest * samples),
                       why_lost=tuple(reason for reason, _ in reasons.most_common()))
    try:
        return _components(blank, _balanced(cells, whole, fewest), level)
    except Undefined as reason:
        return Components(learner=learner, metric=m.name, lost=blank.lost, dropped=blank.dropped,
                          why_lost=blank.why_lost, reason=str(reason).rstrip("."))


def _balanced(cells: Array, whole: Array, fewest: int) -> Array:
    """The first whole splits of each sample, as many as the poorest has; (samples, splits, seeds)."""
    if fewest < 2:
        raise Undefined("too many fits were lost: some sample has fewer than two splits with scores for every seed.")
    return np.stack([cells[s][np.flatnonzero(whole[s])[:fewest]] for s in range(len(cells))])


def _components(blank: Components, table: Array, level: float) -> Components:
    """Axes of one level are left out: what was not varied has no component."""
    sources = [name for name, size in zip(SOURCES, table.shape, strict=True) if size > 1]
    made = variance_components(table.reshape([size for size in table.shape if size > 1]), sources)
    return Components(learner=blank.learner, metric=blank.metric, mean=float(table.mean()), found=made,
                      intervals=variance_shares(made, level=level), lost=blank.lost, dropped=blank.dropped,
                      why_lost=blank.why_lost)
