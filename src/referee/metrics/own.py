"""A user's own metric: a function of what is true and what was said, with what must be known to use it.

What `said` is depends on `needs`. Labels (classification, if nothing else is said): one label a row, as in the data.
Values (regression): numbers, one a row or (n, targets). Probabilities: (n, classes), columns in sorted order of the
labels with the positive class last. Scores: one number a row for two classes, higher for the positive one; (n, classes)
for more. A row of weight 2 is handed over twice, or with its weight to a function that has a parameter `sample_weight`
or `weights`.

A function that gives one number for all rows is taken for no mean over rows: intervals and tests that need one value a
row object to it, and those that resample rows or compare splits serve it. With `rows=True` the function gives one value
a row, the metric is their mean, and everything applies.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task, direction_of
from referee.metrics._base import Metric
from referee.metrics.foreign_bounds import foreign_bounds
from referee.metrics.guard import Guarded
from referee.metrics.predictions import Predictions

LOW_IS_GOOD = ("loss", "error", "deviance", "cost", "risk")     # the last word of a name, as scikit-learn has it
USUAL = {Task.CLASSIFICATION: Needs.LABELS, Task.REGRESSION: Needs.VALUES}
WEIGHTS = ("sample_weight", "weights")      # what a function calls its weights, if it takes any


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMetric:
    """A function `(truth, said)` and what referee must know of it; `of(task)` makes the metric.

    >>> def cost(truth, said):
    ...     return float(5 * np.mean((truth == "ill") & (said == "well")))
    >>> mine = own_metric(cost, bounds=(0, 5))
    >>> mine.name, mine.direction.word, mine(np.array(["ill", "ill"]), np.array(["ill", "well"]))
    ('cost', 'lower is better', 2.5)
    """

    function: Callable[..., Any]
    name: str
    title: str
    direction: Direction
    needs: Needs | None = None                  # None: labels in classification, values in regression
    bounds: tuple[float, float] = (-math.inf, math.inf)
    rows: bool = False                          # it gives one value a row, and the metric is their mean
    assumed: bool = False                       # nobody said in which direction it gets better
    arrange: Callable[[Predictions, Needs], Array] | None = None     # what is handed over as `said`, where not usual

    def __call__(self, *given: Any, **by_name: Any) -> Any:
        """The function itself: declaring it takes nothing away."""
        return self.function(*given, **by_name)

    def of(self, task: Task) -> Metric:
        """The metric, for problems of a task."""
        needs = self.needs or USUAL[task]
        handed = _Handed(self.function, needs, self.arrange or said_as_usual)
        guarded = Guarded(handed, self.title, self.bounds)
        return Metric(
            name=self.name, title=self.title, needs=needs, direction=self.direction, bounds=self.bounds,
            task=Task.REGRESSION if needs is Needs.VALUES else Task.CLASSIFICATION,
            score=guarded.mean if self.rows else guarded.number, per_row=guarded.rows if self.rows else None,
            symmetric=False, attained=False, source=self.function, counts_only=False,
            note="higher is taken to be better, as nothing says otherwise" if self.assumed else "",
        )


def own_metric(  # noqa: PLR0913 - what can be said of a metric, by keyword
    function: Callable[..., Any], *, name: str | None = None, title: str | None = None,
    needs: Needs | str | None = None, direction: Direction | str | None = None,
    bounds: Iterable[float | None] | None = None, rows: bool = False,
) -> OwnMetric:
    """Take over a function `(truth, said)`; see the head of this file for what `said` is.

    Without a `direction` lower is better for a function whose name ends in loss, error, deviance, cost or risk, higher
    for one that ends in score, and higher for any other, which the page then says was assumed.

    >>> own_metric(lambda truth, said: 0.0)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: a lambda has no name to print; give it one: referee.metric(function, name="my_cost").
    """
    called = name_for(function, name)
    check_signature(function, called)
    last = called.rpartition("_")[2].lower()
    guess = Direction.MINIMISE if last in LOW_IS_GOOD else Direction.MAXIMISE
    return OwnMetric(
        function=function, name=called, title=title or called,
        direction=guess if direction is None else direction_of(direction), needs=_needs(needs),
        bounds=foreign_bounds(function) if bounds is None else _bounds(bounds),
        rows=rows, assumed=direction is None and last not in {*LOW_IS_GOOD, "score"},
    )


def name_for(function: Any, name: str | None) -> str:
    """The name given, or the function's own; refused where there is none that could be printed and found again."""
    called = name if name is not None else getattr(function, "__name__", "")
    if called == "<lambda>":
        raise BadInput('a lambda has no name to print; give it one: referee.metric(function, name="my_cost").')
    if not isinstance(called, str) or not called.strip():
        raise BadInput(f"{_kind(function)} has no name to print; give it one: "
                       f'referee.metric(…, name="my_cost").')
    if set(called) & set(":,\n"):
        raise BadInput(f"a metric cannot be called {called!r}: colons, commas and line breaks have a meaning in lists "
                       f"of metrics.")
    return called


def check_signature(function: Any, called: str) -> None:
    """Refuse what cannot be called with truth and what was said, before anything is fitted."""
    if not callable(function):
        raise BadInput(f"{called} is {_kind(function)}, not a function of (truth, said).")
    try:
        inspect.signature(function).bind("truth", "said")
    except TypeError as error:
        raise BadInput(f"{called} cannot be called with (truth, said): {error}; a scorer of (estimator, X, y) needs "
                       f"the model itself, and only its predictions are kept.") from None
    except ValueError:      # written in C, without a signature: it will be seen when it is called
        return


def said_as_usual(predictions: Predictions, needs: Needs) -> Array:
    """What is handed over as `said`."""
    said = predictions.said(needs)
    return in_words(predictions, said) if needs is Needs.LABELS else said


def in_words(predictions: Predictions, codes: Array) -> Array:
    """Labels as they are in the data."""
    if not predictions.classes:
        return codes
    labels = np.asarray(predictions.classes)
    if labels.dtype.kind == "U" and not all(isinstance(label, str) for label in predictions.classes):
        labels = np.array(predictions.classes, dtype=object)        # labels of several kinds stay what they are
    return np.asarray(labels[codes])


@dataclass(frozen=True, slots=True)
class _Handed:
    """Calls the function with truth and what was said; a weight is so many rows."""

    function: Callable[..., Any]
    needs: Needs
    arrange: Callable[[Predictions, Needs], Array]

    @property
    def weights(self) -> str | None:
        """What the function calls weights that need not be whole; None where it takes none."""
        try:
            known = inspect.signature(self.function).parameters
        except ValueError:
            return None
        return next((name for name in WEIGHTS if name in known), None)

    def __call__(self, predictions: Predictions) -> Any:
        weights = predictions.weight_or_none
        if weights is None:
            return self.function(*self._arrays(predictions))
        if self.weights is not None:
            return self.function(*self._arrays(predictions), **{self.weights: weights})
        if not (weights == np.floor(weights)).all():
            raise Undefined("a function that takes no weights cannot count parts of rows.")
        drawn = np.repeat(np.arange(weights.size), weights.astype(np.int64))
        return self.function(*(array[drawn] for array in self._arrays(predictions)))

    def _arrays(self, predictions: Predictions) -> tuple[Array, Array]:
        said = self.arrange(predictions, self.needs)
        if self.needs is Needs.VALUES:
            return predictions.targets, said
        return in_words(predictions, predictions.codes), said


def _needs(said: Needs | str | None) -> Needs | None:
    if said is not None and said not in set(Needs):
        raise BadInput(f"needs is one of {', '.join(Needs)}; not {said!r}.")
    return None if said is None else Needs(said)


def _bounds(said: Iterable[float | None] | None) -> tuple[float, float]:
    try:
        low, high = (None, None) if said is None else said
        ends = (-math.inf if low is None else float(low), math.inf if high is None else float(high))
    except (TypeError, ValueError):
        raise BadInput(f"bounds are the lowest and the highest value, such as (0, 1) or (0, None); not {said!r}."
                       ) from None
    if not ends[0] < ends[1]:
        raise BadInput(f"bounds are the lowest and the highest value, in this order; not {said!r}.")
    return ends


def _kind(thing: Any) -> str:
    name = type(thing).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
