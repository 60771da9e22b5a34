"""Learning curves of a series: bands and differences that allow for what successive losses have in common.

Windows of every length are tested on the same successive times, so no pair of test parts is independent, and a t over
test parts would be too sure. Each size has the long-run interval of its mean loss, each pair at each size the long-run
t (see `referee.estimates.means.long_run`), as they have in `evaluate` and `compare`. That a band holds at all sizes at
once, and intervals of differences for all pairs and sizes, is Bonferroni's; p-values are corrected by Holm. No power
law is fitted: older times need not tell what newer ones would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import IDENTICAL, RECURRING
from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.power.detectable import detectable
from referee.comparisons.verdict import Outcome
from referee.designs.card import PlanCard
from referee.errors import NotComparable, NotJustified, Undefined
from referee.estimates._base import Estimate, Interval
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.differences.named import compare_pair
from referee.reading.estimate import estimate
from referee.study.curve.contrasts import POWER, Contrast, Contrasts, CurveAsk
from referee.study.curve.points import Curve, SizeScores, point_of

TEST = "long-run-t"
NO_LAW = ("these are windows of a series, and older times need not tell what as many newer ones would")


def is_of_windows(plan: PlanCard) -> bool:
    """Whether the sizes of a curve are windows before the same times."""
    return "horizon" in plan.parameters


def too_few_times(plan: PlanCard) -> str:
    """Why no interval can be made of so few tested times; nothing where they are enough."""
    from referee.estimates.means.long_run import FEWEST

    tested = int(plan.parameters["splits"]) * int(plan.parameters["horizon"])
    return "" if tested >= FEWEST else demands.few_times(tested).format(method="the long-run t")


def windows_of(sizes: list[SizeScores], learner: str, metric: Metric, *, level: float, few: str) -> Curve:
    """Points and bands of one learner by one metric."""
    points = []
    for scores in sizes:
        point = point_of(scores, learner, metric, None)
        made = estimate(scores.test, learner, metric, level=1 - (1 - level) / len(sizes))
        if point.value is not None and isinstance(made, Estimate):
            band = None if few or made.interval is None else Interval(
                made.interval.low, made.interval.high, level=level, method=f"{made.interval.method}, Bonferroni")
            point = replace(point, band=band, reason="" if band else few or made.reason)
        points.append(point)
    return Curve(learner=learner, metric=metric.name, points=tuple(points), no_law=NO_LAW)


def contrasts_of_windows(sizes: list[SizeScores], metric: Metric, ask: CurveAsk, *, few: str) -> Contrasts:
    """Compare all pairs at all sizes over the times that both were tested on."""
    learners = list(sizes[0].test.learners)
    blank: dict[str, Any] = {"metric": metric.name, "adjust": "holm", "at": ask.at}
    pairs = list(combinations(learners, 2)) if ask.against is None else \
        [(name, ask.against) for name in learners if name != ask.against]
    wanted = [(pair, scores) for pair in pairs for scores in sizes if ask.at in {None, scores.size}]
    if few or not wanted:
        return Contrasts(**blank, found=(), splits=0, reason=few or "there is one learner")
    each = replace(ask, level=1 - (1 - ask.level) / len(wanted))
    made, reason = [], ""
    for (a, b), scores in wanted:
        try:
            made.append((scores.size, compare_pair(scores.test, a, b, metric, test=TEST, level=each.level)))
        except (NotJustified, NotComparable, Undefined) as why:
            reason = reason or str(why).rstrip(".")
    if not made:
        return Contrasts(**blank, found=(), splits=0, reason=reason)
    return Contrasts(**blank, found=tuple(_contrasts(made, metric, ask, len(wanted))), reason=reason,
                     notes=tuple(_doubts(made)), splits=len(sizes[0].test.plan.entries))


def _doubts(made: list[tuple[int, Comparison]]) -> Iterator[str]:
    """Losses that come again after a season, with the first pair and size where they do."""
    recurring = [(size, c) for size, c in made if RECURRING in c.flags]
    if recurring:
        size, c = recurring[0]
        yield (f"Losses come again after some times (in {len(recurring)} of {len(made)} comparisons, the first of "
               f"{c.a} with {c.b} at {size:,}): unless that is a fixed season, false alarms are commoner than said")


def _contrasts(made: list[tuple[int, Comparison]], metric: Metric, ask: CurveAsk, tests: int) -> Iterator[Contrast]:
    for (size, c), p in zip(made, adjust([c.p for _, c in made], "holm").tolist(), strict=True):
        outcome = Outcome.UNDECIDED
        if IDENTICAL in c.flags:
            outcome = Outcome.IDENTICAL
        elif c.standard_error and p <= 1 - ask.level:
            outcome = Outcome.BETTER if metric.better(c.difference, 0.0) else Outcome.WORSE
        interval = None if c.interval is None else replace(c.interval, level=ask.level,
                                                           method=f"{c.interval.method}, Bonferroni")
        seen = detectable(c.standard_error, c.df, level=ask.level, power=POWER, tests=tests) \
            if c.standard_error and not isinstance(c.df, tuple) else None
        yield Contrast(a=c.a, b=c.b, size=size, difference=c.difference, interval=interval, p=c.p, p_adjusted=p,
                       outcome=outcome, detectable=seen)
