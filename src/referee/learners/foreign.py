"""Learners of others: a class with fit and predict, under a name.

It is built like a class by its path: on the encoded matrix, numbers not scaled, missing ones filled unless it says that
it takes them. What it does when it is fitted is guarded where every fit is: what it raises is recorded as its failure.
"""

from __future__ import annotations

import inspect
from typing import Any

from referee.errors import BadInput
from referee.kinds import Task
from referee.learners.named import Form, NamedLearner, Trait
from referee.learners.tags import TASKS, kind_of_estimator, takes_missing


def admitted(item: Any, name: str) -> NamedLearner:
    """What a plug-in may bring: a named learner, or a class with fit and predict."""
    return item if isinstance(item, NamedLearner) else of_class(item, name)


def of_class(item: Any, name: str) -> NamedLearner:
    """A named learner from a class."""
    if not inspect.isclass(item):
        raise BadInput(f"it is of type {type(item).__name__}, not a NamedLearner or a class with fit and predict")
    missing = [method for method in ("fit", "predict") if not callable(getattr(item, method, None))]
    if missing:
        raise BadInput(f"it has no {' and no '.join(missing)}; a learner needs fit and predict")
    if "<" in item.__qualname__:
        raise BadInput("it is defined inside a function, where nobody can import it from; move it to its module")
    form = Form(f"{item.__module__}.{item.__qualname__}")
    made = _unset(item)
    tasks = [TASKS[kind]] if (kind := kind_of_estimator(made)) in TASKS else list(Task)
    line = (inspect.getdoc(item) or f"The class {item.__qualname__} of {item.__module__}.").splitlines()[0]
    return NamedLearner(name=name, title=name, sentence=line, forms=dict.fromkeys(tasks, form),
                        traits=frozenset({Trait.MISSING_AS_IS if takes_missing(made) else Trait.INDICATORS}))


def _unset(item: type) -> Any:
    """One with its usual parameters, to ask it what it is; the class itself where it needs some."""
    try:
        return item()
    except TypeError:
        return item
