"""Models worth trying first, where nobody has named any: a linear one, a forest, and boosted trees."""

from __future__ import annotations

from referee.data.problem import Problem
from referee.kinds import Task

USUAL = {
    Task.CLASSIFICATION: ("logistic", "forest", "hist-gradient-boosting"),
    Task.REGRESSION: ("ridge", "forest", "hist-gradient-boosting"),
}


def usual_models(problem: Problem) -> tuple[str, ...]:
    """The names of the usual models for a task.

    >>> from referee.data import bundled
    >>> usual_models(bundled("iris"))
    ('logistic', 'forest', 'hist-gradient-boosting')
    """
    return USUAL[problem.task]
