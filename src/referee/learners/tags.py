"""What an estimator says about itself, where it says anything: scikit-learn's tags.

The tags are read, not trusted blindly: scikit-learn's own neural net learns several targets together and
does not say so, and a class of the user's own may say nothing at all.
"""

from __future__ import annotations

from typing import Any

from referee.kinds import Task

TASKS = {"classifier": Task.CLASSIFICATION, "regressor": Task.REGRESSION}


def takes_missing(estimator: Any) -> bool:
    """Whether it declares that it takes NaN; no by default."""
    tags = _tags(estimator)
    return bool(tags.input_tags.allow_nan) if tags else False


def takes_several_targets(estimator: Any) -> bool:
    """Whether it can be given a table of targets; False only where that is known."""
    final = last_step(estimator)
    tags = _tags(final)
    if tags is None or type(final).__module__.partition(".")[0] != "sklearn":
        return True
    return bool(tags.target_tags.multi_output) or hasattr(final, "hidden_layer_sizes")


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
