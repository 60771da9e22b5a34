"""Several targets or metrics at once: two learners of a study by all of them together.

It reads the first pass over the rows, in which no row is predicted twice, and so speaks of the models of that pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.comparisons.many_models.several_outputs import Targets, compare_together
from referee.errors import BadInput, NotJustified, Undefined, UnknownName
from referee.estimates.resampling.row_subset import one_target
from referee.kinds import Array, Task
from referee.metrics import Metric, Predictions, metric
from referee.reading.pairing import same_rows
from referee.reading.scores import ScoreTable


def together(table: ScoreTable, a: str, b: str, *, metrics: Sequence[str | Metric] = (), level: float) -> Targets:
    """A against B by all targets (primary metric of the study), or by several metrics of one target."""
    for name in (a, b):
        if name not in table.learners:
            raise UnknownName("learner of this study", name, table.learners)
        if name not in table.first:
            raise Undefined(f"{name} has no predictions of which each row has one.")
    if table.problem.groups is not None:
        raise NotJustified("rows come in groups, and Hotelling's T² takes every row for independent evidence.")
    one, other = same_rows(table.first, a, b)
    columns, kind = _columns(table, metrics)
    said = compare_together(*(np.column_stack([values(side.predictions) for values in columns.values()])
                              for side in (one, other)), names=list(columns), level=level)
    return replace(said, kind=kind, a=a, b=b)


def _columns(table: ScoreTable, metrics: Sequence[str | Metric]) -> tuple[dict[str, _Values], str]:
    chosen = [m if isinstance(m, Metric) else metric(m) for m in metrics] or list(table.metrics)
    by_row = [m for m in chosen if m.per_row is not None]
    targets = table.problem.targets
    if len(targets) > 1 and by_row:
        return {name: _Values(by_row[0], j) for j, name in enumerate(targets)}, "targets"
    lacking = [m.title for m in chosen if m.per_row is None] if metrics else []
    if lacking:
        raise BadInput(f"{lacking[0]} is no mean over rows, so it cannot be put beside others row by row.")
    if len(by_row) < 2:
        raise BadInput("two metrics at least are needed that are means over rows, such as brier and log_loss.")
    return {m.title: _Values(m, None) for m in by_row}, "metrics"


class _Values:
    """The metric's value of every row, of one target or of the only one."""

    def __init__(self, by: Metric, target: int | None) -> None:
        self.by, self.target = by, target

    def __call__(self, predictions: Predictions) -> Array:
        assert self.by.per_row is not None
        said = predictions if self.target is None else one_target(predictions, self.target)
        return np.asarray(self.by.per_row(said), dtype=float)


def has_several_targets(table: ScoreTable) -> bool:
    """Whether the problem is a regression of more than one target."""
    return table.problem.task is Task.REGRESSION and len(table.problem.targets) > 1
