"""A table of data as evidence: nobody has trained on it or reported of it yet; a column may say how it is divided."""

from __future__ import annotations

from referee.audit.bundle import Bundle, DataSet, Division
from referee.data.problem import Problem

NOTICE = "These are data that nobody has divided yet: what is asked is whether rows and columns would flatter a score."


def bundle_of_data(problem: Problem, *divisions: Division, notice: str = NOTICE) -> Bundle:
    """What a table tells by itself: copies, groups, times and columns that give the target away."""
    return Bundle(name=problem.name, problem=problem, task=problem.task, alone=True, untrained=True,
                  undivided=not divisions, divisions=divisions or None, reported=(),
                  claims=(), answered=(), tests=(), data_sets=(DataSet(name=problem.name),), notices=(notice,))
