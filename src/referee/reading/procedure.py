"""A test as a step of the pipeline: it knows for which plans and metrics it is justified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.designs.card import PlanCard
from referee.errors import NotComparable
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.row_values import row_values_of
from referee.reading.scores import Pass, ScoreTable, is_one_pass
from referee.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A test that reads stored scores, and the sentence with which it declines."""

    name: str
    title: str
    summary: str
    objection: Callable[[PlanCard, Metric], str | None]
    run: Callable[[ScoreTable, str, str, Metric, float], Comparison]
    historic: str = ""          # what is wrong with it; only by its name, and marked wherever its result goes


TESTS: Registry[Procedure] = Registry("test")


def paired_splits(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array, Array]:
    """Scores of both learners on the splits where both have one, and where that is."""
    one, other = table.scores[a, metric.name], table.scores[b, metric.name]
    both = one.kept & other.kept
    if not both.any():
        raise NotComparable(f"{a} and {b} have no test part in common on which {metric.title} exists for both.")
    return one.values[both], other.values[both], both


def all_splits(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array]:
    """Scores of both learners on every split, in the order of repeats and folds; refused where one is missing."""
    ours, theirs, both = paired_splits(table, a, b, metric)
    if not both.all():
        raise NotComparable(f"{a} and {b} do not both have {metric.title} on all {both.size} test parts, which this "
                            f"test needs; compare them by corrected-t over the splits both have.")
    order = sorted(range(both.size), key=lambda i: [int(part) for part in table.plan.entries[i].label.split("/")])
    return ours[order], theirs[order]


def paired_rows(table: ScoreTable, a: str, b: str) -> tuple[Pass, Pass]:
    """The row-by-row predictions of both learners, on the same rows in the same order."""
    if a not in table.rows or b not in table.rows:
        raise NotComparable(f"{a if a not in table.rows else b} has no predictions: all its fits failed.")
    return same_rows(table.rows, a, b)


def same_rows(passes: dict[str, Pass], a: str, b: str) -> tuple[Pass, Pass]:
    """Two passes over the same rows in the same order; refused where they are not."""
    one, other = passes[a], passes[b]
    if not np.array_equal(one.row, other.row):
        raise NotComparable(f"{a} and {b} were not tested on the same rows, because some fits failed; "
                            f"compare them by corrected-t over the splits both have.")
    return one, other


def row_values(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array]:
    """The metric's value of each row, of both learners."""
    paired_rows(table, a, b)
    return row_values_of(table, a, metric), row_values_of(table, b, metric)


def as_metric(result: Comparison, metric: Metric) -> Comparison:
    """Tests on right answers speak of accuracy; for the error rate the difference has the other sign."""
    if metric.name != "error_rate" or result.interval is None:
        return result
    flipped = replace(result.interval, low=-result.interval.high, high=-result.interval.low)
    return replace(result, difference=-result.difference, interval=flipped)


def clusters(table: ScoreTable, side: Pass) -> Array | None:
    """The groups of the rows predicted, where the problem has groups."""
    groups = table.problem.groups
    return None if groups is None else groups[side.row]


def needs_one_prediction(plan: PlanCard, metric: Metric, *, what: str, proportion: bool) -> str | None:
    """The objection of tests that take each case once."""
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


def needs_one_test_set(plan: PlanCard, what: str) -> str | None:
    """The objection of tests that take one test set, predicted by one model."""
    if plan.design == "resubstitution":
        return f"{what} on the rows that were trained on compares memories, not models"
    if len(plan.entries) > 1:
        return f"{what} is for one test set; here are {len(plan.entries)} parts, each predicted by a model of its own"
    return None
