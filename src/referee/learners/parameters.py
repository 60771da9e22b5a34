"""Parameters of a class, checked before anything is fitted."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import BadInput, did_you_mean


def instance(cls: Any, parameters: Mapping[str, Any], *, called: str) -> Any:
    """A new object of a class, or a sentence about the parameter that it does not know.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> instance(DecisionTreeClassifier, {"max_dept": 3}, called="tree")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: tree has no parameter 'max_dept'; did you mean 'max_depth'?
    >>> instance(DecisionTreeClassifier, {"max_depth": "deep"}, called="tree")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: tree: The 'max_depth' parameter of DecisionTreeClassifier must be an int in the range \
[1, inf) or None. Got 'deep' instead.
    """
    if "n_jobs" in parameters:
        raise BadInput(f"{called}: leave n_jobs out; referee runs whole fits side by side, one thread each.")
    known = _asked(lambda: parameter_names(cls), called)
    for name in parameters:
        if name not in known:
            raise BadInput(f"{called} has no parameter {name!r}{did_you_mean(name, known)}")
    return _asked(lambda: _validated(cls(**parameters)), called)


def _validated(made: Any) -> Any:
    if hasattr(made, "_validate_params") and hasattr(made, "_parameter_constraints"):
        made._validate_params()         # noqa: SLF001 - scikit-learn's own check, where there is one
    return made


def _asked(what: Callable[[], Any], called: str) -> Any:
    """What a class gives; whatever it raises instead, or that it wants to leave, is a sentence."""
    try:
        return what()
    except (TypeError, ValueError) as error:
        raise BadInput(f"{called}: {error}") from error
    except (Exception, SystemExit) as error:
        raise BadInput(f"{called} cannot be made: {type(error).__name__}: {error}") from error


def parameter_names(cls: Any) -> list[str]:
    """What may be said about a class: what `get_params` names, or what its constructor takes."""
    own = inspect.signature(cls).parameters.values()
    named = {p.name for p in own if p.kind not in {p.VAR_POSITIONAL, p.VAR_KEYWORD}}
    needed = [p for p in own if p.name in named and p.default is p.empty]
    if not needed and hasattr(cls, "get_params"):      # XGBoost names parameters that its constructor only passes on
        named |= set(cls().get_params(deep=False))
    return sorted(named)
