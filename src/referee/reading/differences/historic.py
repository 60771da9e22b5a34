"""Historic tests of the older papers, by their names and never by default; each carries its mark.

Mooney, R. Experimental evaluation of learning algorithms (slides): a paired t over the folds of one
cross-validation. Flexer, A. (1996): a paired t over runs that share the data. Reich, Y. and Barai, S. V. (1999), eqs.
11–14: a t over the means of repeated cross-validations.

All take scores of overlapping training sets for independent. Measured in the lab on equal learners (generator G1,
linear discriminant, 100 rows, 2000 repetitions): at a nominal 5% a paired t over ten folds rejects in 5 of a hundred
studies (with nearest neighbours in 12), over 30 random splits in 58, Reich and Barai's over ten means in 82.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import HISTORIC
from referee.kinds import Array, Estimand, Needs
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.method import TESTS, Method
from referee.reading.pairing import all_splits, as_metric, paired_rows
from referee.reading.scores import ScoreTable

DEPENDENT = ("it takes scores of overlapping training sets for independent ones, so its p-values are "
             "too small and its intervals too short")
UNPAIRED = ("it takes the answers of two models to the same rows for answers to different rows, so "
            "that it does not see how few rows they disagree on")


def _run_means(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array]:
    """The mean score of each run (repeat), of both learners."""
    ours, theirs = all_splits(table, a, b, metric)
    runs = table.plan.traits.passes or table.plan.traits.splits
    return ours.reshape(runs, -1).mean(axis=1), theirs.reshape(runs, -1).mean(axis=1)


def _marked(result: Comparison) -> Comparison:
    return replace(result, method=f"historic: {result.method}", flags=(*dict.fromkeys((HISTORIC, *result.flags)),))


def _mooney(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.paired_t import paired_t

    return _marked(paired_t(*all_splits(table, a, b, metric), unit="fold", i_know=True, level=level))


def _flexer(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.paired_t import paired_t

    return _marked(paired_t(*_run_means(table, a, b, metric), unit="repeat", i_know=True, level=level))


def _reich_barai(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.historic.reich_barai import reich_barai
    from referee.comparisons.two_models.summary import Summary

    one, other = (Summary(float(np.mean(runs)), float(np.std(runs, ddof=1)), len(runs))
                  for runs in _run_means(table, a, b, metric))
    return _marked(reich_barai(one, other, level=level))


def _two_proportions(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.historic.two_proportion_z import two_proportion_z

    right = [int(np.equal(side.predictions.said(Needs.LABELS), side.predictions.truth).sum())
             for side in paired_rows(table, a, b)]
    n = len(table.rows[a].row)
    result = _marked(two_proportion_z(right[0], n, right[1], n, level=level))
    return as_metric(result, metric)


TESTS.add(Method(
    name="two-proportions", title="the z of two proportions", shown="historic: z of two proportions",
    historic=UNPAIRED, estimand=Estimand.MODEL, plan=demands.cases_once, metric=demands.right_or_wrong,
    test=_two_proportions,
    reference="Dietterich 1998",
    summary="HISTORIC: right answers of two models, as if each had test rows of its own (Dietterich 1998: never)",
))
TESTS.add(Method(
    name="mooney-t", title="Mooney's paired t", shown="historic: paired t over folds (Mooney)", historic=DEPENDENT,
    plan=demands.one_pass, test=_mooney,
    reference="Mooney 1996",
    summary="HISTORIC: one k-fold pass; takes folds for independent",
))
TESTS.add(Method(
    name="flexer-t", title="Flexer's paired t", shown="historic: paired t over runs (Flexer)", historic=DEPENDENT,
    plan=demands.repeated_runs, test=_flexer,
    reference="Flexer 1996",
    summary="HISTORIC: repeated runs; takes them for independent and rejects far too often",
))
TESTS.add(Method(
    name="reich-barai", title="Reich & Barai's t", shown="historic: t over means of runs (Reich & Barai)",
    historic=DEPENDENT, plan=demands.repeated_runs, test=_reich_barai,
    reference="Reich & Barai 1999",
    summary="HISTORIC: eqs. 11-14 over repeated k-fold; rejects a true null in most studies",
))
