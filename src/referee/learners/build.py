"""From a form to an unfitted estimator that takes the encoded matrix of one problem."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from referee.data.problem import Problem
from referee.dotted import load, load_class
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners.calibration import DealtFolds
from referee.learners.named import Form, NamedLearner, Trait
from referee.learners.parameters import instance
from referee.learners.preparation import native_categories, preparation
from referee.learners.tags import each_by_itself, takes_missing, takes_several_targets


def build_named(learner: NamedLearner, parameters: Mapping[str, Any], problem: Problem) -> Any:
    """What a short name stands for, on the columns of this problem."""
    form = learner.form(problem.task, hint=taken_for_classes(problem))
    if Trait.BY_TIME in learner.traits and problem.time is None:
        raise BadInput(f"{learner.name} forecasts a series from itself, and nobody has said when the rows of "
                       f"{problem.name} were measured; name the column with time=, or say time='rows'.")
    settings = {name: _built(value) for name, value in form.parameters.items()} | dict(parameters)
    core = instance(load(form.path), settings, called=learner.name)
    if Trait.NATIVE in learner.traits and "categorical_features" not in parameters:
        core.set_params(categorical_features=native_categories(problem.columns, core.max_bins))
    return _prepared(_wrapped(core, learner.traits, problem), learner.traits, problem)


def taken_for_classes(problem: Problem) -> str:
    """What to say to one who meant a regression of numbers that are taken as classes; nothing where there are none."""
    numbers = all(isinstance(label, int | float) and not isinstance(label, bool) for label in problem.classes)
    if problem.n_classes is None or problem.n_classes < 3 or not numbers:
        return ""
    return (f"; the {problem.n_classes} numbers of target {problem.targets[0]!r} are taken as classes, so say "
            f"task='regression' if they are quantities")


def build_dotted(path: str, parameters: Mapping[str, Any], problem: Problem) -> Any:
    """A class by its path; numbers are not scaled, missing ones are filled unless it says it takes them."""
    core = instance(load_class(path, "fit", "predict", what="learner"), parameters, called=path)
    traits = {Trait.MISSING_AS_IS} if takes_missing(core) else {Trait.INDICATORS}
    if problem.has_several and takes_several_targets(core, problem):
        traits.add(Trait.JOINT_TARGETS)
    return _prepared(_wrapped(core, traits, problem), traits, problem)


def _built(value: Any) -> Any:
    """A parameter; one that is a form itself is built."""
    if not isinstance(value, Form):
        return value
    return load(value.path)(**{name: _built(part) for name, part in value.parameters.items()})


def _wrapped(core: Any, traits: Collection[Trait], problem: Problem) -> Any:
    """The model inside what it needs around it for its targets or its probabilities."""
    if problem.task is Task.CLASSIFICATION:
        core = _calibrated(core) if Trait.CALIBRATED in traits else core
        if not problem.has_several or (Trait.JOINT_TARGETS in traits and takes_several_targets(core, problem)):
            return core
        return each_by_itself(core, problem)
    if problem.has_several and Trait.JOINT_TARGETS not in traits:
        core = each_by_itself(core, problem)
    if Trait.TARGET_SCALED in traits:
        from sklearn.compose import TransformedTargetRegressor
        from sklearn.preprocessing import StandardScaler

        core = TransformedTargetRegressor(regressor=core, transformer=StandardScaler())
    return core


def _calibrated(core: Any) -> Any:
    from sklearn.calibration import CalibratedClassifierCV

    return CalibratedClassifierCV(core, method="sigmoid", ensemble=False, cv=DealtFolds())


def _prepared(model: Any, traits: Collection[Trait], problem: Problem) -> Any:
    """The model behind its preparation; the bare model where none is needed."""
    before = preparation(problem.columns, traits)
    if before is None:
        return model
    from sklearn.pipeline import Pipeline

    return Pipeline([("prepare", before), ("model", model)])
