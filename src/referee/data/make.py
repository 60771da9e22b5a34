"""A problem from what a Python user has at hand: arrays, lists, data frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from referee.data.costs import checked_costs, priced
from referee.data.feature_columns import build_features
from referee.data.fit_parameters import groups_among, of_rows, said_of, take_fit_parameters
from referee.data.identity import column_digests, problem_fingerprint
from referee.data.notices import notices
from referee.data.one_role import MARKS, require_one_role
from referee.data.problem import Problem
from referee.data.row_marks import COPIES, NONE, copies_together, group_codes, group_notices, row_names, take_marks
from referee.data.scale import scale_of
from referee.data.structure import Kind, structure
from referee.data.table import Table, as_table
from referee.data.target import read_target
from referee.data.target_columns import rows_with_target, take_target, whole_again
from referee.data.task import stated
from referee.data.times import file_rows, take_times, times_of
from referee.data.weights import check_kind, checked, weighed
from referee.errors import BadInput
from referee.kinds import Task


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wanted:
    """What the user said about the columns of a table."""

    target: str | Sequence[str] | None = None
    task: Task | str | None = None
    groups: Any = None
    ids: Any = None
    time: Any = None
    positive: Any = None
    drop: str | Sequence[str] = ()
    drop_missing_target: bool = False
    sample_weight: Any = None
    fit_params: Any = None
    weights: Any = None
    weights_are: str | None = None
    case_costs: Any = None


def make_problem(  # noqa: PLR0913 - the one constructor: each argument is one thing a user may know about the rows
    X: Any, y: Any = None, *, target: str | Sequence[str] | None = None, name: str = "data",
    task: Task | str | None = None, groups: Any = None, ids: Any = None, time: Any = None, positive: Any = None,
    drop: str | Sequence[str] = (), drop_missing_target: bool = False, sample_weight: Any = None,
    fit_params: Any = None, weights: Any = None, weights_are: str | None = None, case_costs: Any = None,
) -> Problem:
    """A problem from features and target.

    `X` is an array, a list of rows, a pandas, polars or Arrow table, texts (a list or Series of them), a sparse
    matrix, an array of more than two dimensions, or a problem, which is given back. The target is `y`, or the column
    (in regression: columns) of the frame that `target`, or `y` as a text, names. `groups`, `ids` and `time` are
    arrays or columns; columns so named are no features. `time` says when each row was measured ("rows": they stand in
    order of time), and puts the rows in its order; "none" says that there are no groups, or that time does not
    matter, to those who noticed some; groups="copies" keeps rows together that are equal in all features. `positive`
    is the class that comes last. `sample_weight` (an array or a column) weighs the rows in the fits, not in the
    scores; `fit_params` is a dict of what else the fits of your own models take, divided with the rows where it has
    one entry for each. `weights` (an array or a column) weigh the rows in scores, intervals and tests: with
    `weights_are="counts"` a row stands there so often, with "sampling" it stands for so many cases. `case_costs` (an
    array or a column) say what it costs to be wrong about each row, for the metric `case_cost`.

    >>> problem = make_problem([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], ["no", "yes", "no"], name="toy")
    >>> print(problem)
    toy: 3 rows, 2 features, target y: 2 classes, 33% yes
    >>> problem.y
    array([0, 1, 0])
    """
    if y is not None and target is not None:
        raise BadInput(f"{name}: give the target as y or by the name of its column, not both.")
    if isinstance(y, str):
        y, target = None, y
    wanted = Wanted(target=target, task=task, groups=groups, ids=ids, time=time, positive=positive, drop=drop,
                    drop_missing_target=drop_missing_target, sample_weight=sample_weight, fit_params=fit_params,
                    weights=weights, weights_are=weights_are, case_costs=case_costs)
    if isinstance(X, Problem):
        return _unchanged(X, y, wanted)
    return assemble(as_table(X, name), y, wanted)


def _unchanged(problem: Problem, y: Any, wanted: Wanted) -> Problem:
    """A problem that is one already; what it is made of cannot be said again."""
    values = {field.name: getattr(wanted, field.name) for field in fields(wanted)}
    said = [name for name, value in values.items() if not (value is None or value is False or np.size(value) == 0)]
    if y is not None or said:
        raise BadInput(f"{problem.name} is a problem already; {', '.join(said or ['y'])} cannot be changed any more.")
    return problem


def _answers(table: Table, wanted: Wanted) -> tuple[Wanted, frozenset[Kind], tuple[str, ...]]:
    """Which questions of structure were answered, and which of them by "none", unless a column is called so."""
    said = {kind: getattr(wanted, kind.value) for kind in (Kind.GROUPS, Kind.TIME)}
    none = [kind.value for kind, value in said.items()
            if isinstance(value, str) and value == NONE and NONE not in table.names]
    nothing: dict[str, Any] = dict.fromkeys(none)
    return (replace(wanted, **nothing), frozenset(kind for kind, value in said.items() if value is not None),
            tuple(none))


def _require_one_role(table: Table, y: Any, wanted: Wanted) -> None:
    """Of the columns there are, none was named for two things."""
    there = set(table.names)
    require_one_role(
        table.where, dropped=[name for name in table.split_names(wanted.drop) if name in there],
        targets=[] if y is not None else [name for name in table.split_names(wanted.target) if name in there],
        marks={mark: name for mark in MARKS if isinstance(name := getattr(wanted, mark), str) and name in there})


def assemble(table: Table, y: Any, wanted: Wanted, *, noticed: Sequence[str] = ()) -> Problem:
    """A problem from a table and what was said about it."""
    check_kind(wanted.weights, wanted.weights_are)
    said = stated(wanted.task)
    _require_one_role(table, y, wanted)
    table = table.without(table.split_names(wanted.drop))
    targets, table = take_target(table, y, wanted.target)
    wanted = replace(wanted, groups=groups_among(wanted.fit_params, wanted.groups))
    wanted, answered, settled = _answers(table, wanted)
    copied = isinstance(wanted.groups, str) and wanted.groups == COPIES and COPIES not in table.names
    groups, table = take_marks(table, None if copied else wanted.groups, "groups")
    ids, table = take_marks(table, wanted.ids, "ids")
    weights, table = take_marks(table, wanted.weights, "weights")
    costs, table = take_marks(table, wanted.case_costs, "case_costs")
    stamps, table = take_times(table, wanted.time)
    handed, table = take_fit_parameters(table, wanted.sample_weight, wanted.fit_params)
    keep, dropped = rows_with_target(targets, table.where, allowed=wanted.drop_missing_target)
    if dropped:
        handed = of_rows(handed, keep, table.n_rows)
        table, targets = table.rows(keep), whole_again(targets.loc[keep])
        groups, ids, stamps, weights, costs = (None if values is None else values.loc[keep]
                                               for values in (groups, ids, stamps, weights, costs))
    times = None if stamps is None else times_of(stamps, table.where)
    if times is not None and (order := times.order) is not None:
        handed = of_rows(handed, order, table.n_rows)
        table, targets = table.rows(order), targets.iloc[order].reset_index(drop=True)
        groups, costs = (None if values is None else values.iloc[order] for values in (groups, costs))
        ids = file_rows(order, ids)
    target = read_target(targets, where=table.where, task=said.task, positive=wanted.positive, order=said.order)
    features, left_out, found = build_features(table)
    features = replace(features, fit_parameters=handed)
    digests = column_digests(features)
    scaled = scale_of(said, target, features)
    codes = copies_together(features.matrix) if copied else None if groups is None else group_codes(groups, table.where)
    noted = structure(features, target, answered=answered)
    noted = tuple(one for one in noted if not (copied and one.kind is Kind.COPIES and one.exact))
    made = Problem(
        name=table.where, task=target.task, y=target.y, targets=target.names, classes=target.classes,
        scale=scaled.scale, scale_by=scaled.by,
        groups=codes, ids=None if ids is None else row_names(ids, table.where), columns=features.columns,
        notices=(*noticed, *dropped, *(times.notices if times else ()), *filter(None, [scaled.notice]),
                 *target.notices, *found, *said_of(handed), *group_notices(codes),
                 *notices(features, digests, target, noted)),
        structure=noted, settled=settled, time=times.in_order if times else None, features=features,
        fingerprint=problem_fingerprint(features, digests, target, codes, left_out,
                                        time=times.in_order if times else None),
    )
    made = made if costs is None else priced(made, checked_costs(costs, table.where))
    if weights is None or wanted.weights_are is None:
        return made
    return weighed(made, checked(weights, wanted.weights_are, table.where), wanted.weights_are)
