"""Learning curves of a declared study, from the ledger alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.designs.growing import at_size, is_training
from referee.errors import BadInput
from referee.ledger import LearnerCard, Ledger, Look, StudyCard, job_key, plan_of
from referee.metrics import Metric, named_metrics
from referee.reading.scoring import score
from referee.reading.sub_plan import sub_plan
from referee.study.curve.contrasts import Contrasts, CurveAsk, contrasts_of
from referee.study.curve.in_time import contrasts_of_windows, is_of_windows, too_few_times, windows_of
from referee.study.curve.points import Curve, SizeScores, curve_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Curves:
    """How learners grow with data: scores, costs, differences, and what more data would bring."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]
    metrics: tuple[Metric, ...]
    sizes: tuple[int, ...]
    curves: dict[tuple[str, str], Curve]            # (learner, metric name)
    contrasts: dict[str, Contrasts]                 # by metric name
    failures: tuple[tuple[str, str, str], ...]      # (learner, split label, error)
    missing: int                                    # fits that are not recorded yet

    @property
    def level(self) -> float:
        """The confidence of every band, one minus the error rate of every family."""
        return self.study.declaration.level

    @property
    def primary(self) -> Metric:
        """The metric that the sentences are about."""
        return self.metrics[0]

    @property
    def unit(self) -> str:
        """What sizes count."""
        if self.of_a_series:
            return "rows" if self.problem.n_times in {None, self.problem.n_rows} else "times"
        return "rows" if self.problem.groups is None else "groups"

    @property
    def of_a_series(self) -> bool:
        """Whether sizes are windows before the same times, not rows at random."""
        return is_of_windows(self.plan)

    def curve(self, learner: str, metric: str | None = None) -> Curve:
        """One curve."""
        key = (learner, metric or self.primary.name)
        if key not in self.curves:
            raise BadInput(f"there is no curve of {key[0]} by {key[1]}; there are: "
                           f"{', '.join(' by '.join(k) for k in self.curves)}.")
        return self.curves[key]


def draw_curves(ledger: Ledger, card: StudyCard, *, count_look: bool = True, own: Sequence[Any] = ()) -> Curves:
    """Read what the ledger holds for a learning curve, score it size by size, compare, and count the look."""
    plan, problem, said = plan_of(ledger, card), ledger.problem(card.problem), card.declaration
    names = dict(zip(said.names, card.learners, strict=True))
    metrics = named_metrics(said.metrics, own, problem.task)
    sizes = [_scores(ledger, plan, size, names, metrics) for size in plan.parameters["sizes"]]
    ask = CurveAsk(level=said.level, adjust=said.adjust, at=said.curve.at if said.curve else None,
                   against=said.against)
    if count_look:
        ledger.add_looks(Look(problem=card.problem, plan=card.plan, learner=fingerprint, metric=metrics[0].name,
                              purpose="curve") for fingerprint in dict.fromkeys(card.learners))
    done = ledger.keys(problem=plan.problem)
    wanted = {job_key(plan.problem, learner, e.split) for learner in card.learners for e in plan.entries}
    return Curves(
        study=card, problem=problem, plan=plan, metrics=metrics, sizes=tuple(plan.parameters["sizes"]),
        learners={name: ledger.learner(fingerprint) for name, fingerprint in names.items()},
        **_read(sizes, list(names), metrics, ask, plan=plan, seed=said.seed),
        failures=tuple((name, f"{s.size} rows, {label}", why) for s in sizes for name, label, why in s.test.failures),
        missing=len(wanted - done),
    )


def _read(sizes: list[SizeScores], names: list[str], metrics: tuple[Metric, ...], ask: CurveAsk, *,
          plan: PlanCard, seed: int) -> dict[str, Any]:
    """Curves and differences: of windows of a series by the long-run t, of rows at random by the corrected t."""
    if is_of_windows(plan):
        few = too_few_times(plan)
        return {"curves": {(name, m.name): windows_of(sizes, name, m, level=ask.level, few=few)
                           for m in metrics for name in names},
                "contrasts": {m.name: contrasts_of_windows(sizes, m, ask, few=few) for m in metrics}}
    how: dict[str, Any] = {"ratio": float(sizes[-1].n_test / sizes[-1].test.n_train.mean()), "seed": seed}
    return {"curves": {(name, m.name): curve_of(sizes, name, m, level=ask.level, **how)
                       for m in metrics for name in names},
            "contrasts": {m.name: contrasts_of(sizes, m, ask, **how) for m in metrics}}


def _scores(ledger: Ledger, plan: PlanCard, size: int, names: dict[str, str],
            metrics: tuple[Metric, ...]) -> SizeScores:
    """One size; the number of rows tested is counted without those that were trained on."""
    part = sub_plan(ledger, plan, at_size(plan, size), mark=str(size))
    trained = [int(is_training(split).sum()) for split in ledger.splits([e.split for e in part.entries])]
    part = replace(part, entries=tuple(replace(e, n_test=e.n_test - k) for e, k in zip(part.entries, trained,
                                                                                       strict=True)))
    return SizeScores(size=size, test=score(ledger, part, names, metrics),
                      training=score(ledger, part, names, metrics, on_training=True) if any(trained) else None,
                      n_test=float(np.mean([e.n_test for e in part.entries])))
