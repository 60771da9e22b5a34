"""The predictions that pictures are made of: a learner's first pass over the rows."""

from __future__ import annotations

from referee.errors import Undefined, UnknownName
from referee.kinds import Array
from referee.reading.scores import Pass, ScoreTable


def seen(table: ScoreTable, learner: str) -> Pass:
    """What a learner said of each row once; Undefined where there is no such thing."""
    if learner not in table.learners:
        raise UnknownName("learner of this study", learner, table.learners)
    if learner not in table.first:
        raise Undefined(f"{learner} has no predictions of which each row has one: "
                        f"{'its fits failed' if table.plan.traits.opens_with_a_pass else table.plan.description}.")
    return table.first[learner]


def groups_of(table: ScoreTable, found: Pass) -> Array | None:
    """The groups of the rows, where they come in groups."""
    groups = table.problem.groups
    return None if groups is None else groups[found.row]
