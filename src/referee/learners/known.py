"""Whether a learner is made of known code alone: scikit-learn's own classes and ours, with plain parameters.

Known code is trusted not to end the process it runs in. Anything else, be it a subclass, a function passed as a
parameter or a whole package with compiled code, is foreign, and is fitted in a process that may die.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from referee.learners._base import Learner
from referee.learners.fresh import Fresh
from referee.learners.tuning.tuned import TunedLearner

PACKAGES = frozenset({"sklearn", "referee", "numpy", "scipy", "builtins"})
PLAIN = (type(None), bool, int, float, complex, str, bytes, range, slice, np.generic, np.dtype)
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, np.ufunc)


def is_known(learner: Learner) -> bool:
    """Whether every part of the learner is known.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from referee.data import load
    >>> from referee.learners import resolve
    >>> class Mine(DecisionTreeClassifier):
    ...     pass
    >>> [is_known(learner) for learner in resolve(["tree", DecisionTreeClassifier(), Mine()], load("iris"))]
    [True, True, False]
    """
    return not foreign_parts(learner)


def foreign_parts(learner: Learner) -> tuple[str, ...]:
    """The parts nobody here knows, by name: learners with the same ones run the same foreign code."""
    if isinstance(learner, TunedLearner):
        return tuple(sorted({part for candidate in learner.candidates for part in foreign_parts(candidate)}))
    if not isinstance(learner.make, Fresh):
        return (learner.fingerprint(0),)
    return foreign_values(learner.make.prototype)


def foreign_values(estimator: Any) -> tuple[str, ...]:
    """The parts of an object or a class that nobody here knows, by name."""
    return tuple(sorted(set(_foreign(estimator))))


def _foreign(thing: Any, above: tuple[int, ...] = ()) -> Iterator[str]:
    """What is foreign in a value, and in all that it is made of; a part may know the whole it belongs to."""
    if type(thing) in PLAIN or isinstance(thing, np.generic | np.dtype) or id(thing) in above:
        return
    parts: Iterable[Any] = ()
    if type(thing) in {list, tuple, set, frozenset}:
        parts = thing
    elif type(thing) is dict:
        parts = [value for pair in thing.items() for value in pair]
    elif type(thing) is np.ndarray:
        parts = thing.ravel().tolist() if thing.dtype.kind == "O" else ()
    else:
        what = thing if isinstance(thing, (type, *FUNCTIONS)) else type(thing)
        if not _stands_in_a_package(what):
            yield f"{getattr(what, '__module__', '')}.{getattr(what, '__qualname__', what)}"
        elif what is not thing:
            parts = _parameters(thing).values()
    for part in parts:
        yield from _foreign(part, (*above, id(thing)))


def _stands_in_a_package(thing: Any) -> bool:
    """Whether it can be found where it says that it is, and that is in a package we know."""
    module = getattr(thing, "__module__", None)
    if isinstance(thing, np.ufunc):
        module = "numpy"
    if module is None or module.partition(".")[0] not in PACKAGES:
        return False
    found: Any = sys.modules.get(module)
    for name in thing.__qualname__.split(".") if hasattr(thing, "__qualname__") else [thing.__name__]:
        found = getattr(found, name, None)
    return found is thing


def _parameters(thing: Any) -> Mapping[str, Any]:
    given = thing.get_params(deep=False) if hasattr(thing, "get_params") else getattr(thing, "__dict__", {})
    return given if isinstance(given, Mapping) else {"?": given}
