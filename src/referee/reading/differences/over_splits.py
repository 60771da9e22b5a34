"""Tests over the scores of several splits: the corrected t, and five repeats of two-fold."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import Undefined
from referee.metrics import Metric
from referee.reading.procedure import TESTS, Procedure, all_splits, paired_splits
from referee.reading.scores import ScoreTable


def _needs_splits(plan: PlanCard, _metric: Metric) -> str | None:
    if len(plan.entries) < 2:
        return (f"the corrected t needs several splits, and {plan.description} is one; use mcnemar or per-row-t, "
                f"or repeat the split (design holdout:repeats=25,test=0.1)")
    if plan.design in {"resubstitution", "loo", "bootstrap", "nested", "conservative-z", "complete"}:
        return f"the corrected t is for random splits and k-fold cross-validation, not for {plan.description}"
    return None


def _corrected(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.corrected_t import corrected_t

    ours, theirs, both = paired_splits(table, a, b, metric)
    if ours.size < 2:
        raise Undefined(f"{a} and {b} share only {ours.size} test part with a score; a t test needs two at least.")
    result = corrected_t(ours, theirs, n_train=table.n_untested[both], n_test=table.n_test[both], level=level)
    repeated = table.plan.design == "kfold" and table.plan.parameters.get("repeats", 1) > 1
    return replace(result, method="corrected repeated k-fold t" if repeated else result.method)


def _needs_five_by_two(plan: PlanCard, _metric: Metric) -> str | None:
    said = plan.parameters
    if plan.design == "kfold" and said.get("folds") == 2 and said.get("repeats") == 5:
        return None
    return f"5x2cv needs five repeats of two folds, not {plan.description}; say design kfold:folds=2,repeats=5"


def _five_by_two_f(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    from referee.comparisons.two_models.fivetwo_cv import fivetwo_f

    ours, theirs = all_splits(table, a, b, metric)
    return fivetwo_f(ours.reshape(5, 2), theirs.reshape(5, 2))


def _five_by_two_t(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    from referee.comparisons.two_models.fivetwo_cv import fivetwo_t

    ours, theirs = all_splits(table, a, b, metric)
    return fivetwo_t(ours.reshape(5, 2), theirs.reshape(5, 2))


TESTS.add(Procedure(
    name="corrected-t", title="corrected resampled t",
    summary="several splits or (repeated) k-fold; allows for training sets that overlap (Nadeau & Bengio 2003)",
    objection=_needs_splits, run=_corrected,
))
TESTS.add(Procedure(
    name="5x2cv-f", title="5x2cv F",
    summary="five repeats of two-fold cross-validation; liberal at 100 rows (Alpaydin 1999)",
    objection=_needs_five_by_two, run=_five_by_two_f,
))
TESTS.add(Procedure(
    name="5x2cv-t", title="5x2cv t",
    summary="the same by the first of the ten differences (Dietterich 1998)",
    objection=_needs_five_by_two, run=_five_by_two_t,
))
