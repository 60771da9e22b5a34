"""Several targets or metrics at once: two learners of a study by all of them together.

It reads the first pass over the rows, in which no row is predicted twice, and so speaks of the models of that pass.
Rows of one group are no independent evidence: with groups, the unit is the group, by the sum of its rows' differences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.many_models.several_models import independent_columns, models_repeated
from referee.comparisons.many_models.several_outputs import Targets, compare_together
from referee.errors import BadInput, NotJustified, Undefined, UnknownName
from referee.kinds import Array, Json
from referee.metrics import Metric, metric
from referee.reading.pairing import same_rows
from referee.reading.scores import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Joint:
    """Two learners by all targets at once, or why there is no such answer."""

    a: str
    b: str
    found: Targets | None = None
    metric: Metric | None = None
    unit: str = "row"
    left_out: tuple[str, ...] = ()       # targets whose differences others decide, or by which there are none
    reason: str = ""

    def to_dict(self) -> Json:
        """For JSON."""
        said: Json = {"a": self.a, "b": self.b, "reason": self.reason, "unit": self.unit,
                      "metric": self.metric.name if self.metric else None, "left_out": list(self.left_out)}
        if self.found is None:
            return said
        joint = self.found.together
        return said | {"method": joint.method, "statistic": joint.statistic, "df": joint.df, "p": joint.p,
                       "n_units": joint.n_units, "targets": list(self.found.names),
                       "differences": [c.difference for c in self.found.each]}


def joint_answer(tables: Mapping[str, ScoreTable], a: str, b: str, *, metrics: Sequence[Metric], level: float) -> Joint:
    """A against B by all targets, by the first metric that is a mean over rows: Hotelling's T² of the differences."""
    _require_no_series(tables)
    by = _mean_over_rows(metrics)
    sides = [np.column_stack([_of_units(table, name, _values(table, a, b, name, by)) for table in tables.values()])
             for name in (a, b)]
    names = list(tables)
    kept = independent_columns(sides[0] - sides[1])
    left_out = tuple(name for j, name in enumerate(names) if j not in kept)
    if len(kept) < 2:
        said = f"{a} and {b} differ by {len(kept) or 'none'} of the targets, or by all of them in the same way"
        raise Undefined(f"{said}, so there is nothing to take together.")
    found = compare_together(*(side[:, kept] for side in sides), names=[names[j] for j in kept], level=level)
    grouped = next(iter(tables.values())).problem.groups is not None
    return Joint(a=a, b=b, metric=by, found=replace(found, kind="targets", a=a, b=b), left_out=left_out,
                 unit="group" if grouped else "row")


def all_models(tables: Mapping[str, ScoreTable], models: Sequence[str], *, metrics: Sequence[Metric]) -> Omnibus:
    """Whether any of more than two models differs by any target: MANOVA with the models as repeated measures."""
    _require_no_series(tables)
    by, first = _mean_over_rows(metrics), models[0]
    columns = [_of_units(table, name, _values(table, first, name, name, by) - _values(table, first, name, first, by))
               for table in tables.values() for name in models[1:]]
    grouped = next(iter(tables.values())).problem.groups is not None
    return replace(models_repeated(np.column_stack(columns)), unit="group" if grouped else "row")


def _require_no_series(tables: Mapping[str, ScoreTable]) -> None:
    if any(table.plan.traits.in_order for table in tables.values()):
        raise NotJustified("Hotelling's T² takes every row for independent evidence, and rows in order of time are a "
                           "series.")


def _mean_over_rows(metrics: Sequence[Metric]) -> Metric:
    """The first metric that is a mean over rows."""
    by = next((m for m in metrics if m.per_row is not None), None)
    if by is None:
        raise BadInput(f"{metrics[0].title} is no mean over rows, so the targets cannot be put side by side row by "
                       f"row; name one that is, such as accuracy or mae, among the metrics.")
    return by


def _values(table: ScoreTable, a: str, b: str, name: str, by: Metric) -> Array:
    """One learner's value of each row that both were tested on."""
    _require_rows(table, a, b)
    one, other = same_rows(table.first, a, b)
    assert by.per_row is not None
    return np.asarray(by.per_row((one if name == a else other).predictions), dtype=float)


def _of_units(table: ScoreTable, name: str, rows: Array) -> Array:
    """The rows' values; with groups those of groups, as sums, in a scale in which their mean is that of the rows."""
    if table.problem.groups is None:
        return rows
    group = np.unique(table.problem.groups[table.first[name].row], return_inverse=True)[1].reshape(-1)
    sums = np.bincount(group, weights=rows)
    return np.asarray(sums * sums.size / rows.size)


def together(table: ScoreTable, a: str, b: str, *, metrics: Sequence[str | Metric] = (), level: float) -> Targets:
    """A against B by several metrics of one target."""
    _require_rows(table, a, b)
    if table.problem.groups is not None:
        raise NotJustified("rows come in groups, and Hotelling's T² takes every row for independent evidence.")
    one, other = same_rows(table.first, a, b)
    columns = _columns(table, metrics)
    said = compare_together(*(np.column_stack([np.asarray(m.per_row(side.predictions), dtype=float)
                                               for m in columns if m.per_row is not None])
                              for side in (one, other)), names=[m.title for m in columns], level=level)
    return replace(said, kind="metrics", a=a, b=b)


def _require_rows(table: ScoreTable, a: str, b: str) -> None:
    for name in (a, b):
        if name not in table.learners:
            raise UnknownName("learner of this study", name, table.learners)
        if name not in table.first:
            raise Undefined(f"{name} has no predictions of which each row has one.")


def _columns(table: ScoreTable, metrics: Sequence[str | Metric]) -> list[Metric]:
    chosen = [m if isinstance(m, Metric) else metric(m) for m in metrics] or list(table.metrics)
    lacking = [m.title for m in chosen if m.per_row is None] if metrics else []
    if lacking:
        raise BadInput(f"{lacking[0]} is no mean over rows, so it cannot be put beside others row by row.")
    by_row = [m for m in chosen if m.per_row is not None]
    if len(by_row) < 2:
        raise BadInput("two metrics at least are needed that are means over rows, such as brier and log_loss.")
    return by_row
