"""Tests by name: which one a design calls for, and one pair compared by it.

The tests themselves are in `over_splits`, `over_rows`, `over_test_set` and `historic`, by what they take as evidence.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotJustified
from referee.estimates.resampling.linearised import MANY_ROWS, can_be_linearised
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.differences import historic, over_rows, over_splits, over_test_set
from referee.reading.procedure import TESTS, Procedure, paired_rows, paired_splits
from referee.reading.scores import ScoreTable

FAMILIES = (over_splits, over_rows, over_test_set, historic)      # imported, they add their tests to the registry
PREFERENCE = ("corrected-t", "mcnemar", "delong", "per-row-t", "paired-bootstrap")
GROUPED = ("corrected-t", "clustered-t", "paired-bootstrap")        # rows of one group are no independent evidence

__all__ = [
    "GROUPED", "PREFERENCE", "TESTS", "Procedure", "compare_pair", "default_test", "paired_rows", "paired_splits",
]


def default_test(plan: PlanCard, metric: Metric, n_classes: int | None, *, grouped: bool = False) -> str:
    """The test to use when none was declared: decided by the design and the metric, never by the results."""
    for name in GROUPED if grouped else PREFERENCE:
        if TESTS[name].objection(plan, metric) is None and not (name == "delong" and n_classes != 2):
            many = name == "paired-bootstrap" and plan.entries[0].n_test >= MANY_ROWS and can_be_linearised(metric)
            return "linearised-t" if many else name
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
        flags = tuple(dict.fromkeys((*result.flags, "identical")))
        return replace(result, a=a, b=b, metric=metric.name, p=1.0, flags=flags)
    return replace(procedure.run(table, a, b, metric, level), a=a, b=b, metric=metric.name)


def _same_predictions(table: ScoreTable, a: str, b: str, metric: Metric) -> bool:
    one, other = table.scores[a, metric.name], table.scores[b, metric.name]
    if not (np.array_equal(one.values, other.values) and np.array_equal(one.kept, other.kept)):
        return False
    if len(table.plan.entries) > 1 or a not in table.rows or b not in table.rows:
        return True
    # On a single test set equal scores are common, and mean nothing: here the predictions themselves are compared.
    ours, theirs = table.rows[a].predictions, table.rows[b].predictions
    return all(_equal(getattr(ours, name), getattr(theirs, name))
               for name in ("labels", "scores", "probabilities", "values"))


def _equal(one: Array | None, other: Array | None) -> bool:
    return one is other or (one is not None and other is not None and np.array_equal(one, other))
