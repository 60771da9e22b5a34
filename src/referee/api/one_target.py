"""Verbs that answer with one number a model: with several targets they would have to average, and refuse instead."""

from __future__ import annotations

from referee.api.no_weights import require_no_weights
from referee.data import Problem
from referee.data.wording import listed
from referee.errors import BadInput
from referee.kinds import Task


def require_one_target(problem: Problem, verb: str, *, numbers: bool = False, weighted: bool = False) -> Problem:
    """The problem, or a refusal where it has several targets; with `numbers` only where these are classes.

    Unless it is `weighted`, a verb with one number a model ignores what rows weigh, and refuses sampling weights too.
    """
    if not weighted:
        require_no_weights(problem, verb)
    if not problem.has_several or (numbers and problem.task is Task.REGRESSION):
        return problem
    raise BadInput(f"{problem.name} has {len(problem.targets)} targets ({listed(problem.targets)}), and {verb} is for "
                   f"one target at a time, because nothing is averaged over them; name one (--target, or target=). "
                   f"compare and evaluate take all of them.")
