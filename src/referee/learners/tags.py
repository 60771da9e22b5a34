"""What an estimator says about itself, where it says anything: scikit-learn's tags.

The tags are read, not trusted blindly: scikit-learn's own neural net learns several targets together and
does not say so, and a class of the user's own may say nothing at all.
"""

from __future__ import annotations

from typing import Any

from referee.data.problem import Problem
from referee.kinds import Task

TASKS = {"classifier": Task.CLASSIFICATION, "regressor": Task.REGRESSION}


def takes_missing(estimator: Any) -> bool:
    """Whether it declares that it takes NaN; no by default."""
    tags = _tags(estimator)
    return bool(tags.input_tags.allow_nan) if tags else False


def takes_several_targets(estimator: Any, problem: Problem) -> bool:
    """Whether it can be given the table of targets of a problem; False only where that is known not to be so."""
    final = last_step(estimator)
    tags = _tags(final)
    if tags is None or type(final).__module__.partition(".")[0] != "sklearn":
        return True
    if problem.task is Task.CLASSIFICATION:
        labels = tags.classifier_tags is not None and bool(tags.classifier_tags.multi_label)
        return bool(tags.target_tags.multi_output) or (labels and _are_indicators(problem))
    return bool(tags.target_tags.multi_output) or hasattr(final, "hidden_layer_sizes")


def _are_indicators(problem: Problem) -> bool:
    """Whether every target says of a row that it has something, or has it not."""
    return all(len(classes) == 2 for classes in problem.classes)


def each_by_itself(estimator: Any, problem: Problem) -> Any:
    """The estimator, once for each target."""
    from sklearn.multioutput import MultiOutputClassifier, MultiOutputRegressor

    return (MultiOutputClassifier if problem.task is Task.CLASSIFICATION else MultiOutputRegressor)(estimator)


def kind_of_estimator(estimator: Any) -> str | None:
    """"classifier", "regressor", "clusterer", … or None where it does not say."""
    tags = _tags(estimator)
    kind = tags.estimator_type if tags else getattr(estimator, "_estimator_type", None)
    return str(kind) if kind else None


def last_step(estimator: Any) -> Any:
    """The model at the end of a pipeline; the estimator itself where it is none."""
    while isinstance(steps := getattr(estimator, "steps", None), list) and steps:
        estimator = steps[-1][1]
    return estimator


def _tags(estimator: Any) -> Any | None:
    """The tags, or None for an estimator that has none."""
    if not hasattr(estimator, "__sklearn_tags__"):
        return None
    from sklearn.utils import get_tags

    try:
        return get_tags(estimator)
    except (AttributeError, TypeError, ValueError):      # a half-built meta-estimator, a foreign base class
        return None
