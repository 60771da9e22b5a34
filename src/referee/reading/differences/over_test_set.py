"""Tests over one test set for metrics that are no mean over rows: DeLong, the paired bootstrap, swaps of answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.kinds import Array, Estimand, Needs
from referee.metrics import Metric, Predictions
from referee.reading import demands
from referee.reading.method import TESTS, Method
from referee.reading.pairing import (
    clusters,
    paired_rows,
    row_values,
)
from referee.reading.resampled_table import resampled
from referee.reading.scores import ScoreTable
from referee.seeds import seed_for


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


def _swap(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    """What the two said of a row, or of a whole group, is exchanged; scores by their ranks, for want of one scale."""
    from referee.comparisons.two_models.swap import swap

    ours, theirs = (_on_one_scale(side.predictions, metric) for side in paired_rows(table, a, b))
    groups = clusters(table, paired_rows(table, a, b)[0])
    unit = np.arange(ours.n_rows) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)

    def difference(mask: Array) -> float:
        here = mask[unit]
        return metric.score(_exchanged(ours, theirs, here)) - metric.score(_exchanged(theirs, ours, here))

    return swap(difference, np.bincount(unit, weights=_told_apart(ours, theirs)) > 0,
                unit="case" if groups is None else "cluster", seed=seed_for(0, "swap", table.plan.fingerprint))


SAID = ("labels", "scores", "probabilities", "values", "quantiles")


def _on_one_scale(said: Predictions, metric: Metric) -> Predictions:
    """For a metric of scores each model's ranks: its own scores need not be on the other's scale."""
    from scipy import stats

    if metric.needs is not Needs.SCORES:
        return replace(said)
    return replace(said, scores=stats.rankdata(said.said(Needs.SCORES), axis=0), probabilities=None)


def _exchanged(ours: Predictions, theirs: Predictions, here: Array) -> Predictions:
    """Ours, with what they said of some rows in place."""
    both = {name: (getattr(ours, name), getattr(theirs, name)) for name in SAID}
    return replace(ours, **{name: np.where(here if mine.ndim == 1 else here[:, None], other, mine)
                            for name, (mine, other) in both.items() if mine is not None and other is not None})


def _told_apart(ours: Predictions, theirs: Predictions) -> Array:
    """Of each row, whether the two said different things."""
    apart = np.zeros(ours.n_rows, dtype=bool)
    for name in SAID:
        mine, other = getattr(ours, name), getattr(theirs, name)
        if mine is not None and other is not None:
            apart |= (mine != other).reshape(ours.n_rows, -1).any(axis=1)
    return apart


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
    reference="DeLong et al. 1988",
    summary="two ROC AUCs on one test set, two classes (DeLong, DeLong & Clarke-Pearson 1988)",
))
TESTS.add(Method(
    name="paired-bootstrap", title="the paired bootstrap over rows", shown="paired bootstrap over rows",
    estimand=Estimand.MODEL, plan=demands.many_tested, metric=demands.many_groups, test=_bootstrap, resamples=True,
    reference="Efron & Tibshirani 1993",
    summary="any metric on one test set of 30 cases and more; both models share the resampled rows or whole groups",
))
TESTS.add(Method(
    name="swap", title="the swap test", shown="swap test over rows", estimand=Estimand.MODEL,
    plan=demands.one_test_set, test=_swap,
    reference="Noreen 1989; Yeh 2000",
    summary="any metric on one test set, however small; what two models said is exchanged (Noreen 1989; Yeh 2000)",
))
TESTS.add(Method(
    name="linearised-t", title="the linearised t", shown="linearised t over rows", estimand=Estimand.MODEL,
    plan=demands.one_test_set, metric=demands.has_influence, test=_linearised,
    reference="Efron 1982",
    summary="ROC AUC, R² or a metric of labels on one large test set (infinitesimal jackknife, Efron 1982)",
))
