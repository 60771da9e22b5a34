"""What the advice rules look at: the goal, the rows, the learners, the metric and the budget (Reich & Barai 1999, 5).

A situation holds what is known before anything is fitted. What nobody has said is None, False or empty, and a rule
that needs it does not fire.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from referee.advice.habits import Habit, habits_of
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Array, Task
from referee.learners import Learner
from referee.metrics import Metric


class Goal(StrEnum):
    """What the study is for."""

    ABSOLUTE = "how good one model is"
    COMPARE_MODELS = "which of some fitted models is better"
    COMPARE_LEARNERS = "which of some learners is better"
    SELECT = "which of many to take"
    CHANCE = "whether it is better than chance"
    EQUIVALENCE = "whether there is no difference that matters"
    LEADERBOARD = "where it stands on a public list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One study before it is run.

    >>> Situation(goal=Goal.ABSOLUTE, task=Task.REGRESSION, n=80).decomposable
    True
    """

    goal: Goal
    task: Task
    n: int                                   # rows at hand
    features: int = 0
    classes: int | None = None
    n_test: int | None = None                # rows of an independent test set, where there is one
    minority: float | None = None            # share of the rarest class
    minority_test: int | None = None         # rows of the rarest class that a test set would hold
    n_groups: int | None = None
    ordered: bool = False                    # rows follow each other in time
    habits: frozenset[Habit] = field(default_factory=frozenset)      # of all learners together
    decomposable: bool = True                # the metric is a mean over rows, or a function of one
    budget: int | None = None                # fits a learner that can be afforded; None: as many as are useful
    n_models: int = 1
    n_data_sets: int = 1
    n_targets: int = 1
    simulator: bool = False                  # fresh rows can be had at will
    test_reused: bool = False
    asked: str = ""                          # a design somebody has asked for, by its registry name

    def __post_init__(self) -> None:
        if self.n < 1:
            raise BadInput(f"a situation needs at least one row, not {self.n}.")
        if self.budget is not None and (isinstance(self.budget, bool) or self.budget < 1):
            raise BadInput(f"budget is a number of fits, 1 at least, not {self.budget!r}.")

    def affords(self, fits: int) -> bool:
        """Whether so many fits a learner are within the budget."""
        return self.budget is None or self.budget >= fits


def situation_of(problem: Problem, *, goal: Goal, learners: Iterable[Learner] = (), metric: Metric | None = None,
                 budget: int | None = None) -> Situation:
    """The situation of a study on one problem."""
    able = [learner for learner in learners if not learner.baseline]
    habits = frozenset(habit for learner in able for habit in habits_of(learner.recipe))
    counts = np.bincount(problem.y, minlength=len(problem.classes)) if problem.task is Task.CLASSIFICATION else None
    return Situation(
        goal=goal, task=problem.task, n=problem.n_rows, features=problem.n_features, classes=problem.n_classes,
        minority=_rarest_share(counts), n_groups=problem.n_groups, habits=habits,
        minority_test=None if counts is None else int(counts.min() // 10),       # a tenth of the rows is tested on
        decomposable=metric is None or metric.per_row is not None, budget=budget, n_models=max(len(able), 1),
        n_targets=len(problem.targets),
    )


def _rarest_share(counts: Array | None) -> float | None:
    return None if counts is None else float(counts.min() / counts.sum())
