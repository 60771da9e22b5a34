"""The estimate of one learner by one metric, with the interval that its design justifies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Estimate, Interval
from referee.estimates.scores import Scores, ScoreTable
from referee.kinds import Array, Estimand
from referee.metrics import Metric
from referee.seeds import stream

BOOTSTRAP_RESAMPLES = 2000


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
    if not scores.n_kept:
        reason = scores.lost[0][1].rstrip(".") if scores.lost else "nothing was recorded for it"
        return Missing(learner=learner, metric=metric.name, reason=reason, lost=len(scores.lost))
    made = _made(table, scores, level)
    return Estimate(
        learner=learner, metric=metric.name, value=made.value, interval=made.interval, estimand=made.estimand,
        method=made.method, n_train=int(np.median(table.n_train)), kept=scores.n_kept,
        lost=len(table.plan.entries) - scores.n_kept, reason=made.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    value: float
    method: str
    estimand: Estimand
    interval: Interval | None = None
    reason: str = ""


def _made(table: ScoreTable, scores: Scores, level: float) -> _Made:
    design = table.plan.design
    if design == "resubstitution":
        return _Made(value=float(scores.values[0]), method="on the training rows", estimand=Estimand.TRAINING,
                     reason="an error on training rows says nothing about new rows")
    if len(table.plan.entries) == 1:
        return _one_test_set(table, scores, level)
    if design == "loo":
        return _pooled(table, scores, level)
    if design == "bootstrap":
        return _over_bootstrap(scores, level)
    return _over_splits(table, scores, level)


def _over_splits(table: ScoreTable, scores: Scores, level: float) -> _Made:
    """Mean over test parts; the interval allows for training sets that overlap (Nadeau and Bengio 2003)."""
    from referee.estimates.corrected_t import corrected_t_interval

    kept = scores.values[scores.kept]
    common = {"value": float(kept.mean()), "estimand": Estimand.PROCEDURE, "method": f"mean over {kept.size} test parts"}
    try:
        interval = corrected_t_interval(
            kept, n_train=float(table.n_train[scores.kept].mean()), n_test=float(table.n_test[scores.kept].mean()),
            level=level, bounds=scores.metric.bounds,
        ).interval
    except Undefined as reason:
        return _Made(**common, reason=str(reason).rstrip("."))  # type: ignore[arg-type]
    return _Made(**common, interval=interval)  # type: ignore[arg-type]


def _one_test_set(table: ScoreTable, scores: Scores, level: float) -> _Made:
    """One model, one test set: the interval is over its rows and speaks of this model."""
    value = float(scores.values[0])
    predictions = table.rows[scores.learner].predictions
    method = f"on {predictions.n_rows} test rows"
    try:
        interval = _over_rows(scores.metric, table, scores.learner, level)
    except Undefined as reason:
        return _Made(value=value, method=method, estimand=Estimand.MODEL, reason=str(reason).rstrip("."))
    return _Made(value=value, method=method, estimand=Estimand.MODEL, interval=interval)


def _over_rows(metric: Metric, table: ScoreTable, learner: str, level: float) -> Interval:
    predictions = table.rows[learner].predictions
    if metric.per_row is None:
        return _bootstrap_over_rows(metric, table, learner, level)
    values = np.asarray(metric.per_row(predictions), dtype=float)
    if metric.proportion:
        from referee.estimates.wilson import wilson

        return wilson(float(values.sum()), values.size, level=level)
    from referee.estimates.root_interval import transform_interval
    from referee.estimates.t_mean import t_mean

    plain = metric.outer(4.0) == 4.0        # nothing is done to the mean
    bounds = metric.bounds if plain else (0.0, float("inf"))
    interval = t_mean(values, level=level, bounds=bounds).interval
    return interval if plain else transform_interval(interval, metric.outer)


def _bootstrap_over_rows(metric: Metric, table: ScoreTable, learner: str, level: float) -> Interval:
    """Percentiles over resampled test rows, for metrics that are no mean over rows (F1, AUC, R², …)."""
    predictions = table.rows[learner].predictions
    draw = stream(0, "bootstrap over rows", table.plan.fingerprint, metric.name)
    values: list[float] = []
    for _ in range(BOOTSTRAP_RESAMPLES):
        counts = np.bincount(draw.integers(predictions.n_rows, size=predictions.n_rows), minlength=predictions.n_rows)
        try:
            values.append(metric.score(replace(predictions, weights=counts)))
        except Undefined:
            continue
    if len(values) < BOOTSTRAP_RESAMPLES / 2:
        raise Undefined(f"{metric.title} is undefined in more than half of the resamples; test on more rows.")
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    if low == high:
        raise Undefined(f"{metric.title} is the same in every resample; test on more rows.")
    return Interval(float(low), float(high), level=level, method="percentile bootstrap over test rows")


def _pooled(table: ScoreTable, scores: Scores, level: float) -> _Made:
    """Leave-one-out: test parts of one row are put together before the metric is taken."""
    from referee.estimates.cv_clt import cv_clt

    metric, predictions = scores.metric, table.rows[scores.learner].predictions
    method = f"on {predictions.n_rows} rows, each tested once"
    value = metric.score(predictions)
    if metric.per_row is None or metric.outer(4.0) != 4.0:
        return _Made(value=value, method=method, estimand=Estimand.PROCEDURE,
                     reason=f"leave-one-out gives no valid interval for {metric.title}, which is no mean over rows")
    made = cv_clt(np.asarray(metric.per_row(predictions), dtype=float), level=level, bounds=metric.bounds)
    return _Made(value=value, method=method, estimand=Estimand.FOLD_MODELS, interval=made.interval)


def _over_bootstrap(scores: Scores, level: float) -> _Made:
    """Mean over the rows not drawn. Percentiles of the samples' scores: measured coverage 0.90 to 1.00 at n = 100."""
    kept: Array = scores.values[scores.kept]
    low, high = np.quantile(kept, [(1 - level) / 2, (1 + level) / 2])
    interval = Interval(float(low), float(high), level=level, method="percentiles over bootstrap samples")
    enough = kept.size >= 50 and low < high
    return _Made(value=float(kept.mean()), method=f"mean over {kept.size} bootstrap samples", estimand=Estimand.PROCEDURE,
                 interval=interval if enough else None, reason="" if enough else "fewer than 50 different samples")
