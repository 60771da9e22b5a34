"""What does not use sampling weights, or the costs of cases, says so, before anything is fitted."""

from __future__ import annotations

from referee.data import Problem
from referee.errors import BadInput


def require_no_weights(problem: Problem, verb: str) -> Problem:
    """The problem, or a refusal where its rows have sampling weights, or costs."""
    if problem.costs is not None:
        raise BadInput(f"{verb} does not use what it costs to be wrong about each case, and would ignore the costs of "
                       f"{problem.name}; compare and evaluate do.")
    if problem.weights is not None:
        raise BadInput(f"{verb} does not use sampling weights, and would ignore those of {problem.name}; compare, "
                       f"evaluate and judge use them. Leave them away here.")
    return problem
