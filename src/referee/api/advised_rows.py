"""The rows that advice is about: what was noticed of how they hang together is taken for granted until it is denied."""

from __future__ import annotations

from typing import Any

from referee.data import Problem, load
from referee.data.row_marks import COPIES
from referee.data.structure import Kind
from referee.errors import RefereeError

NOTICED = {Kind.GROUPS: "groups", Kind.TIME: "time"}
SAID = {"groups": "rows with equal {column} belong together", "time": "{column} says when the rows were measured"}


def advised_rows(X: Any, y: Any, options: dict[str, Any], *,
                 ordered: bool) -> tuple[Problem, dict[str, Any], list[str]]:
    """The problem, what is what in it, and what was assumed that nobody said."""
    options = options | ({"time": "rows"} if ordered and "time" not in options else {})
    problem = load(X, y=y, **options)
    told: list[str] = []
    for one in problem.structure:
        name = NOTICED.get(one.kind)
        if name is None or name in options or not one.columns:
            continue
        column = one.columns[0]
        try:
            problem, options = load(X, y=y, **options | {name: column}), options | {name: column}
        except RefereeError:            # such rows cannot be divided so; what was noticed is told as it is
            continue
        told.append(f"Assumed: {SAID[name].format(column=column)} ({one.sentence.rstrip('.')}). If not, --{name} none.")
    exact = next((one for one in problem.structure if one.exact), None)
    if exact is not None and "groups" not in options:
        try:
            problem, options = load(X, y=y, **options | {"groups": COPIES}), options | {"groups": COPIES}
        except RefereeError:            # too few are left to be divided
            return problem, options, told
        told.append(f"Assumed: copies belong together ({exact.sentence.partition(':')[0]}). If not, --groups none.")
    return problem, options, told
