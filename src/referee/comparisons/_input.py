"""What a test accepts: checked once, refused in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given import numbers
from referee.given.columns import column, same_rows
from referee.kinds import Array, frozen_array

ALTERNATIVES = ("two-sided", "greater", "less")
ROUNDING = 64 * float(np.finfo(float).eps)      # differences below this share of what was subtracted are rounding


def vector(values: Any, name: str, *, least: int = 1) -> Array:
    """A finite one-dimensional array of floats.

    >>> vector([0.1, float("nan"), 0.3, float("nan")], "a")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: a has 2 values that are missing or infinite, the first at index 1; remove or fill them.
    """
    array = numbers(values, name)
    if array.ndim != 1:
        raise BadInput(f"{name} must be one-dimensional, but its shape is {array.shape}.")
    if array.size < least:
        raise Undefined(f"{name} has {array.size} value{'s' * (array.size != 1)}; this needs at least {least}.")
    return array


def matrix(values: Any, name: str, *, rows: int = 2, columns: int = 2) -> Array:
    """A finite two-dimensional array of floats, one row per unit and one column per model."""
    array = numbers(values, name)
    if array.ndim != 2:
        raise BadInput(f"{name} must have a row per unit and a column per model, but its shape is {array.shape}.")
    if array.shape[0] < rows or array.shape[1] < columns:
        raise Undefined(f"{name} has {array.shape[0]} rows and {array.shape[1]} columns; "
                        f"this needs at least {rows} and {columns}.")
    return array


def pair(a: Any, b: Any, *, least: int = 1) -> tuple[Array, Array]:
    """Two vectors of equal length, one entry per unit; a single number for `b` is repeated."""
    same_rows({"a": a, "b": b})
    a, b = vector(a, "a", least=least), numbers(b, "b")
    b = np.full_like(a, float(b)) if b.ndim == 0 else vector(b, "b")
    if len(a) != len(b):
        raise BadInput(f"a has {len(a)} values and b has {len(b)}; paired values must come from the same units.")
    return a, b


def binary(values: Any, name: str) -> Array:
    """Right or wrong, one entry per case, as booleans."""
    array = vector(values, name)
    odd = np.flatnonzero((array != 0) & (array != 1))
    if len(odd):
        raise BadInput(f"{name} must say right (1) or wrong (0) for each case, "
                       f"but has {array[odd[0]]:g} at index {odd[0]}.")
    return array.astype(bool)


def clusters_of(clusters: Any, n: int) -> Array:
    """A cluster number 0, 1, … for each of n units."""
    labels = column(clusters, "clusters")
    if labels.shape != (n,):
        raise BadInput(f"clusters has shape {labels.shape}; it must name one cluster for each of the {n} units.")
    numbers: Array = np.unique(labels, return_inverse=True)[1].reshape(-1)
    if numbers.max() == 0:
        raise Undefined("all units are in one cluster; a clustered test needs at least two clusters.")
    return numbers


def choice(value: str, name: str, known: tuple[str, ...]) -> str:
    """One of the known words.

    >>> choice("larger", "alternative", ALTERNATIVES)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: alternative is 'larger'; choose two-sided, greater or less.
    """
    if not isinstance(value, str) or value not in known:
        raise BadInput(f"{name} is {value!r}; choose {', '.join(known[:-1])} or {known[-1]}.")
    return value


@dataclass(frozen=True, slots=True)
class Differences:
    """A minus B, one number per unit, and the size of what was subtracted."""

    values: Array
    scale: float

    @property
    def n(self) -> int:
        """How many units there are."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """The observed difference."""
        return 0.0 if self.identical else float(self.values.mean())

    @property
    def spread(self) -> float:
        """The standard deviation; exactly 0 when the differences differ by rounding only."""
        constant = self.identical or np.ptp(self.values) <= ROUNDING * self.scale
        return 0.0 if constant else float(self.values.std(ddof=1))

    @property
    def identical(self) -> bool:
        """Whether A and B scored the same on every unit."""
        return bool(np.abs(self.values).max() <= ROUNDING * self.scale)


def differences(a: Any, b: Any, *, least: int = 2) -> Differences:
    """The paired differences of two vectors of scores."""
    a, b = pair(a, b, least=least)
    return Differences(frozen_array(a - b), float(max(np.abs(a).max(), np.abs(b).max())))
