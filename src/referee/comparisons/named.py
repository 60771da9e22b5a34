"""Tests by name, as steps of the pipeline: each knows for which plans and metrics it is justified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotComparable, NotJustified, Undefined
from referee.estimates.estimate import is_plain_mean
from referee.estimates.scores import Pass, ScoreTable, is_one_pass
from referee.kinds import Array
from referee.metrics import Metric
from referee.registry import Registry
from referee.seeds import seed_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A test that reads stored scores, and the sentence with which it declines."""

    name: str
    title: str
    summary: str
    objection: Callable[[PlanCard, Metric], str | None]
    run: Callable[[ScoreTable, str, str, Metric, float], Comparison]


TESTS: Registry[Procedure] = Registry("test")


PREFERENCE = ("corrected-t", "mcnemar", "delong", "per-row-t", "paired-bootstrap")


def default_test(plan: PlanCard, metric: Metric, n_classes: int | None) -> str:
    """The test to use when none was declared: decided by the design and the metric, never by the results."""
    for name in PREFERENCE:
        if TESTS[name].objection(plan, metric) is None and not (name == "delong" and n_classes != 2):
            return name
    raise NotJustified(
        f"no test is known to be valid for {metric.title} over {plan.description}; compare over (repeated) "
        f"cross-validation or random splits (design kfold or holdout), or use evaluate for the estimates alone.")


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


def _needs_splits(plan: PlanCard, _metric: Metric) -> str | None:
    if len(plan.entries) < 2:
        return (f"the corrected t needs several splits, and {plan.description} is one; use mcnemar or per-row-t, "
                f"or repeat the split (design holdout:repeats=25,test=0.1)")
    if plan.design in {"resubstitution", "loo", "bootstrap", "nested", "conservative-z"}:
        return f"the corrected t is for random splits and k-fold cross-validation, not for {plan.description}"
    return None


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


def _needs_one_test_set(plan: PlanCard, what: str) -> str | None:
    if plan.design == "resubstitution":
        return f"{what} on the rows that were trained on compares memories, not models"
    if len(plan.entries) > 1:
        return f"{what} is for one test set; here are {len(plan.entries)} parts, each predicted by a model of its own"
    return None


def _needs_auc_of_one_test_set(plan: PlanCard, metric: Metric) -> str | None:
    if metric.name != "roc_auc":
        return f"DeLong compares ROC AUCs, not {metric.title}"
    return _needs_one_test_set(plan, "DeLong")


def _delong(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.delong_paired import delong_paired

    one, other = (side.predictions for side in paired_rows(table, a, b))
    if one.n_classes != 2:
        raise NotJustified(f"DeLong is for two classes; {table.problem.name} has {one.n_classes}.")
    return delong_paired(one.truth, one.said(metric.needs), other.said(metric.needs), level=level)


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
    if is_plain_mean(metric):
        return result
    difference = metric.score(one.predictions) - metric.score(other.predictions)
    return replace(result, difference=difference, interval=None, standard_error=None)


def _bootstrap(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.paired_bootstrap import paired_bootstrap_of

    one, other = (side.predictions for side in paired_rows(table, a, b))

    def scores(rows: Array) -> tuple[float, float]:
        times = np.bincount(rows, minlength=one.n_rows)
        return metric.score(replace(one, weights=times)), metric.score(replace(other, weights=times))

    return paired_bootstrap_of(scores, one.n_rows, level=level, seed=seed_for(0, "pair", table.plan.fingerprint))


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
    name="delong", title="DeLong",
    summary="two ROC AUCs on one test set, two classes (DeLong, DeLong & Clarke-Pearson 1988)",
    objection=_needs_auc_of_one_test_set, run=_delong,
))
TESTS.add(Procedure(
    name="paired-bootstrap", title="paired bootstrap over rows",
    summary="any metric on one test set; both models share the resampled rows",
    objection=lambda plan, _metric: _needs_one_test_set(plan, "the paired bootstrap over rows"), run=_bootstrap,
))
