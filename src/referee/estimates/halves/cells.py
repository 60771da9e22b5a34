"""The score of each half, and without each unit tested in it: what the jackknife of complementary halves reads.

A unit is a row, a block of rows or a group. Where the halves hold the class shares fixed, a unit is left out with the
weight of its class kept: otherwise leaving it out would move the class share of the part, which no half that is trained
on the unit does, and the contrast of the two would hold the difference of the classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.given import column, door
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """One score on 2R parts; parts 2r and 2r + 1 are the halves of repeat r."""

    value: float           # over all parts together
    parts: Array           # (2R,) of each part
    without: Array         # (2R, B) of each part without a unit; counts only where that is tested
    tested: Array          # (2R, B) bool
    between: Array         # (B,) what a unit adds as one of its class; zeros where shares of classes play no part
    shares: float = 0.0    # the variance of class shares, where units are blocks that all hold the same


@dataclass(frozen=True, kw_only=True, eq=False)
class UnitCounts:
    """How many rows of each class of each unit were tested in each part: (2R, B, C); one class where none count."""

    counts: Array
    blocks: bool = False       # units are blocks of rows that all hold nearly the same class shares

    @cached_property
    def by_unit(self) -> Array:
        """Rows of each unit in each part."""
        return over_classes(self.counts)

    @cached_property
    def tested(self) -> Array:
        """Which units were tested in which part."""
        return np.asarray(self.by_unit > 0)

    @cached_property
    def by_class(self) -> Array:
        """Rows of each class in each part."""
        return over_units(self.counts)

    @cached_property
    def left(self) -> tuple[Array, Array]:
        """Rows of its class that a part has left without a unit, at least one; and whether it has any."""
        left = self.by_class[:, None, :] - self.counts
        return np.maximum(left, 1), left > 0

    @cached_property
    def made(self) -> dict[bytes, UnitCounts]:
        """Selections that were asked for."""
        return {}

    def of(self, repeats: Array) -> UnitCounts:
        """Some repeats alone (bool, one for each)."""
        if repeats.all():
            return self
        key = repeats.tobytes()
        if key not in self.made:
            self.made[key] = UnitCounts(counts=self.counts[np.repeat(repeats, 2)], blocks=self.blocks)
        return self.made[key]


def over_classes(values: Array) -> Array:
    """The sum over the last axis, a short one, class by class: far faster than by rows of two."""
    return reduce(np.add, np.moveaxis(values, -1, 0))


def over_units(values: Array) -> Array:
    """The sums over the units: (2R, B, C) → (2R, C)."""
    return np.stack([one.sum(axis=1) for one in np.moveaxis(values, -1, 0)], axis=-1)


@door
def cells_of_sums(sums: Array, counted: UnitCounts, *, value: float) -> Cells:
    """From sums of row values by part, unit and class (2R, B, C); class weights are kept where there are classes.

    >>> counts = np.array([[[1, 0], [0, 1], [0, 0], [0, 0]], [[0, 0], [0, 0], [1, 0], [0, 1]]])
    >>> cells = cells_of_sums(counts * [1.0, 0.0], UnitCounts(counts=counts), value=0.5)
    >>> cells.parts.tolist(), cells.between.tolist()
    ([0.5, 0.5], [0.5, -0.5, 0.5, -0.5])
    """
    counts = counted.counts
    if sums.shape != counts.shape:
        raise BadInput(f"sums {sums.shape} and counts {counts.shape} must both be by part, unit and class.")
    n_c, s_c = counted.by_class, over_units(sums)                         # (2R, C)
    size = np.maximum(n_c.sum(axis=1), 1)
    left, any_left = counted.left
    whole = s_c[:, None, :]
    kept = np.where(any_left, n_c[:, None, :] * (whole - sums) / left, whole)
    between, shares = _class_shares(s_c, counted)
    return Cells(value=value, parts=s_c.sum(axis=1) / size, without=over_classes(kept) / size[:, None],
                 tested=counted.tested, between=between, shares=shares)


def _with_gaps(values: Any, name: str) -> Array:
    """Numbers, of which those that were not tested may be missing."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise BadInput(f"{name} must hold numbers.") from None


@door(without=_with_gaps, tested=column)
def cells_of_parts(parts: Array, without: Array, tested: Array) -> Cells:
    """From the score of each part, and of each without every unit: areas, and whatever is no function of sums."""
    if without.shape != tested.shape or parts.shape != tested.shape[:1] or tested.ndim != 2:
        raise BadInput(f"parts {parts.shape}, without {without.shape} and tested {tested.shape} are not of one size.")
    kept = np.where(tested, without, 0.0)
    if not np.isfinite(kept).all():
        raise BadInput("the score of a part without one of its units is missing or infinite.")
    return Cells(value=float(parts.mean()), parts=parts, without=kept, tested=tested,
                 between=np.zeros(tested.shape[1]))


def _class_shares(sums: Array, counted: UnitCounts) -> tuple[Array, float]:
    """What the chance of the class shares adds, which halves of equal shares hide: by unit, or in all for blocks.

    `sums` are those of each class in each part.
    """
    counts = counted.counts
    n_units, repeats = counts.shape[1], counts.shape[0] / 2
    times = counted.by_class.sum(axis=0)
    means = sums.sum(axis=0) / np.maximum(times, 1)
    rows = times / repeats
    n = rows.sum()
    apart = means - (rows * means).sum() / n
    if not counted.blocks:
        return n_units / n * (counts.sum(axis=0) / repeats) @ apart, 0.0
    return np.zeros(n_units), float((rows * apart**2).sum() / n / (n - 1))
