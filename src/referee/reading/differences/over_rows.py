"""Tests over rows that were predicted once each: right and wrong answers, losses, signs."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotJustified
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.estimate import is_plain_mean
from referee.reading.procedure import (
    TESTS,
    Procedure,
    as_metric,
    clusters,
    needs_one_prediction,
    paired_rows,
    row_values,
)
from referee.reading.scores import ScoreTable
from referee.seeds import seed_for


def _correct(table: ScoreTable, a: str, b: str) -> tuple[Array, Array]:
    one, other = paired_rows(table, a, b)
    truth = one.predictions.truth
    labels = one.predictions.labels, other.predictions.labels
    assert labels[0] is not None
    assert labels[1] is not None
    return labels[0] == truth, labels[1] == truth


def _mcnemar(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.mcnemar import mcnemar

    return as_metric(mcnemar(*_correct(table, a, b), level=level), metric)


def _binomial(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.binomial_sign import binomial_sign

    return as_metric(binomial_sign(*_correct(table, a, b), level=level), metric)


def _of_the_metric(result: Comparison, table: ScoreTable, a: str, b: str, metric: Metric) -> Comparison:
    """For RMSE and its like the test is on squared errors, and the difference is that of the roots."""
    if is_plain_mean(metric):
        return result
    one, other = paired_rows(table, a, b)
    difference = metric.score(one.predictions) - metric.score(other.predictions)
    return replace(result, difference=difference, interval=None, standard_error=None)


def _per_row(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.paired_t import paired_t

    result = paired_t(*row_values(table, a, b, metric), unit="case", level=level)
    return _of_the_metric(result, table, a, b, metric)


def _clustered(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.clustered_t import clustered_t

    together = clusters(table, paired_rows(table, a, b)[0])
    if together is None:
        raise NotJustified(f"the clustered t needs groups, and the cases of {table.problem.name} have none; name the "
                           f"column that groups them, or use the default test.")
    return _of_the_metric(clustered_t(*row_values(table, a, b, metric), together, level=level), table, a, b, metric)


def _signflip(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    """Rows of one group flip together: they are no evidence independent of each other."""
    from referee.comparisons.two_models.signflip import signflip

    together = clusters(table, paired_rows(table, a, b)[0])
    result = signflip(*row_values(table, a, b, metric), clusters=together,
                      seed=seed_for(0, "sign-flip", table.plan.fingerprint))
    return _of_the_metric(result, table, a, b, metric)


def _needs_one_cross_validation(plan: PlanCard, metric: Metric) -> str | None:
    if plan.design != "kfold":
        return f"the CV-CLT z is for one pass of k-fold cross-validation, not for {plan.description}"
    return needs_one_prediction(plan, metric, what="the CV-CLT z", proportion=False)


def _cv_clt(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.cv_clt_z import cv_clt_z

    result = cv_clt_z(*row_values(table, a, b, metric), paired_rows(table, a, b)[0].fold, level=level)
    return _of_the_metric(result, table, a, b, metric)


def _diebold_mariano(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Row numbers are the time; the difference is that of the metric."""
    from referee.comparisons.two_models.diebold_mariano import diebold_mariano

    time = paired_rows(table, a, b)[0].row.argsort()
    ours, theirs = row_values(table, a, b, metric)
    return _of_the_metric(diebold_mariano(ours[time], theirs[time], level=level), table, a, b, metric)


TESTS.add(Procedure(
    name="mcnemar", title="McNemar (mid-p)",
    summary="right or wrong answers, each row predicted once (McNemar 1947; mid-p: Fagerland et al. 2013)",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="McNemar", proportion=True), run=_mcnemar,
))
TESTS.add(Procedure(
    name="binomial", title="exact binomial (sign)",
    summary="the disagreements of two models, each row predicted once (Salzberg 1997, section 3.1)",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="the binomial test", proportion=True),
    run=_binomial,
))
TESTS.add(Procedure(
    name="per-row-t", title="paired t over rows",
    summary="per-row losses, each row predicted once; speaks of the fitted models",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="the per-row t", proportion=False),
    run=_per_row,
))
TESTS.add(Procedure(
    name="clustered-t", title="clustered paired t",
    summary="per-row losses of cases that come in groups, each row predicted once (Miller 2024)",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="the clustered t", proportion=False),
    run=_clustered,
))
TESTS.add(Procedure(
    name="signflip", title="sign-flip permutation over rows",
    summary="per-row losses, each row predicted once; rows of a group flip together (Fisher 1935)",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="the sign-flip test", proportion=False),
    run=_signflip,
))
TESTS.add(Procedure(
    name="cv-clt-z", title="CV-CLT z",
    summary="per-row losses of one k-fold pass; speaks of the models of these folds (Bayle et al. 2020)",
    objection=_needs_one_cross_validation, run=_cv_clt,
))
TESTS.add(Procedure(
    name="diebold-mariano", title="Diebold-Mariano (HLN)",
    summary="per-row losses of forecasts one step ahead, rows in order of time (Diebold & Mariano 1995; Harvey 1997)",
    objection=lambda plan, metric: needs_one_prediction(plan, metric, what="Diebold-Mariano", proportion=False),
    run=_diebold_mariano,
))
