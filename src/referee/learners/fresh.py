"""Fresh copies of one estimator, with their randomness settled.

Every `random_state` that was left open, however deep it sits (in a pipeline, a search, a splitter, a grid
of estimators), gets its own seed; one that the user fixed is left alone. Known weakness: a model that
draws from a global generator of its own library cannot be settled from here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.errors import BadInput
from referee.seeds import seed_for

Place = tuple[str | int, ...]
IDLE_THREADS = {"LogisticRegression"}      # whose n_jobs does nothing, and in scikit-learn 1.8 and later warns of it


@dataclass(frozen=True, slots=True)
class Fresh:
    """Makes unfitted copies of a prototype, each seeded as asked."""

    prototype: Any
    still: bool = field(init=False)      # no random_state was left open: nothing has to be looked for in a copy

    def __post_init__(self) -> None:
        object.__setattr__(self, "still", not any(_left_open(owner, name) for owner, name, _ in
                                                  _settings(self.prototype, ())))

    def __call__(self, seed: int) -> Any:
        """A fresh estimator; the same seed gives the same one."""
        made = copied(self.prototype)
        if not self.still:
            for owner, name, place in _settings(made, ()):
                if _left_open(owner, name):
                    _put(owner, name, seed_for(seed, *place))
        return made


def prototype(estimator: Any) -> Any:
    """An unfitted copy that keeps to one thread: the fits run side by side, not their insides."""
    made = copied(estimator)
    for owner, name, _ in _settings(made, ()):
        if name == "n_jobs":
            _put(owner, name, None if type(owner).__name__ in IDLE_THREADS else 1)
    return made


def copied(estimator: Any) -> Any:
    """An unfitted copy; a plain copy of an object that is not made in the way of scikit-learn."""
    if not hasattr(estimator, "get_params"):
        return copy.deepcopy(estimator)
    from sklearn import clone

    try:
        return clone(estimator)
    except (RuntimeError, TypeError) as error:
        raise BadInput(f"{type(estimator).__name__} cannot be copied without its fit: {error} "
                       f"A constructor must keep its arguments as they are.") from error


def _settings(thing: Any, place: Place) -> Iterator[tuple[Any, str, Place]]:
    """Every (owner, name, place) of a random_state or n_jobs, in a fixed order."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from _settings(value, (*place, str(key)))
    elif isinstance(thing, list | tuple):
        for i, value in enumerate(thing):
            yield from _settings(value, (*place, i))
    elif isinstance(thing, type):
        return
    elif hasattr(thing, "get_params"):
        for name, value in sorted(thing.get_params(deep=False).items()):
            if name == "n_jobs" or name.endswith("random_state"):
                yield thing, name, (*place, name)
            else:
                yield from _settings(value, (*place, name))
    else:
        yield from ((thing, name, (*place, name)) for name in ("n_jobs", "random_state") if name in _attributes(thing))


def _left_open(owner: Any, name: str) -> bool:
    return name.endswith("random_state") and _value(owner, name) is None


def _attributes(thing: Any) -> dict[str, Any]:
    return getattr(thing, "__dict__", {})


def _value(owner: Any, name: str) -> Any:
    return owner.get_params(deep=False)[name] if hasattr(owner, "get_params") else getattr(owner, name)


def _put(owner: Any, name: str, value: Any) -> None:
    put: Callable[..., Any] | None = getattr(owner, "set_params", None)
    if put is None:
        setattr(owner, name, value)
    else:
        put(**{name: value})
