"""A study of several targets: each told by itself as a single one is, all corrected as one family, and a joint answer.

Reich & Barai (1999), section 3.2, do not sum the errors of several outputs: that is "only one coarse measure". So
nothing is averaged over targets here, unless a metric says that it is one number of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.comparisons.many_models.omnibus import Omnibus
from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.errors import NotJustified, RefereeError
from referee.ledger import Ledger, StudyCard, plan_of
from referee.metrics import Metric
from referee.reading.ask import Ask, Before
from referee.reading.family import Family
from referee.reading.judging import judge_together
from referee.reading.questions import questions
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score
from referee.reading.target_views import of_target, over_targets
from referee.study.analysis import (
    Analysis,
    ask_of,
    assembled,
    baselines_of,
    looks_of,
    names_of,
    supporting,
    trained_on,
)
from referee.study.joint_comparison import Joint, all_models, joint_answer
from referee.study.looks import Tried, tried
from referee.study.target_metrics import metrics_of_targets


@dataclass(frozen=True, kw_only=True, eq=False)
class SeveralTargets:
    """Everything a ledger says of a study of several targets."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    targets: dict[str, Analysis]           # each target as if it were the only one, but for the correction
    whole: Analysis | None                 # by metrics that are one number of all targets, where some were asked for
    joint: tuple[Joint, ...]               # the pairs of models by all targets at once
    everyone: Omnibus | None = None        # more than two models by all targets, where that can be tested

    @property
    def one(self) -> Analysis:
        """The first target, for what all have in common: learners, design, failed fits."""
        return next(iter(self.targets.values()))

    @property
    def primary(self) -> Metric:
        """The metric the verdicts are about."""
        return self.one.primary

    @property
    def level(self) -> float:
        """The confidence of every interval."""
        return self.study.declaration.level


def analyse_targets(ledger: Ledger, card: StudyCard, *, count_look: bool = True,
                    own: Sequence[Any] = ()) -> SeveralTargets:
    """Read what the ledger holds for a study, target by target, judge all as one family, and count the look."""
    plan, problem = plan_of(ledger, card), ledger.problem(card.problem)
    metrics, over = metrics_of_targets(card.declaration.metrics, own, problem)
    views = {name: of_target(ledger, problem, j) for j, name in enumerate(problem.targets)}
    tables = {name: score(view, plan, names_of(card), metrics) for name, view in views.items()}
    if count_look:
        ledger.add_looks(looks_of(card, metrics[0].name))
    counted, plain = tried(ledger, card), baselines_of(ledger, card)
    ask = ask_of(card.declaration)
    judged: dict[str, dict[str, Family]] = {name: {} for name in tables}
    if card.declaration.compares:
        for m, found in _families(tables, metrics, ask, _before(counted, len(tables)), plain):
            for name, family in found.items():
                judged[name][m.name] = family
    targets = {name: assembled(ledger, card, problem.of_target(j), tables[name], families=judged[name],
                               counted=counted, trained=trained_on(views[name], card, metrics))
               for j, name in enumerate(tables)}
    return SeveralTargets(study=card, problem=problem, plan=plan, targets=targets,
                          whole=_whole(ledger, card, over, counted) if over else None,
                          joint=tuple(_joint(tables, metrics, ask, plain)) if card.declaration.compares else (),
                          everyone=_everyone(tables, metrics, plain) if card.declaration.compares else None)


def _before(counted: Tried, targets: int) -> Before:
    """What other studies of these rows compared, they compared by every target."""
    return Before(others=counted.others * targets, turn=counted.turn, baseline=counted.baseline * targets)


def _families(tables: dict[str, ScoreTable], metrics: tuple[Metric, ...], ask: Ask, before: Before,
              baselines: set[str]) -> Iterator[tuple[Metric, dict[str, Family]]]:
    for m in metrics:
        try:
            yield m, judge_together(tables, m, supporting(ask, m, metrics[0]), before, baselines)
        except NotJustified:
            if m is metrics[0]:
                raise


def _whole(ledger: Ledger, card: StudyCard, metrics: tuple[Metric, ...], counted: Tried) -> Analysis:
    """All targets at once, by metrics that are one number of them."""
    view = over_targets(ledger, ledger.problem(card.problem))
    table = score(view, plan_of(ledger, card), names_of(card), metrics)
    families: dict[str, Family] = {}
    if card.declaration.compares:
        ask = replace(ask_of(card.declaration), test=None, relevant=None)      # these are said of the targets' metric
        before = Before(others=counted.others, turn=counted.turn, baseline=counted.baseline)
        for m, found in _families({"": table}, metrics, ask, before, baselines_of(ledger, card)):
            families[m.name] = found[""]
    return assembled(ledger, card, table.problem, table, families=families, counted=counted, trained=None)


def _everyone(tables: dict[str, ScoreTable], metrics: tuple[Metric, ...], baselines: set[str]) -> Omnibus | None:
    """All models by all targets; None where there are two, or the rows do not allow it."""
    models = [name for name in next(iter(tables.values())).learners if name not in baselines]
    try:
        return all_models(tables, models, metrics=metrics) if len(models) > 2 else None
    except RefereeError:
        return None


def _joint(tables: dict[str, ScoreTable], metrics: tuple[Metric, ...], ask: Ask, baselines: set[str]
           ) -> Iterator[Joint]:
    """Each pair of models by all targets at once."""
    learners = next(iter(tables.values())).learners
    pairs = questions(learners, baselines=baselines, against=ask.against)
    for a, b in pairs.models or pairs.baseline:
        try:
            yield joint_answer(tables, a, b, metrics=metrics, level=ask.level)
        except RefereeError as reason:
            yield Joint(a=a, b=b, reason=str(reason))
