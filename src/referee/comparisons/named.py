"""Tests by name, as steps of the pipeline: each knows for which plans and metrics it is justified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotComparable, NotJustified, Undefined
from referee.estimates.scores import Pass, ScoreTable, is_one_pass
from referee.kinds import Array
from referee.metrics import Metric
from referee.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A test that reads stored scores, and the sentence with which it declines."""

    name: str
    title: str
    summary: str
    objection: Callable[[PlanCard, Metric], str | None]
    run: Callable[[ScoreTable, str, str, Metric, float], Comparison]


TESTS: Registry[Procedure] = Registry("test")


def default_test(plan: PlanCard, metric: Metric) -> str:
    """The test to use when none was declared: decided by the design and the metric, never by the results."""
    if len(plan.entries) > 1:
        return "per-row-t" if plan.design == "loo" else "corrected-t"
    if metric.proportion:
        return "mcnemar"
    return "per-row-t" if metric.per_row is not None else "paired-bootstrap"


def compare_pair(table: ScoreTable, a: str, b: str, metric: Metric, *, test: str, level: float) -> Comparison:
    """Test the difference A − B; NotJustified where the test does not fit the design or the metric."""
    procedure = TESTS[test]
    objection = procedure.objection(table.plan, metric)
    if objection:
        raise NotJustified(f"{objection}.")
    if _same_predictions(table, a, b, metric):
        result = procedure.run(table, a, b, metric, level)
        return replace(result, a=a, b=b, metric=metric.name, p=1.0, flags=(*result.flags, "identical"))
    return replace(procedure.run(table, a, b, metric, level), a=a, b=b, metric=metric.name)


def _same_predictions(table: ScoreTable, a: str, b: str, metric: Metric) -> bool:
    one, other = table.scores[a, metric.name], table.scores[b, metric.name]
    return bool(np.array_equal(one.values, other.values) and np.array_equal(one.kept, other.kept))


def paired_splits(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array, Array]:
    """Scores of both learners on the splits where both have one, and where that is."""
    one, other = table.scores[a, metric.name], table.scores[b, metric.name]
    both = one.kept & other.kept
    if not both.any():
        raise NotComparable(f"{a} and {b} have no test part in common on which {metric.title} exists for both.")
    return one.values[both], other.values[both], both


def paired_rows(table: ScoreTable, a: str, b: str) -> tuple[Pass, Pass]:
    """The row-by-row predictions of both learners, on the same rows in the same order."""
    if a not in table.rows or b not in table.rows:
        raise NotComparable(f"{a if a not in table.rows else b} has no predictions: all its fits failed.")
    one, other = table.rows[a], table.rows[b]
    if not np.array_equal(one.row, other.row):
        raise NotComparable(f"{a} and {b} were not tested on the same rows, because some fits failed; "
                            f"compare them by corrected-t over the splits both have.")
    return one, other


def _needs_splits(plan: PlanCard, metric: Metric) -> str | None:
    if len(plan.entries) < 2:
        return (f"the corrected t needs several splits, and {plan.description} is one; use mcnemar or per-row-t, "
                f"or repeat the split (design holdout:repeats=25,test=0.1)")
    if plan.design in {"resubstitution", "loo", "bootstrap"}:
        return f"the corrected t is for random splits and k-fold cross-validation, not for {plan.description}"
    return None if metric else None


def _corrected(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.corrected_t import corrected_t

    ours, theirs, both = paired_splits(table, a, b, metric)
    if ours.size < 2:
        raise Undefined(f"{a} and {b} share only {ours.size} test part with a score; a t test needs two at least.")
    result = corrected_t(ours, theirs, n_train=table.n_train[both], n_test=table.n_test[both], level=level)
    repeated = table.plan.design == "kfold" and table.plan.parameters.get("repeats", 1) > 1
    return replace(result, method="corrected repeated k-fold t" if repeated else result.method)


def _needs_one_prediction(plan: PlanCard, metric: Metric, *, what: str, proportion: bool) -> str | None:
    if plan.design == "resubstitution":
        return f"{what} on the rows that were trained on compares memories, not models"
    if not is_one_pass(plan):
        times = len({entry.repeat for entry in plan.entries})
        return (f"{what} needs each case to be predicted once; here cases were predicted up to {times} times. "
                f"Use the corrected t (the default), or one pass over the rows: design kfold:folds=10")
    if proportion and not metric.proportion:
        return f"{what} counts right and wrong answers; for {metric.title} use the default test"
    if not proportion and metric.per_row is None:
        return f"{what} needs one value a row, which {metric.title} does not have"
    return None


def _correct(table: ScoreTable, a: str, b: str) -> tuple[Array, Array]:
    one, other = paired_rows(table, a, b)
    truth = one.predictions.truth
    labels = one.predictions.labels, other.predictions.labels
    assert labels[0] is not None
    assert labels[1] is not None
    return labels[0] == truth, labels[1] == truth


def _as_metric(result: Comparison, metric: Metric) -> Comparison:
    """Tests on right answers speak of accuracy; for the error rate the difference has the other sign."""
    if metric.name != "error_rate" or result.interval is None:
        return result
    flipped = replace(result.interval, low=-result.interval.high, high=-result.interval.low)
    return replace(result, difference=-result.difference, interval=flipped)


def _mcnemar(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.mcnemar import mcnemar

    return _as_metric(mcnemar(*_correct(table, a, b), level=level), metric)


def _binomial(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.binomial_sign import binomial_sign

    return _as_metric(binomial_sign(*_correct(table, a, b), level=level), metric)


def _per_row(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Per-row differences. For RMSE the test is on squared errors, and the difference is that of the roots."""
    from referee.comparisons.paired_t import paired_t

    one, other = paired_rows(table, a, b)
    assert metric.per_row is not None
    rows = (np.asarray(metric.per_row(p.predictions), dtype=float) for p in (one, other))
    result = paired_t(*rows, unit="case", level=level)
    if metric.outer(4.0) == 4.0:
        return result
    difference = metric.score(one.predictions) - metric.score(other.predictions)
    return replace(result, difference=difference, interval=None, standard_error=None)


def _bootstrap(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.paired_bootstrap import paired_bootstrap_of

    one, other = paired_rows(table, a, b)
    return paired_bootstrap_of(metric.score, one.predictions, other.predictions, level=level,
                               address=table.plan.fingerprint)


TESTS.add(Procedure(
    name="corrected-t", title="corrected resampled t",
    summary="several splits or (repeated) k-fold; allows for training sets that overlap (Nadeau & Bengio 2003)",
    objection=_needs_splits, run=_corrected,
))
TESTS.add(Procedure(
    name="mcnemar", title="McNemar (mid-p)",
    summary="right or wrong answers, each row predicted once (McNemar 1947; mid-p: Fagerland et al. 2013)",
    objection=lambda plan, metric: _needs_one_prediction(plan, metric, what="McNemar", proportion=True), run=_mcnemar,
))
TESTS.add(Procedure(
    name="binomial", title="exact binomial (sign)",
    summary="the disagreements of two models, each row predicted once (Salzberg 1997, section 3.1)",
    objection=lambda plan, metric: _needs_one_prediction(plan, metric, what="the binomial test", proportion=True),
    run=_binomial,
))
TESTS.add(Procedure(
    name="per-row-t", title="paired t over rows",
    summary="per-row losses, each row predicted once; speaks of the fitted models",
    objection=lambda plan, metric: _needs_one_prediction(plan, metric, what="the per-row t", proportion=False),
    run=_per_row,
))
TESTS.add(Procedure(
    name="paired-bootstrap", title="paired bootstrap over rows",
    summary="any metric on one test set; both models share the resampled rows",
    objection=lambda plan, metric: (
        None if len(plan.entries) == 1 and plan.design != "resubstitution"
        else "the paired bootstrap over rows is for one test set, whose rows one model of each kind predicted"
    ) if metric else None,
    run=_bootstrap,
))
