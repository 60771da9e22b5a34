"""Which of a user's fit parameters a model is handed, and under which name.

A pipeline hands `sample_weight` to its last step, the model, under that step's name; where scikit-learn's metadata
routing is on, the user's models are asked what they want (`routing`). Named learners take weights and nothing
else: the other parameters are for models of the user's own.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from referee.data.fit_parameters import GROUPS, WEIGHT, routed
from referee.errors import BadInput
from referee.learners._base import Learner, Takes
from referee.learners.routing import asked_for
from referee.learners.tags import last_step
from referee.learners.tuning.tuned import TunedLearner


def handed(estimator: Any, parameters: Mapping[str, Any], takes: Takes, *, routed: bool) -> dict[str, Any]:
    """The keywords of `fit` for one model."""
    if not parameters:
        return {}
    if routed:
        return asked_for(estimator, parameters)
    found = dict(parameters) if takes is Takes.GIVEN else {k: v for k, v in parameters.items() if k == WEIGHT}
    steps = getattr(estimator, "steps", None)
    if WEIGHT in found and isinstance(steps, list) and steps:
        found[f"{_path(estimator)}{WEIGHT}"] = found.pop(WEIGHT)
    return found


def require_takers(learners: Iterable[Learner], parameters: Mapping[str, Any]) -> None:
    """Refuse learners that cannot be handed the parameters, before anything is fitted."""
    if not parameters:
        return
    learners = tuple(learners)
    if routed():
        _require_askers(learners, parameters)
    others = [name for name in parameters if name != WEIGHT and not (name == GROUPS and routed())]
    for learner in learners:
        for one in _parts(learner):
            if routed() and one.takes is Takes.GIVEN:
                continue
            if others and one.takes is Takes.MATRIX and not one.baseline:
                raise BadInput(f"fit parameter {others[0]!r} is for models of your own, and {learner.name} is a named "
                               f"learner; give an estimator, or leave it out.")
            if WEIGHT in parameters and not _takes_weights(one.make(0)):
                raise BadInput(f"{learner.name} takes no {WEIGHT}; leave it out of the comparison, or fit without "
                               f"weights.")


def _require_askers(learners: tuple[Learner, ...], parameters: Mapping[str, Any]) -> None:
    """Refuse what nobody asks for: neither one of the models, nor the division of the rows, nor a named learner."""
    asked = {GROUPS} | {WEIGHT for learner in learners for one in _parts(learner) if one.takes is Takes.MATRIX}
    own = [one for learner in learners for one in _parts(learner) if one.takes is Takes.GIVEN]
    for name, value in parameters.items():
        wanted = [bool(asked_for(one.make(0), {name: value})) for one in own]
        if own and name not in asked and not any(wanted):
            raise BadInput(f"none of the models asks for {name!r}; let one do so (set_fit_request), or leave it out.")


def _parts(learner: Learner) -> Iterable[Learner]:
    return learner.candidates if isinstance(learner, TunedLearner) else [learner]


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

