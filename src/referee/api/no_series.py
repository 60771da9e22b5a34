"""What deals rows at random is refused where they are a series, before anything is fitted."""

from __future__ import annotations

from referee.data import Problem
from referee.errors import BadInput


def require_no_series(problem: Problem, verb: str, instead: str) -> None:
    """Refuse rows that stand in order of time, with what to do instead."""
    if problem.time is not None:
        raise BadInput(f"{verb} deals rows at random, and those of {problem.name} are a series: models would know the "
                       f"future of what they are asked. {instead}")
