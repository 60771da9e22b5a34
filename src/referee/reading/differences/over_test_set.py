"""Tests over one test set for metrics that are no mean over rows: DeLong, and the paired bootstrap."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.kinds import Estimand
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.method import TESTS, Method
from referee.reading.pairing import (
    clusters,
    paired_rows,
    row_values,
)
from referee.reading.resampled_table import resampled
from referee.reading.scores import ScoreTable


def _delong(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.delong_paired import delong_paired

    one, other = (side.predictions for side in paired_rows(table, a, b))
    return delong_paired(one.truth, one.said(metric.needs), other.said(metric.needs), level=level)


def _bootstrap(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Both models share the resampled rows, as do all metrics; where the problem has groups, whole groups are drawn."""
    from referee.comparisons.two_models.paired_bootstrap import paired_bootstrap_from

    sides = [side.predictions for side in paired_rows(table, a, b)]
    one, other = (resampled(table).model(name) for name in (a, b))
    difference = metric.score(sides[0]) - metric.score(sides[1])
    return paired_bootstrap_from(difference, one.values(metric) - other.values(metric), n=one.n_units, level=level,
                                 unit="case" if one.unit is None else "cluster")


def _linearised(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Student's t on what each row adds to the difference of the scores, to first order."""
    from referee.comparisons.two_models.clustered_t import clustered_t
    from referee.comparisons.two_models.paired_t import paired_t

    ours, theirs = row_values(table, a, b, metric)
    groups = clusters(table, paired_rows(table, a, b)[0])
    result = paired_t(ours, theirs, unit="case", level=level) if groups is None else \
        clustered_t(ours, theirs, groups, level=level)
    return replace(result, method=f"linearised {result.method}")


TESTS.add(Method(
    name="delong", title="DeLong", estimand=Estimand.MODEL, plan=demands.one_test_set,
    metric=demands.area_of_two_classes, test=_delong,
    summary="two ROC AUCs on one test set, two classes (DeLong, DeLong & Clarke-Pearson 1988)",
))
TESTS.add(Method(
    name="paired-bootstrap", title="the paired bootstrap over rows", shown="paired bootstrap over rows",
    estimand=Estimand.MODEL, plan=demands.one_test_set, test=_bootstrap, resamples=True,
    summary="any metric on one test set; both models share the resampled rows, groups are drawn whole",
))
TESTS.add(Method(
    name="linearised-t", title="the linearised t", shown="linearised t over rows", estimand=Estimand.MODEL,
    plan=demands.one_test_set, metric=demands.has_influence, test=_linearised,
    summary="ROC AUC, R² or a metric of labels on one large test set (infinitesimal jackknife, Efron 1982)",
))
