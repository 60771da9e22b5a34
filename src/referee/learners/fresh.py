"""Fresh copies of one estimator, with their randomness settled.

Every `random_state` that was left open, however deep it sits (in a pipeline, a search, a splitter, a grid
of estimators), gets its own seed; one that the user fixed is left alone. Known weakness: a model that
draws from a global generator of its own library cannot be settled from here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from referee.errors import BadInput
from referee.seeds import seed_for

Place = tuple[str | int | tuple[Any], ...]    # names of parameters, positions, (keys,) that lead to a setting
IDLE_THREADS = {"LogisticRegression"}      # whose n_jobs does nothing, and in scikit-learn 1.8 and later warns of it


@dataclass(frozen=True, slots=True)
class Fresh:
    """Makes unfitted copies of a prototype, each seeded as asked."""

    prototype: Any
    open: tuple[Place, ...] = field(init=False)      # where a random_state was left open: found once for all copies

    def __post_init__(self) -> None:
        object.__setattr__(self, "open", tuple(place for owner, name, place in _settings(self.prototype, ())
                                               if _left_open(owner, name)))

    @property
    def still(self) -> bool:
        """Whether no random_state was left open: all copies are alike."""
        return not self.open

    def __call__(self, seed: int) -> Any:
        """A fresh estimator; the same seed gives the same one."""
        made = copied(self.prototype)
        for place in self.open:
            *way, name = place
            owner = reduce(_inside, way, made)
            if _left_open(owner, str(name)):         # an object that stands in two places has its seed by now
                _put(owner, str(name), seed_for(seed, *map(_written, place)))
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
            yield from _settings(value, (*place, (key,)))
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


def _inside(thing: Any, step: Any) -> Any:
    """What stands at one step of the way to a setting."""
    if isinstance(thing, dict):
        return thing[step[0]]
    return thing[step] if isinstance(thing, list | tuple) else _value(thing, step)


def _written(step: str | int | tuple[Any]) -> str | int:
    """A step as the seed is drawn from it: a key by what it is called."""
    return str(step[0]) if isinstance(step, tuple) else step


def _left_open(owner: Any, name: str) -> bool:
    return name.endswith("random_state") and _value(owner, name) is None


def _attributes(thing: Any) -> dict[str, Any]:
    return getattr(thing, "__dict__", {})


def _value(owner: Any, name: str) -> Any:
    # Without `deep`, all of scikit-learn's ways return attributes; to find their names they take their time.
    if _method_of(owner, "get_params").startswith("sklearn."):
        return getattr(owner, name)
    return owner.get_params(deep=False)[name] if hasattr(owner, "get_params") else getattr(owner, name)


def _put(owner: Any, name: str, value: Any) -> None:
    if hasattr(owner, "set_params") and _method_of(owner, "set_params") != "sklearn.base":
        owner.set_params(**{name: value})
    else:
        setattr(owner, name, value)


def _method_of(owner: Any, name: str) -> str:
    """The module in which a method of an object was written."""
    return str(getattr(getattr(type(owner), name, None), "__module__", ""))
