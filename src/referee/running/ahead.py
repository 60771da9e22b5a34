"""The nursery is started while data are still read: loading scikit-learn there is most of the wait for a foreign fit.

What will be foreign is told by how it was named or of what class it is; nothing is imported or made to find out. Where
that misses one, the nursery is started when its first fit is wanted; where it starts one for nothing, a process has
loaded libraries in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.learners import Learner, Tuned
from referee.learners.known import PACKAGES, foreign_parts, foreign_values
from referee.running import pool
from referee.running.local import Local
from referee.spec import split_specs


def expect(models: Any, engine: Any = None) -> None:
    """Have workers got ready if these models are going to need them."""
    local = engine is None or isinstance(engine, Local) or (isinstance(engine, str) and engine.startswith("local"))
    if local and any(map(looks_foreign, _each(models))):
        pool.prepare()


def looks_foreign(model: Any) -> bool:
    """Whether one model, as it was given, will be fitted in a worker.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> class Mine(DecisionTreeClassifier):
    ...     pass
    >>> [looks_foreign(model) for model in ("forest:max_samples=0.5", "sklearn.svm.SVC", DecisionTreeClassifier())]
    [False, False, False]
    >>> [looks_foreign(model) for model in ("my_lab.Mine:depth=3", Mine, Mine())]
    [True, True, True]
    """
    if isinstance(model, str):
        path = model.partition(":")[0].strip()
        return "." in path and path.partition(".")[0] not in PACKAGES
    if isinstance(model, Tuned):
        return looks_foreign(model.base)
    return bool(foreign_parts(model) if isinstance(model, Learner) else foreign_values(model))


def _each(models: Any) -> Iterator[Any]:
    """The single models in any of the forms that `resolve` takes."""
    if isinstance(models, Mapping):
        yield from models.values()
    elif isinstance(models, str):
        yield from split_specs(models)
    elif isinstance(models, list | tuple):
        for model in models:
            yield model[1] if isinstance(model, tuple) and len(model) == 2 else model
    else:
        yield models
