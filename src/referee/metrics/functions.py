"""Every metric as a plain function of two vectors: `referee.metrics.kappa(truth, said)`.

A file that writes such a function under the metric's name is taken at its word; for a metric without one, and for those
of plug-ins, it is made from the metric. Each knows its metric and its direction: `kappa.direction`, `kappa.metric`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Unpack

import numpy.typing as npt

from referee.given import door
from referee.kinds import Needs
from referee.metrics._base import FAMILIES, METRICS, Metric
from referee.metrics.vectors import Coding, forecast, labelled, scored, valued

ROOM = __name__.rpartition(".")[0]
DOORS: dict[Needs, Callable[..., Any]] = {
    Needs.LABELS: labelled, Needs.SCORES: scored, Needs.PROBABILITIES: forecast, Needs.VALUES: valued,
}


@cache
def array_function(name: str) -> Callable[..., float] | None:
    """The metric, or family of metrics, of that name as a function; None where there is none.

    >>> accuracy = array_function("accuracy")
    >>> accuracy(["no", "yes"], ["no", "no"]), accuracy.direction.word
    (0.5, 'higher is better')
    """
    known = METRICS.get(name)
    if known is None and name not in FAMILIES:
        return None
    written = _written(name)
    if known is None:
        return door(written or _of_family(name))
    function: Callable[..., float] = door(written or _made(known))
    function.__dict__.update(metric=known, direction=known.direction)
    return function


def function_names() -> list[str]:
    """What there is as a function: all metrics whose names can be written as one, and families."""
    return sorted({item.name for item in (*METRICS, *FAMILIES) if item.name.isidentifier()})


def _written(name: str) -> Callable[..., float] | None:
    for path, module in list(sys.modules.items()):
        found = getattr(module, name, None) if path.startswith(f"{ROOM}.") else None
        if inspect.isfunction(found) and found.__module__ == path:
            return found
    return None


def _made(metric: Metric) -> Callable[..., float]:
    def function(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                 **coding: Unpack[Coding]) -> float:
        return float(metric.score(DOORS[metric.needs](truth, said, weights, **coding)))

    function.__name__ = function.__qualname__ = metric.name
    function.__doc__ = f"{metric.title[:1].upper()}{metric.title[1:]} ({metric.direction.word}); said: {metric.needs}."
    return function


def _of_family(name: str) -> Callable[..., float]:
    def function(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                 *, classes: Any = None, positive: Any = None, **parameters: Any) -> float:
        made = FAMILIES[name].make(**parameters)
        coding = {word: said for word, said in (("classes", classes), ("positive", positive)) if said is not None}
        return float(made.score(DOORS[made.needs](truth, said, weights, **coding)))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = FAMILIES[name].make.__doc__
    return function
