"""Learners that go by a short name: what each one is, and what its data must be made into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.errors import BadInput
from referee.kinds import Task
from referee.registry import Registry


class Trait(StrEnum):
    """What a learner is, or what must be done to its data, always with the training rows only."""

    BASELINE = "looks at the target only"
    BY_TIME = "is told when a row was measured, and nothing else"
    SCALED = "features are brought to mean 0 and standard deviation 1"
    UNIT_RANGE = "features are brought to the range 0 to 1"
    SPARSE = "one-hot columns stay sparse where few of their values are not 0"
    INDICATORS = "an added column says where a number was missing"
    MISSING_AS_IS = "missing numbers are left as they are"
    NATIVE = "categories and missing values are left as they are"
    CALIBRATED = "probabilities are made by Platt scaling on inner folds"
    TARGET_SCALED = "the target is brought to mean 0 and standard deviation 1"
    JOINT_TARGETS = "several targets are learned together"


@dataclass(frozen=True, slots=True)
class Form:
    """A class by its path and the parameters that differ from the class's own defaults.

    Paths are text so that nothing heavy is imported before it is used. A parameter can be a form itself.
    """

    path: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLearner:
    """What a short name stands for, for each task that it serves.

    >>> tree = NamedLearner(name="tree", title="decision tree", sentence="Splits on one feature at a time.",
    ...                     forms={Task.REGRESSION: Form("sklearn.tree.DecisionTreeRegressor")})
    >>> tree.tasks
    (<Task.REGRESSION: 'regression'>,)
    >>> tree.form(Task.CLASSIFICATION)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: tree is for regression, not for classification; use forest or hist-gradient-boosting.
    """

    name: str
    title: str                                   # as printed: "random forest"
    sentence: str                                # what it does, and with which settings that are not obvious
    forms: Mapping[Task, Form]
    traits: frozenset[Trait] = frozenset()
    aliases: tuple[str, ...] = ()
    instead: tuple[str, ...] = ("forest", "hist-gradient-boosting")    # for the task that it does not serve

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks that it serves."""
        return tuple(self.forms)

    @property
    def baseline(self) -> bool:
        """Whether it looks at the target only."""
        return Trait.BASELINE in self.traits

    def form(self, task: Task, *, hint: str = "") -> Form:
        """What is built for a task, or a sentence about what to use instead (and `hint`, what else may be meant)."""
        if task not in self.forms:
            own = " and ".join(t.value for t in self.tasks)
            raise BadInput(f"{self.name} is for {own}, not for {task.value}; use {' or '.join(self.instead)}{hint}.")
        return self.forms[task]


LEARNERS: Registry[NamedLearner] = Registry("learner", home="referee.learners.families",
                                           admit="referee.learners.foreign:admitted")


def named(name: str) -> NamedLearner:
    """A named learner by its name or one of its aliases."""
    if name in LEARNERS:
        return LEARNERS[name]
    by_alias = {alias: learner for learner in LEARNERS for alias in learner.aliases}
    return by_alias.get(name) or LEARNERS[name]


def for_classification(path: str, **parameters: Any) -> dict[Task, Form]:
    """The forms of a learner that serves classification only."""
    return {Task.CLASSIFICATION: Form(path, parameters)}


def for_regression(path: str, **parameters: Any) -> dict[Task, Form]:
    """The forms of a learner that serves regression only."""
    return {Task.REGRESSION: Form(path, parameters)}


def for_both(path: str, **parameters: Any) -> dict[Task, Form]:
    """The forms of a pair of classes that end in Classifier and Regressor and share their parameters."""
    return for_classification(f"{path}Classifier", **parameters) | for_regression(f"{path}Regressor", **parameters)
