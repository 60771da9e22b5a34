"""How an estimate moves with parameters, seeds, splits and designs, each move beside its uncertainty.

Reich, Y. and Barai, S. V. (1999), section 5.1 (RB-29): a sensitivity study where parameters come from common practice;
eqs. 4-5 (RB-04): the sample, the split and the seed are sources of variance to be told apart. One thing is varied at a
time. Parameters and seeds keep the splits, so their moves are differences on the same test parts, tested by the
corrected t (Holm over all of them). Other splits and designs have no such pairs: their moves are set beside the
interval of the estimate, which is what they should stay within.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons.multiplicity.adjust import adjust
from referee.data.problem import Problem
from referee.declaration import VariantDeclared
from referee.errors import NotComparable, NotJustified, Undefined
from referee.estimates._base import Estimate, Interval
from referee.estimates.decomposition.variance_components import variance_components
from referee.kinds import Array, Json
from referee.ledger import Ledger, Look, StudyCard, job_key, plan_of
from referee.metrics import Metric, named_metrics
from referee.reading.differences.named import compare_pair
from referee.reading.estimate import Missing, estimate
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score

BASE = "base"
PAIRED = ("parameter", "seed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The study with one thing changed."""

    kind: str                      # "base", "parameter", "seed", "split" or "design"
    source: str                    # what was varied: "max_depth", "seed", …
    label: str                     # to what
    estimate: Estimate | Missing
    move: float | None = None      # estimate minus that of the base
    interval: Interval | None = None      # of the move, where it is a difference on the same test parts
    p_adjusted: float | None = None
    beyond: bool | None = None     # whether it moved by more than noise explains; None: not tested

    def to_dict(self) -> Json:
        """For JSON."""
        known = self.estimate if isinstance(self.estimate, Estimate) else None
        return {"kind": self.kind, "source": self.source, "label": self.label, "value": known.value if known else None,
                "interval": known.interval.to_dict() if known and known.interval else None,
                "reason": self.estimate.reason, "move": self.move, "p_adjusted": self.p_adjusted, "beyond": self.beyond,
                "move_interval": self.interval.to_dict() if self.interval else None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What varying one thing did to the estimate."""

    kind: str
    name: str
    tried: int                     # values that have an estimate, the base included
    low: float
    high: float
    sd: float                      # of the estimates
    beyond: int                    # of the tested ones, how many moved by more than noise
    tested: int
    half_width: float | None       # of the base's interval: what all of it is to be compared with
    share: float | None = None     # of the variance of one test part's score that is the seed's

    def to_dict(self) -> Json:
        """For JSON."""
        return {"kind": self.kind, "source": self.name, "tried": self.tried, "low": self.low, "high": self.high,
                "sd": self.sd, "beyond": self.beyond, "tested": self.tested, "half_width": self.half_width,
                "seed_share_of_variance": self.share}


@dataclass(frozen=True, kw_only=True, eq=False)
class Sensitivity:
    """An estimate, and all its neighbours."""

    study: StudyCard
    problem: Problem
    learner: str
    metric: Metric
    design: str                    # of the base, in words
    base: Variant
    variants: tuple[Variant, ...]
    sources: tuple[Source, ...]
    missing: int
    failures: tuple[tuple[str, str, str], ...]

    @property
    def level(self) -> float:
        """The confidence of every interval, one minus the error rate of the family of moves."""
        return self.study.declaration.level


def see_sensitivity(ledger: Ledger, card: StudyCard, *, count_look: bool = True,
                    own: Sequence[Any] = ()) -> Sensitivity:
    """Read every variant from the ledger, estimate it, and set its move beside its uncertainty."""
    said, arms = card.declaration, card.declaration.variants or ()
    (m,), level = named_metrics(said.metrics[:1], own, ledger.problem(card.problem).task), said.level
    read = _Readings(ledger, arms, m)
    base_said, *others = arms
    base = Variant(kind=BASE, source=BASE, label=base_said.label, estimate=read.estimate(base_said, level))
    variants = _with_tests([_variant(read, one, base, level) for one in others], level)
    if count_look:
        ledger.add_looks(Look(problem=card.problem, plan=one.plan, learner=one.learner, metric=m.name,
                              purpose="sensitivity") for one in arms)
    wanted = {job_key(card.problem, one.learner, e.split) for one in arms for e in ledger.plan(one.plan).entries}
    return Sensitivity(
        study=card, problem=ledger.problem(card.problem), learner=said.names[0], metric=m, base=base,
        design=plan_of(ledger, card).description, variants=tuple(variants),
        sources=tuple(_sources(base, variants, read.by_seed(base_said, others))),
        missing=len(wanted - ledger.keys(problem=card.problem)), failures=tuple(read.failures()))


class _Readings:
    """Scores of all variants, each plan read once."""

    def __init__(self, ledger: Ledger, arms: Sequence[VariantDeclared], m: Metric) -> None:
        self.m = m
        plans: dict[str, dict[str, str]] = {}
        for one in arms:
            plans.setdefault(one.plan, {})[one.learner] = one.learner
        self.tables: dict[str, ScoreTable] = {
            plan: score(ledger, ledger.plan(plan), learners, [m]) for plan, learners in plans.items()}

    def estimate(self, one: VariantDeclared, level: float) -> Estimate | Missing:
        return estimate(self.tables[one.plan], one.learner, self.m, level=level)

    def moved(self, one: VariantDeclared, level: float) -> tuple[float, Interval | None] | None:
        """p and interval of the difference on the same test parts, where a test is justified."""
        try:
            found = compare_pair(self.tables[one.plan], one.learner, one.base, self.m, test="corrected-t",
                                 level=level)
        except (NotComparable, NotJustified, Undefined):
            return None
        return found.p, found.interval

    def by_seed(self, base: VariantDeclared, others: Sequence[VariantDeclared]) -> Array | None:
        """Test parts by seeds, where all have scores."""
        table = self.tables[base.plan]
        columns = [table.scores[one.learner, self.m.name] for one in [base, *others] if one.kind in {BASE, "seed"}]
        kept = np.all([c.kept for c in columns], axis=0)
        return np.column_stack([c.values[kept] for c in columns]) if len(columns) > 1 and kept.sum() > 1 else None

    def failures(self) -> list[tuple[str, str, str]]:
        return [failure for table in self.tables.values() for failure in table.failures]


def _variant(read: _Readings, one: VariantDeclared, base: Variant, level: float) -> Variant:
    found = read.estimate(one, level)
    move = (found.value - base.estimate.value
            if isinstance(found, Estimate) and isinstance(base.estimate, Estimate) else None)
    tested = read.moved(one, level) if one.kind in PAIRED and move is not None else None
    p, interval = tested if tested is not None else (None, None)
    return Variant(kind=one.kind, source=one.source, label=one.label, estimate=found, move=move,
                   interval=interval, p_adjusted=p)


def _with_tests(variants: list[Variant], level: float) -> list[Variant]:
    """Holm over all moves that were tested; a move without spread is either none or beyond doubt."""
    from dataclasses import replace

    tested = [i for i, v in enumerate(variants) if v.p_adjusted is not None]
    adjusted = adjust([variants[i].p_adjusted for i in tested])
    for i, p in zip(tested, adjusted, strict=True):
        variants[i] = replace(variants[i], p_adjusted=float(p), beyond=bool(p <= 1 - level))
    return variants


def _sources(base: Variant, variants: list[Variant], by_seed: Array | None) -> list[Source]:
    if not isinstance(base.estimate, Estimate):
        return []
    width = base.estimate.interval.width / 2 if base.estimate.interval else None
    found = []
    for kind, name in dict.fromkeys((v.kind, v.source) for v in variants):
        some = [v for v in variants if (v.kind, v.source) == (kind, name)]
        values = [base.estimate.value, *(v.estimate.value for v in some if isinstance(v.estimate, Estimate))]
        tested = [v for v in some if v.beyond is not None]
        found.append(Source(
            kind=kind, name=name, tried=len(values), low=min(values), high=max(values), tested=len(tested),
            sd=float(np.std(values, ddof=1)) if len(values) > 1 else 0.0, beyond=sum(bool(v.beyond) for v in tested),
            half_width=width, share=_seed_share(by_seed) if kind == "seed" else None))
    return found


def _seed_share(by_seed: Array | None) -> float | None:
    if by_seed is None:
        return None
    try:
        return variance_components(by_seed, sources=("split", "seed")).shares[1]
    except Undefined:
        return None
