"""The few kinds of thing that every room speaks of."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput

Array = npt.NDArray[Any]
Json = dict[str, Any]


class Task(StrEnum):
    """What is to be predicted."""

    CLASSIFICATION = "classification"
    REGRESSION = "regression"


class Scale(StrEnum):
    """What the values of a target are to each other: names, places in an order, quantities, or counts."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    QUANTITY = "quantity"
    COUNT = "count"


class Needs(StrEnum):
    """What a model must have said about a row for a metric to be computed."""

    LABELS = "labels"
    SCORES = "scores"
    PROBABILITIES = "probabilities"
    VALUES = "values"


class Direction(Enum):
    """Which way a metric gets better."""

    MAXIMISE = 1
    MINIMISE = -1

    @property
    def word(self) -> str:
        """How people say it."""
        return "higher is better" if self is Direction.MAXIMISE else "lower is better"

    def better(self, one: float, other: float) -> bool:
        """Whether one number is better than the other."""
        return self.value * (one - other) > 0


WAYS = {"max": Direction.MAXIMISE, "maximise": Direction.MAXIMISE, "maximize": Direction.MAXIMISE,
        "higher": Direction.MAXIMISE, "min": Direction.MINIMISE, "minimise": Direction.MINIMISE,
        "minimize": Direction.MINIMISE, "lower": Direction.MINIMISE}


def direction_of(said: Direction | str) -> Direction:
    """A direction, or the word for one.

    >>> direction_of("lower is better")
    <Direction.MINIMISE: -1>
    """
    if isinstance(said, Direction):
        return said
    found = WAYS.get(str(said).lower().removesuffix(" is better"))
    if found is None:
        raise BadInput(f"direction is maximise or minimise, not {said!r}.")
    return found


class Estimand(StrEnum):
    """Which question a number answers."""

    MODEL = "the fitted model at hand"
    PROCEDURE = "the procedure, trained on this many rows"
    FOLD_MODELS = "the models of these folds"
    DATA_SETS = "a population of data sets"
    TRAINING = "the rows the model was trained on"


def frozen_array(values: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """A read-only array; a view where that needs no copy.

    >>> frozen_array([1, 2]).flags.writeable
    False
    """
    array = np.asarray(values, dtype=dtype).view()
    array.setflags(write=False)
    return array
