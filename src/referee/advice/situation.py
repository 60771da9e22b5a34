"""What the advice rules look at: the goal, the rows, the learners, the metric and the budget (Reich & Barai 1999, 5).

A situation holds what is known before anything is fitted. What nobody has said is None, False or empty, and a rule
that needs it does not fire.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from referee.advice.habits import Habit, habits_of
from referee.data.problem import Problem
from referee.errors import BadInput, UnknownName
from referee.kinds import Array, Needs, Task
from referee.learners import Learner, may_keep_cases
from referee.metrics import Metric

DIVIDE_BY_THE_TARGET = ("mape", "smape", "relative_error")
F_OF_BOTH = ("f1", "fbeta")
PRICED = ("expected_cost", "average_value", "optimal_value", "net_benefit")


class Goal(StrEnum):
    """What the study is for."""

    ABSOLUTE = "how good one model is"
    COMPARE_MODELS = "which of some fitted models is better"
    COMPARE_LEARNERS = "which of some learners is better"
    SELECT = "which of many to take"
    CHANCE = "whether it is better than chance"
    EQUIVALENCE = "whether there is no difference that matters"
    LEADERBOARD = "where it stands on a public list"
    GROWING = "what the cases that keep coming in say so far"
    PLAN = "how many cases a study needs"
    CURVE = "how good learners get as rows are added"

    @classmethod
    def named(cls, name: str) -> Goal:
        """A goal as people type it.

        >>> Goal.named("compare-models").name, Goal.named("compare").name, Goal.named("evaluate").name
        ('COMPARE_MODELS', 'COMPARE_LEARNERS', 'ABSOLUTE')
        """
        plain = ALIASES.get(name, name).replace("-", "_").upper()
        if plain not in cls.__members__:
            raise UnknownName("goal", name, [*ALIASES, *(goal.word for goal in cls)],
                              hint=f"There are: {', '.join(goal.word for goal in cls)}")
        return cls[plain]

    @property
    def word(self) -> str:
        """The goal as one types it."""
        return self.name.lower().replace("_", "-")


ALIASES = {"compare": "compare-learners", "evaluate": "absolute"}
COMPARING = frozenset({Goal.COMPARE_MODELS, Goal.COMPARE_LEARNERS, Goal.SELECT, Goal.EQUIVALENCE, Goal.CURVE,
                       Goal.LEADERBOARD})          # more than one model, and the question is which


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
    minority_test: int | None = None         # rows of the rarest class that are tested on, all parts together
    n_groups: int | None = None
    mixed_groups: int | None = None          # groups that hold rows of two classes or more, where there are classes
    ordered: bool = False                    # rows follow each other in time
    n_times: int | None = None               # different times at which rows were measured, where that is known
    habits: frozenset[Habit] = field(default_factory=frozenset)      # of all learners together
    decomposable: bool = True                # the metric is a mean over rows, or a function of one
    budget: int | None = None                # fits a learner that can be afforded; None: as many as are useful
    n_models: int = 1
    n_data_sets: int = 1
    n_targets: int = 1
    simulator: bool = False                  # fresh rows can be had at will
    test_reused: bool = False
    asked: str = ""                          # a design somebody has asked for, by its registry name
    zero_one: bool = False                   # the metric is a share of rows that are right, or wrong
    area: bool = False                       # the metric is the area under the ROC curve
    ranks: bool = False                      # the metric compares rows that one model has scored
    probabilities: bool = False              # whoever uses the model acts on its probabilities
    costs: bool = False                      # what each kind of error costs is known …
    prices: tuple[float, float] | None = None          # … of a false alarm, and of a miss
    proper: bool = False                     # the metric scores probabilities
    by_f: bool = False                       # the metric is an F of recall and precision
    relative: bool = False                   # the metric divides by the target
    crosses_zero: bool = False               # the target is 0 somewhere, or changes its sign
    keeper: str = ""                         # a learner that may answer from single training rows
    against: bool = False                    # one new method against those that exist
    settings: int = 1                        # settings to choose from, those of all tuned learners together
    seconds: float | None = None             # a fit of the slowest learner on all rows, where it was measured
    human: int | None = None                 # cases that people have scored, the others by a machine
    tolerance: float | None = None           # the precision that the use of the result needs
    estimators_differ: float | None = None   # the widest gap between estimators, where a panorama was made

    def __post_init__(self) -> None:
        if self.n < 1:
            raise BadInput(f"a situation needs at least one row, not {self.n}.")
        if self.budget is not None and (isinstance(self.budget, bool) or self.budget < 1):
            raise BadInput(f"budget is a number of fits, 1 at least, not {self.budget!r}.")

    def affords(self, fits: int) -> bool:
        """Whether so many fits a learner are within the budget."""
        return self.budget is None or self.budget >= fits


def situation_of(problem: Problem, *, goal: Goal, learners: Iterable[Learner] = (), metric: Metric | None = None,
                 budget: int | None = None, **known: Any) -> Situation:
    """The situation of a study on one problem; `known` is whatever else somebody knows, by its field."""
    able = [learner for learner in learners if not learner.baseline]
    tries = [_candidates(learner) for learner in able]
    settings = sum(len(one) for one in tries if len(one) > 1)
    counts = _class_counts(problem)
    keeper = next((one.name for one, tried in zip(able, tries, strict=True) if may_keep_cases(tried[0])), "")
    read = _read_from(metric) | {"settings": max(settings, 1), "keeper": keeper} | known
    read["ordered"] = read.get("ordered", False) or problem.time is not None
    return Situation(
        goal=goal, task=problem.task, n=problem.n_rows, features=problem.n_features, classes=problem.n_classes,
        minority=_rarest_share(counts), n_groups=problem.n_groups, n_times=problem.n_times,
        mixed_groups=None if counts is None else _mixed_groups(problem),
        habits=_habits(tries, keeps=bool(keeper)),
        minority_test=None if counts is None else _tested(counts, read.get("n_test")),
        budget=budget, n_models=max(len(able), 1),
        n_targets=len(problem.targets), **read,
        crosses_zero=counts is None and bool(problem.y.min() <= 0 <= problem.y.max()),
    )


def _tested(counts: Array, n_test: int | None) -> int:
    """How many rows of the rarest class are tested on: all, once each, or its share of a test set."""
    return int(counts.min() if n_test is None else counts.min() * n_test // counts.sum())


def _class_counts(problem: Problem) -> Array | None:
    """How many rows each class has; of several targets that with the rarest class. None in regression."""
    if problem.task is Task.REGRESSION:
        return None
    targets = [problem.of_target(j) for j in range(len(problem.targets))] if problem.has_several else [problem]
    return min((np.bincount(one.y, minlength=len(one.classes)) for one in targets), key=np.min)


def _mixed_groups(problem: Problem) -> int | None:
    """How many groups hold rows of two classes or more; None without groups, or with several targets."""
    if problem.groups is None or problem.has_several:
        return None
    pairs = np.unique(np.stack([problem.groups, problem.y]), axis=1)
    return int((np.bincount(pairs[0]) > 1).sum())


def _candidates(learner: Learner) -> tuple[Learner, ...]:
    """The plain learners that a tuned one chooses from; a plain one alone."""
    return tuple(getattr(learner, "candidates", ())) or (learner,)


def _habits(tries: list[tuple[Learner, ...]], *, keeps: bool) -> frozenset[Habit]:
    """The habits of all learners together; settings of one learner share theirs, so the first speaks for them."""
    found = {habit for one in tries for habit in habits_of(one[0].recipe)}
    if keeps:
        found.add(Habit.KEEPS)
    if any(len(one) > 1 for one in tries):
        found.add(Habit.TUNED)
    return frozenset(found)


def _read_from(metric: Metric | None) -> dict[str, Any]:
    """What the primary metric says about the use of the result."""
    if metric is None:
        return {}
    bare = metric.name.partition(":")[0]
    return by_metric(metric) | {"relative": bare in DIVIDE_BY_THE_TARGET, "costs": bare in PRICED,
                                "probabilities": metric.needs is Needs.PROBABILITIES and bare not in PRICED}


def by_metric(metric: Metric) -> dict[str, Any]:
    """What a metric is, by the fields of a situation.

    >>> from referee.metrics import METRICS
    >>> sorted(name for name, holds in by_metric(METRICS["brier"]).items() if holds)
    ['decomposable', 'proper']
    """
    bare = metric.name.partition(":")[0]
    return {"zero_one": metric.proportion, "area": bare == "roc_auc", "by_f": bare in F_OF_BOTH,
            "ranks": metric.needs is Needs.SCORES,
            "proper": metric.needs is Needs.PROBABILITIES and bare not in PRICED,
            "decomposable": metric.per_row is not None}


def _rarest_share(counts: Array | None) -> float | None:
    return None if counts is None else float(counts.min() / counts.sum())
