"""One learner by one metric: the number by the facts of the plan, the interval by the method that covers them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.designs.traits import Seen
from referee.errors import BadInput, Undefined
from referee.estimates._base import Estimate
from referee.kinds import Estimand
from referee.metrics import Metric
from referee.reading.draft import Draft, is_plain_mean
from referee.reading.intervals.constant import of_a_constant
from referee.reading.intervals.named import choose
from referee.reading.intervals.over_splits import score_over_parts
from referee.reading.intervals.pooled_rows import score_of_all_rows
from referee.reading.method import Cases
from referee.reading.pooling import Way, no_common_scale, way_to_pool
from referee.reading.scores import Scores, ScoreTable

__all__ = ["Missing", "estimate", "is_plain_mean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """The place of an estimate that does not exist, and why it does not."""

    learner: str
    metric: str
    reason: str
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.metric} of {self.learner} does not exist: {self.reason}."


def estimate(table: ScoreTable, learner: str, metric: Metric, *, level: float = 0.95) -> Estimate | Missing:
    """How good the learner is, and how sure one can be."""
    scores, traits = table.scores[learner, metric.name], table.plan.traits
    pooled = traits.leaves_rows_out
    # Single rows may have no score (an F1), all rows together one; scores of different models are not on one scale.
    if pooled and way_to_pool(metric) is Way.TALLY:
        return Missing(learner=learner, metric=metric.name, lost=len(scores.lost), reason=no_common_scale(metric))
    pooled = pooled and learner in table.rows
    if scores.value is None and not pooled:
        return Missing(learner=learner, metric=metric.name, reason=scores.why.rstrip("."), lost=len(scores.lost))
    try:
        made = _draft(table, scores, level)
    except (Undefined, BadInput) as reason:
        return Missing(learner=learner, metric=metric.name, reason=str(reason).rstrip("."), lost=len(scores.lost))
    kept = table.rows[learner].n_folds if pooled else _kept(table, scores)
    return Estimate(
        learner=learner, metric=metric.name, value=made.value, interval=made.interval, estimand=made.estimand,
        method=made.method, n_train=made.n_train or int(np.median(table.n_train)), kept=kept,
        lost=len(table.plan.entries) - kept, reason=made.reason, half=made.half, n_half=made.n_half,
    )


def _kept(table: ScoreTable, scores: Scores) -> int:
    """The fits that the number, or its interval, rests on."""
    return scores.counted + (int(scores.kept[table.plan.pass_of < 0].sum()) if scores.pooled else 0)


def _draft(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """With the interval of the method that covers these facts; without one, and the reason, where none does."""
    method, reason = choose(table.plan.traits, scores.metric, Cases.of(table.problem))
    if method is not None and method.read is not None:
        return of_a_constant(table, scores, method.read(table, scores, level), level)
    return replace(_number(table, scores), reason=reason)


def _number(table: ScoreTable, scores: Scores) -> Draft:
    """The number alone, and the question it answers."""
    traits = table.plan.traits
    if traits.seen is Seen.ALL:
        return Draft(value=scores.value or 0.0, method="on the training rows",
                     estimand=Estimand.TRAINING)
    if traits.leaves_rows_out:
        return score_of_all_rows(table, scores)
    return score_over_parts(table, scores)
