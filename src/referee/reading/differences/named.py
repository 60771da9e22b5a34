"""Tests by name: which one the facts call for, and one pair compared by it.

The tests themselves are in `over_splits`, `over_rows`, `over_test_set`, `over_times` and `historic`, by what they take
as evidence.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import IDENTICAL
from referee.designs.traits import Traits
from referee.errors import NotJustified
from referee.estimates.resampling.linearised import MANY_ROWS
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.differences import (
    historic,
    over_groups,
    over_halves,
    over_rows,
    over_splits,
    over_test_set,
    over_times,
    over_weighted_rows,
)
from referee.reading.method import TESTS, Cases, Method
from referee.reading.scores import ScoreTable

FAMILIES = (over_halves, over_groups, over_splits, over_rows, over_test_set, over_times, over_weighted_rows,
            historic)    # imported, these add tests
INDEPENDENT = ("halves-jackknife", "corrected-t", "mcnemar", "delong", "weighted-t", "per-row-t", "paired-bootstrap",
               "swap")
NEAREST = "corrected-t"           # whose sentence is told where no test covers the plan …
SERIES = "long-run-t"             # … and where it is a series, which no other test allows for,
PANEL = "panel-t"                 # but for new groups in it
GROUPED = ("halves-jackknife", "left-out-t", "corrected-t", "weighted-t", "clustered-t", "paired-bootstrap",
           "swap")                # for rows that depend on each other
OF_MANY_ROWS = "linearised-t"                                       # in place of the bootstrap, where it can be had

__all__ = ["GROUPED", "INDEPENDENT", "TESTS", "Method", "compare_pair", "default_test"]


def default_test(traits: Traits, metric: Metric, cases: Cases) -> str:
    """The test to use when none was declared: decided by plan, metric and cases, never by the results."""
    for name in (SERIES, PANEL) if traits.of_a_series else GROUPED if cases.grouped else INDEPENDENT:
        if TESTS[name].covers(traits, metric, cases) is None:
            many = TESTS[name].resamples and (traits.test_sizes[0] >= MANY_ROWS or metric.weighted)
            return OF_MANY_ROWS if many and TESTS[OF_MANY_ROWS].covers(traits, metric, cases) is None else name
    if traits.of_a_series:
        why = TESTS[PANEL if traits.of_a_panel else SERIES].covers(traits, metric, cases)
        raise NotJustified(f"no test is known to be valid for {metric.title} here: rows in order of time are a series, "
                           f"and {why}; use evaluate for the estimates alone.")
    nearest = (TESTS[NEAREST].plan(traits) or "").format(method="a test over test parts")
    raise NotJustified(
        f"no test is known to be valid for {metric.title} here: {nearest}; compare over (repeated) cross-validation or "
        f"random splits (design kfold or holdout), or use evaluate for the estimates alone.")


def compare_pair(table: ScoreTable, a: str, b: str, metric: Metric, *, test: str, level: float) -> Comparison:
    """Test the difference A − B; NotJustified where the test does not fit the plan or the metric."""
    method = TESTS[test]
    method.require(table.plan.traits, metric, Cases.of(table.problem))
    assert method.test is not None
    result = replace(method.test(table, a, b, metric, level), a=a, b=b, metric=metric.name)
    if not _same_predictions(table, a, b, metric):
        return result
    return replace(result, p=1.0, flags=tuple(dict.fromkeys((*result.flags, IDENTICAL))))


def _same_predictions(table: ScoreTable, a: str, b: str, metric: Metric) -> bool:
    one, other = table.scores[a, metric.name], table.scores[b, metric.name]
    if not (np.array_equal(one.values, other.values) and np.array_equal(one.kept, other.kept)):
        return False
    if len(table.plan.entries) > 1 or a not in table.rows or b not in table.rows:
        return True
    # On a single test set equal scores are common, and mean nothing: here the predictions themselves are compared.
    ours, theirs = table.rows[a].predictions, table.rows[b].predictions
    return all(_equal(getattr(ours, name), getattr(theirs, name))
               for name in ("labels", "scores", "probabilities", "values", "quantiles"))


def _equal(one: Array | None, other: Array | None) -> bool:
    return one is other or (one is not None and other is not None and np.array_equal(one, other))
