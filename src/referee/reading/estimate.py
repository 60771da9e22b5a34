"""The estimate of one learner by one metric, with the interval that its design justifies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Estimate
from referee.kinds import Estimand, Needs
from referee.metrics import Metric
from referee.reading.draft import Made, is_plain_mean
from referee.reading.intervals.nested import over_halves, over_nested
from referee.reading.intervals.one_test_set import on_one_test_set
from referee.reading.intervals.over_splits import over_all_sets, over_samples, over_splits
from referee.reading.intervals.pooled_rows import over_all_rows
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
    scores = table.scores[learner, metric.name]
    # Single rows may have no score (an F1), all rows together one; scores of different models are not on one scale.
    if table.plan.design == "loo" and metric.needs is Needs.SCORES:
        return Missing(learner=learner, metric=metric.name, lost=len(scores.lost), reason=f"leave-one-out has no "
                       f"{metric.title}: each row is scored by another model, and their scores are not on one scale")
    pooled = table.plan.design == "loo" and learner in table.rows
    if not scores.n_kept and not pooled:
        reason = scores.lost[0][1].rstrip(".") if scores.lost else "nothing was recorded for it"
        return Missing(learner=learner, metric=metric.name, reason=reason, lost=len(scores.lost))
    try:
        made = _made(table, scores, level)
    except (Undefined, BadInput) as reason:
        return Missing(learner=learner, metric=metric.name, reason=str(reason).rstrip("."), lost=len(scores.lost))
    kept = int(np.unique(table.rows[learner].fold).size) if pooled else scores.n_kept
    return Estimate(
        learner=learner, metric=metric.name, value=made.value, interval=made.interval, estimand=made.estimand,
        method=made.method, n_train=made.n_train or int(np.median(table.n_train)), kept=kept,
        lost=len(table.plan.entries) - kept, reason=made.reason,
    )


def _made(table: ScoreTable, scores: Scores, level: float) -> Made:
    """The family of the design says how."""
    design = table.plan.design
    if design == "resubstitution":
        return Made(value=float(scores.values[0]), method="on the training rows", estimand=Estimand.TRAINING,
                    reason="an error on training rows says nothing about new rows")
    if design == "loo":
        return over_all_rows(table, scores, level)
    if len(table.plan.entries) == 1:
        return on_one_test_set(table, scores, level)
    if design == "complete":
        return over_all_sets(scores)
    if design == "bootstrap":
        return over_samples(scores, level)
    several = {"nested": over_nested, "conservative-z": over_halves}.get(design, over_splits)
    return several(table, scores, level)
