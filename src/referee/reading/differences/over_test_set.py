"""Tests over one test set for metrics that are no mean over rows: DeLong, and the paired bootstrap."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotJustified
from referee.estimates.resampling.linearised import can_be_linearised
from referee.metrics import Metric
from referee.reading.procedure import (
    TESTS,
    Procedure,
    clusters,
    needs_one_test_set,
    paired_rows,
    row_values,
)
from referee.reading.scores import ScoreTable


def _needs_auc_of_one_test_set(plan: PlanCard, metric: Metric) -> str | None:
    if metric.name != "roc_auc":
        return f"DeLong compares ROC AUCs, not {metric.title}"
    return needs_one_test_set(plan, "DeLong")


def _delong(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.delong_paired import delong_paired

    one, other = (side.predictions for side in paired_rows(table, a, b))
    if one.n_classes != 2:
        raise NotJustified(f"DeLong is for two classes; {table.problem.name} has {one.n_classes}.")
    return delong_paired(one.truth, one.said(metric.needs), other.said(metric.needs), level=level)


def _bootstrap(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Both models share the resampled rows, as do all metrics; where the problem has groups, whole groups are drawn."""
    from referee.comparisons.two_models.paired_bootstrap import paired_bootstrap_from

    sides = [side.predictions for side in paired_rows(table, a, b)]
    one, other = (table.resampled.model(name) for name in (a, b))
    difference = metric.score(sides[0]) - metric.score(sides[1])
    return paired_bootstrap_from(difference, one.values(metric) - other.values(metric), n=one.n_units, level=level,
                                 unit="case" if one.unit is None else "cluster")


def _needs_a_derivative(plan: PlanCard, metric: Metric) -> str | None:
    if not can_be_linearised(metric):
        return f"the linearised t is for ROC AUC, R² and metrics of labels that are no mean, not for {metric.title}"
    return needs_one_test_set(plan, "the linearised t")


def _linearised(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Student's t on what each row adds to the difference of the scores, to first order."""
    from referee.comparisons.two_models.clustered_t import clustered_t
    from referee.comparisons.two_models.paired_t import paired_t

    ours, theirs = row_values(table, a, b, metric)
    groups = clusters(table, paired_rows(table, a, b)[0])
    result = paired_t(ours, theirs, unit="case", level=level) if groups is None else \
        clustered_t(ours, theirs, groups, level=level)
    return replace(result, method=f"linearised {result.method}")


TESTS.add(Procedure(
    name="delong", title="DeLong",
    summary="two ROC AUCs on one test set, two classes (DeLong, DeLong & Clarke-Pearson 1988)",
    objection=_needs_auc_of_one_test_set, run=_delong,
))
TESTS.add(Procedure(
    name="paired-bootstrap", title="paired bootstrap over rows",
    summary="any metric on one test set; both models share the resampled rows, groups are drawn whole",
    objection=lambda plan, _metric: needs_one_test_set(plan, "the paired bootstrap over rows"), run=_bootstrap,
))
TESTS.add(Procedure(
    name="linearised-t", title="linearised t over rows",
    summary="ROC AUC, R² or a metric of labels on one large test set (infinitesimal jackknife, Efron 1982)",
    objection=_needs_a_derivative, run=_linearised,
))
