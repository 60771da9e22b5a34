"""The rows that advice is about: what was noticed of how they hang together is taken for granted until it is denied."""

from __future__ import annotations

from typing import Any

from referee.data import Problem, load
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
    return problem, options, told
