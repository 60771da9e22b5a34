"""Metrics by name, with parameters where a metric has them: ``fbeta:beta=2``."""

from __future__ import annotations

import inspect

from referee.errors import BadInput, did_you_mean
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.spec import parse_spec


def metric(spec: str) -> Metric:
    """The metric a person asked for, by name or by name and parameters.

    >>> metric("accuracy").title
    'accuracy'
    >>> metric("log_loss:base=2").name
    'log_loss:base=2'
    >>> metric("log_loss:bas=2")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: log_loss has no parameter 'bas'; did you mean 'base'?
    """
    name, parameters = parse_spec(spec)
    if not parameters and (name in METRICS or name not in FAMILIES):
        return METRICS[name]
    if name not in FAMILIES:
        METRICS[name]      # a name nobody knows is refused as such
        raise BadInput(f"{name} takes no parameters; say just {name!r}.")
    family = FAMILIES[name]
    _check_parameters(family, parameters)
    return family.make(**parameters)


def _check_parameters(family: Family, parameters: dict[str, object]) -> None:
    known = inspect.signature(family.make).parameters
    for given in parameters:
        if given not in known:
            raise BadInput(f"{family.name} has no parameter {given!r}{did_you_mean(given, known)}")
    for needed, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and needed not in parameters:
            raise BadInput(f"{family.name} needs its {needed}: say {family.name}:{needed}=…")
        _check_kind(needed, parameter, parameters.get(needed, parameter.default))


def _check_kind(name: str, parameter: inspect.Parameter, given: object) -> None:
    """A number where a number is meant, true or false where that is; the family checks the rest."""
    kind = str(parameter.annotation)
    if kind in {"int", "float"} and (isinstance(given, bool) or not isinstance(given, int | float)):
        raise BadInput(f"{name} must be a number, not {given!r}.")
    if kind == "bool" and not isinstance(given, bool):
        raise BadInput(f"{name} must be true or false, not {given!r}.")
