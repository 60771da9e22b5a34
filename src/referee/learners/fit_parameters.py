"""Which of a user's fit parameters a model is handed, and under which name.

A pipeline hands `sample_weight` to its last step, the model, under that step's name; where scikit-learn's metadata
routing is on, names are as the user gave them and scikit-learn does the rest. Named learners take weights and nothing
else: the other parameters are for models of the user's own.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from referee.data.fit_parameters import WEIGHT
from referee.errors import BadInput
from referee.learners._base import Learner, Takes
from referee.learners.tags import last_step
from referee.learners.tuning.tuned import TunedLearner


def handed(estimator: Any, parameters: Mapping[str, Any], takes: Takes) -> dict[str, Any]:
    """The keywords of `fit` for one model."""
    if not parameters:
        return {}
    found = dict(parameters) if takes is Takes.GIVEN else {k: v for k, v in parameters.items() if k == WEIGHT}
    steps = getattr(estimator, "steps", None)
    if WEIGHT in found and isinstance(steps, list) and steps and not _routed():
        found[f"{_path(estimator)}{WEIGHT}"] = found.pop(WEIGHT)
    return found


def require_takers(learners: Iterable[Learner], parameters: Mapping[str, Any]) -> None:
    """Refuse learners that cannot be handed the parameters, before anything is fitted."""
    if not parameters:
        return
    for learner in learners:
        for one in learner.candidates if isinstance(learner, TunedLearner) else [learner]:
            others = [name for name in parameters if name != WEIGHT]
            if others and one.takes is Takes.MATRIX and not one.baseline:
                raise BadInput(f"fit parameter {others[0]!r} is for models of your own, and {learner.name} is a named "
                               f"learner; give an estimator, or leave it out.")
            if WEIGHT in parameters and not _takes_weights(one.make(0)):
                raise BadInput(f"{learner.name} takes no {WEIGHT}; leave it out of the comparison, or fit without "
                               f"weights.")


def _takes_weights(estimator: Any) -> bool:
    """Whether `fit` of the model at the end has such a parameter, or passes on whatever it is handed."""
    try:
        takes = inspect.signature(last_step(estimator).fit).parameters.values()
    except (TypeError, ValueError):
        return True             # written in C: it will be seen when it is fitted
    return any(one.name == WEIGHT or one.kind is inspect.Parameter.VAR_KEYWORD for one in takes)


def _path(estimator: Any) -> str:
    """The names of the last steps, as deep as pipelines stand in pipelines."""
    path = ""
    while isinstance(steps := getattr(estimator, "steps", None), list) and steps:
        path, estimator = f"{path}{steps[-1][0]}__", steps[-1][1]
    return path


def _routed() -> bool:
    import sklearn

    return bool(sklearn.get_config().get("enable_metadata_routing"))
