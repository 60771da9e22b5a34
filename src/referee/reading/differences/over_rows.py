"""Tests over rows that were predicted once each: right and wrong answers, losses, signs."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.errors import NotComparable
from referee.kinds import Array, Estimand
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.draft import is_plain_mean
from referee.reading.method import TESTS, Method
from referee.reading.pairing import (
    as_metric,
    clusters,
    paired_rows,
    row_values,
)
from referee.reading.scores import ScoreTable
from referee.seeds import seed_for

FEW_DISAGREEMENTS = 100      # with fewer the normal law is no guide to what McNemar's test can see


def _correct(table: ScoreTable, a: str, b: str) -> tuple[Array, Array]:
    one, other = paired_rows(table, a, b)
    truth = one.predictions.truth
    labels = one.predictions.labels, other.predictions.labels
    if labels[0] is None or labels[1] is None:
        who = a if labels[0] is None else b
        raise NotComparable(f"{who} names no classes, so none of its answers is right or wrong.")
    return labels[0] == truth, labels[1] == truth


def _mcnemar(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.mcnemar import mcnemar

    return as_metric(mcnemar(*_correct(table, a, b), level=level), metric)


def _binomial(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.binomial_sign import binomial_sign

    return as_metric(binomial_sign(*_correct(table, a, b), level=level), metric)


def of_the_metric(result: Comparison, table: ScoreTable, a: str, b: str, metric: Metric) -> Comparison:
    """For RMSE and its like the test is on squared errors, and the difference is that of the roots."""
    if is_plain_mean(metric):
        return result
    one, other = paired_rows(table, a, b)
    difference = metric.score(one.predictions) - metric.score(other.predictions)
    return replace(result, difference=difference, interval=None, standard_error=None)


def _per_row(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.paired_t import paired_t

    result = paired_t(*row_values(table, a, b, metric), unit="case", level=level)
    return of_the_metric(result, table, a, b, metric)


def _clustered(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.clustered_t import clustered_t

    together = clusters(table, paired_rows(table, a, b)[0])
    return of_the_metric(clustered_t(*row_values(table, a, b, metric), together, level=level), table, a, b, metric)


def _signflip(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    """Rows of one group flip together: they are no evidence independent of each other."""
    from referee.comparisons.two_models.signflip import signflip

    together = clusters(table, paired_rows(table, a, b)[0])
    result = signflip(*row_values(table, a, b, metric), clusters=together,
                      seed=seed_for(0, "sign-flip", table.plan.fingerprint))
    return of_the_metric(result, table, a, b, metric)


def _cv_clt(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.cv_clt_z import cv_clt_z

    result = cv_clt_z(*row_values(table, a, b, metric), paired_rows(table, a, b)[0].fold, level=level)
    return of_the_metric(result, table, a, b, metric)


def _seen_by_mcnemar(c: Comparison, error_rate: float, power: float) -> float | None:
    """The difference that few disagreements can show; None where there are enough for the normal law."""
    from referee.comparisons.power.paired_answers import mcnemar_detectable

    disagreements = c.n_units * dict(c.details).get("disagreement", 1.0)
    if disagreements >= FEW_DISAGREEMENTS:
        return None
    return mcnemar_detectable(c.n_units, disagreements / c.n_units, error_rate=error_rate, power=power)


TESTS.add(Method(
    name="mcnemar", title="McNemar", shown="McNemar (mid-p)", estimand=Estimand.MODEL, plan=demands.cases_once,
    metric=demands.right_or_wrong, test=_mcnemar, omnibus=True, detectable=_seen_by_mcnemar,
    reference="McNemar 1947; Fagerland et al. 2013",
    summary="right or wrong answers, each row predicted once (McNemar 1947; mid-p: Fagerland et al. 2013)",
))
TESTS.add(Method(
    name="binomial", title="the binomial test", shown="exact binomial (sign)", estimand=Estimand.MODEL,
    plan=demands.cases_once, metric=demands.right_or_wrong, test=_binomial, omnibus=True,
    reference="Salzberg 1997",
    summary="the disagreements of two models, each row predicted once (Salzberg 1997, section 3.1)",
))
TESTS.add(Method(
    name="per-row-t", title="the per-row t", shown="paired t over rows", estimand=Estimand.MODEL,
    plan=demands.cases_once, metric=demands.value_a_row, test=_per_row, over_rows=True,
    reference="Student 1908",
    summary="per-row losses, each row predicted once; speaks of the fitted models",
))
TESTS.add(Method(
    name="clustered-t", title="the clustered t", shown="clustered paired t", estimand=Estimand.MODEL,
    plan=demands.cases_once, metric=demands.value_a_row_in_groups, test=_clustered,
    reference="Miller 2024; Bell & McCaffrey 2002",
    summary="per-row losses of cases that come in groups, each row predicted once (Miller 2024)",
))
TESTS.add(Method(
    name="signflip", title="the sign-flip test", shown="sign-flip permutation over rows", estimand=Estimand.MODEL,
    plan=demands.cases_once, metric=demands.value_a_row, test=_signflip, over_rows=True,
    reference="Fisher 1935",
    summary="per-row losses, each row predicted once; rows of a group flip together (Fisher 1935)",
))
TESTS.add(Method(
    name="cv-clt-z", title="the CV-CLT z", shown="CV-CLT z", estimand=Estimand.FOLD_MODELS, plan=demands.one_pass,
    metric=demands.value_a_row, test=_cv_clt,
    reference="Bayle et al. 2020",
    summary="per-row losses of one k-fold pass; speaks of the models of these folds (Bayle et al. 2020)",
))
