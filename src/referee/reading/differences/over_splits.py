"""Tests over the scores of several splits: the corrected t, and five repeats of two-fold."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.comparisons.bayes.posterior import Posterior
from referee.designs.traits import Traits
from referee.errors import Undefined
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.method import TESTS, Method
from referee.reading.pairing import all_splits, paired_splits
from referee.reading.pooling import Way, way_to_pool
from referee.reading.scores import ScoreTable

OF_PARTS = ("The difference is the mean over test parts, while each score is of pooled predictions: it need not be the "
            "difference of the two scores.")


def _corrected(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.corrected_t import corrected_t

    ours, theirs, both = paired_splits(table, a, b, metric)
    if ours.size < 2:
        raise Undefined(f"{a} and {b} share only {ours.size} test part with a score; a t test needs two at least.")
    result = corrected_t(ours, theirs, n_train=table.n_untested[both], n_test=table.n_test[both], level=level)
    pooled = (OF_PARTS,) if way_to_pool(metric) in {Way.COUNTS, Way.JOINED} else ()
    return replace(result, method="corrected repeated k-fold t" if table.plan.traits.passes > 1 else result.method,
                   assumptions=(*result.assumptions, *pooled))


def _posterior(table: ScoreTable, c: Comparison, metric: Metric, rope: float) -> Posterior:
    """The Bayesian correlated t, from the numbers of the corrected t."""
    from referee.comparisons.bayes.bayesian_correlated_t import bayesian_correlated_t

    ours, theirs, both = paired_splits(table, c.a, c.b, metric)
    return bayesian_correlated_t(ours, theirs, n_train=table.n_untested[both], n_test=table.n_test[both], rope=rope)


def _five_by_two_f(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    from referee.comparisons.two_models.fivetwo_cv import fivetwo_f

    ours, theirs = all_splits(table, a, b, metric)
    return fivetwo_f(ours.reshape(5, 2), theirs.reshape(5, 2))


def _five_by_two_t(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    from referee.comparisons.two_models.fivetwo_cv import fivetwo_t

    ours, theirs = all_splits(table, a, b, metric)
    return fivetwo_t(ours.reshape(5, 2), theirs.reshape(5, 2))


def _several(traits: Traits) -> str | None:
    if traits.alone and not demands.new_rows(traits):
        return ("{method} needs several splits, and here is one; use mcnemar or per-row-t, or repeat the split (design "
                "holdout:repeats=25,test=0.1)")
    return None


TESTS.add(Method(
    name="corrected-t", title="the corrected t", shown="corrected resampled t", authors="Nadeau–Bengio",
    test=_corrected, posterior=_posterior,
    plan=demands.both(demands.new_rows, _several, demands.random_splits, demands.no_pairs_of_folds),
    reference="Nadeau & Bengio 2003",
    summary="several splits or (repeated) k-fold; allows for training sets that overlap (Nadeau & Bengio 2003)",
))
TESTS.add(Method(
    name="5x2cv-f", title="5x2cv", shown="5x2cv F", plan=demands.five_by_two, test=_five_by_two_f,
    reference="Alpaydin 1999",
    summary="five repeats of two-fold cross-validation; liberal at 100 rows (Alpaydin 1999)",
))
TESTS.add(Method(
    name="5x2cv-t", title="5x2cv", shown="5x2cv t", plan=demands.five_by_two, test=_five_by_two_t,
    reference="Dietterich 1998",
    summary="the same by the first of the ten differences (Dietterich 1998)",
))
