"""Two learners side by side on one table: the splits, or the rows, on which both were tested."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._base import Comparison
from referee.errors import NotComparable
from referee.kinds import Array, Direction
from referee.metrics import Metric
from referee.reading.row_values import row_values_of
from referee.reading.scores import Pass, ScoreTable


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
    return ours, theirs


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
    """Tests on right answers speak of their share; for the share of wrong ones the difference has the other sign."""
    if metric.direction is Direction.MAXIMISE or result.interval is None:
        return result
    flipped = replace(result.interval, low=-result.interval.high, high=-result.interval.low)
    return replace(result, difference=-result.difference, interval=flipped)


def clusters(table: ScoreTable, side: Pass) -> Array | None:
    """The groups of the rows predicted, where the problem has groups."""
    groups = table.problem.groups
    return None if groups is None else groups[side.row]
