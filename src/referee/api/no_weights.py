"""What does not use sampling weights says so, before anything is fitted."""

from __future__ import annotations

from referee.data import Problem
from referee.errors import BadInput


def require_no_weights(problem: Problem, verb: str) -> Problem:
    """The problem, or a refusal where its rows have sampling weights."""
    if problem.weights is not None:
        raise BadInput(f"{verb} does not use sampling weights, and would ignore those of {problem.name}; compare, "
                       f"evaluate and judge use them. Leave them away here.")
    return problem
