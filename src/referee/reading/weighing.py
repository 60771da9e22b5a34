"""The metrics of a problem whose rows have sampling weights: known for what they are there."""

from __future__ import annotations

from collections.abc import Iterable

from referee.data.problem import Problem
from referee.metrics import Metric
from referee.metrics.weighted import weighted


def weighed_by(problem: Problem, metrics: Iterable[Metric]) -> tuple[Metric, ...]:
    """The metrics as they are, or as weighted ones where rows stand for different numbers of cases."""
    return tuple(metrics) if problem.weights is None else tuple(weighted(metric) for metric in metrics)
