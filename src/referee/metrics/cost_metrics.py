"""Values and costs as named metrics; the matrix or threshold is part of the name."""

from __future__ import annotations

import numpy as np

from referee.kinds import Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.cost import Matrix, net_benefits, optimal_values, outcome_values
from referee.spec import format_spec


def _told(matrix: Matrix) -> str:
    """The matrix as nested tuples without spaces: what a spec holds."""
    return str(tuple(tuple(row) for row in np.asarray(matrix).tolist())).replace(" ", "")


def _bounds(matrix: Matrix) -> tuple[float, float]:
    values = np.asarray(matrix, dtype=float)
    return float(values.min()), float(values.max())


def expected_cost_metric(matrix: Matrix) -> Metric:
    """The mean cost of the predicted labels; a row for each true class, a column for each predicted."""
    per_row = outcome_values(matrix)
    return Metric(name=format_spec("expected_cost", {"matrix": _told(matrix)}), title="expected cost",
                  task=Task.CLASSIFICATION, needs=Needs.LABELS, direction=Direction.MINIMISE, bounds=_bounds(matrix),
                  score=mean_of(per_row), per_row=per_row, symmetric=False, attained=False,
                  binary_only=len(np.asarray(matrix)) == 2, reference="Elkan 2001")


def average_value_metric(matrix: Matrix) -> Metric:
    """The mean value of the predicted labels; a row for each true class, a column for each predicted."""
    per_row = outcome_values(matrix)
    return Metric(name=format_spec("average_value", {"matrix": _told(matrix)}), title="average value",
                  task=Task.CLASSIFICATION, needs=Needs.LABELS, direction=Direction.MAXIMISE, bounds=_bounds(matrix),
                  score=mean_of(per_row), per_row=per_row, symmetric=False, attained=False,
                  binary_only=len(np.asarray(matrix)) == 2)


def optimal_value_metric(matrix: Matrix) -> Metric:
    """The mean value of the decisions that the probabilities call for."""
    per_row = optimal_values(matrix)
    return Metric(name=format_spec("optimal_value", {"matrix": _told(matrix)}), title="value of optimal decisions",
                  task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MAXIMISE,
                  bounds=_bounds(matrix), score=mean_of(per_row), per_row=per_row, symmetric=False, attained=False,
                  binary_only=len(np.asarray(matrix)) == 2,
                  reference="Elkan 2001")


def net_benefit_metric(threshold: float = 0.5) -> Metric:
    """Net benefit at a threshold."""
    per_row = net_benefits(threshold)
    return Metric(name=format_spec("net_benefit", {} if threshold == 0.5 else {"threshold": threshold}),
                  title=f"net benefit at {threshold:g}", task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES,
                  direction=Direction.MAXIMISE, bounds=(-threshold / (1 - threshold), 1.0), score=mean_of(per_row),
                  per_row=per_row, binary_only=True, symmetric=False, attained=False,
                  reference="Vickers & Elkin 2006")


NET_BENEFIT = METRICS.add(net_benefit_metric())
for _family in (Family(name="expected_cost", make=expected_cost_metric),
                Family(name="average_value", make=average_value_metric),
                Family(name="optimal_value", make=optimal_value_metric),
                Family(name="net_benefit", make=net_benefit_metric)):
    FAMILIES.add(_family)
