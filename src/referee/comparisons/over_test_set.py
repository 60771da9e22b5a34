"""Tests over one test set for metrics that are no mean over rows: DeLong, and the paired bootstrap."""

from __future__ import annotations

from referee.comparisons._base import Comparison
from referee.comparisons.procedure import TESTS, Procedure, needs_one_test_set, paired_rows
from referee.designs.card import PlanCard
from referee.errors import NotJustified
from referee.estimates.scores import ScoreTable
from referee.metrics import Metric


def _needs_auc_of_one_test_set(plan: PlanCard, metric: Metric) -> str | None:
    if metric.name != "roc_auc":
        return f"DeLong compares ROC AUCs, not {metric.title}"
    return needs_one_test_set(plan, "DeLong")


def _delong(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.delong_paired import delong_paired

    one, other = (side.predictions for side in paired_rows(table, a, b))
    if one.n_classes != 2:
        raise NotJustified(f"DeLong is for two classes; {table.problem.name} has {one.n_classes}.")
    return delong_paired(one.truth, one.said(metric.needs), other.said(metric.needs), level=level)


def _bootstrap(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Both models share the resampled rows, as do all metrics; where the problem has groups, whole groups are drawn."""
    from referee.comparisons.paired_bootstrap import paired_bootstrap_from

    sides = [side.predictions for side in paired_rows(table, a, b)]
    one, other = (table.resampled.model(name) for name in (a, b))
    difference = metric.score(sides[0]) - metric.score(sides[1])
    return paired_bootstrap_from(difference, one.values(metric) - other.values(metric), n=one.n_units, level=level,
                                 unit="case" if one.unit is None else "cluster")


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
