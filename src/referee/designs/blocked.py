"""Folds of successive times, with a gap: every time is tested once, by a model that saw nothing near it.

Chu, C.-K. and Marron, J. (1991). Comparison of two bandwidth selectors with dependent errors. Annals of Statistics 19,
1906-1918; Racine, J. (2000). Consistent cross-validatory model-selection for dependent data: hv-block cross-validation.
Journal of Econometrics 99, 39-61. Models are trained on both sides of the test part: this asks how well times are told
from their neighbourhood, not how well the future is told from the past, which is `rolling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Hand, whole_number
from referee.designs._in_time import NO_ORDER, InTime
from referee.designs.units import Units
from referee.kinds import Array


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked(InTime):
    """Test each of `folds` blocks of successive times on a model of all times more than `gap` away from it.

    >>> for train, test in Blocked(folds=3, gap=1, seed=0).parts(7):
    ...     print(train, test)
    [4 5 6] [0 1 2]
    [0 1 6] [3 4]
    [0 1 2 3] [5 6]
    """

    name = "blocked"
    summary = "folds of successive times, with a gap around each"

    folds: int = 5
    gap: int = 0

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, at_least=2)
        whole_number("gap", self.gap, at_least=0)

    def parts(self, times: int) -> Iterator[Hand]:
        """Block after block."""
        for block in blocks(times, self.folds):
            yield away_from(block, times, before=self.gap, after=self.gap), block

    def objection(self, units: Units) -> str | None:
        """No order, more folds than times, or nothing left to train on."""
        return block_objection(units, self.folds, around=self.gap)

    def describe(self) -> str:
        """For example: 5 blocks of successive times, with a gap of 2 around each."""
        gap = f", with a gap of {self.gap} around each" if self.gap else ""
        return f"{self.folds} blocks of successive times{gap}"


def blocks(times: int, folds: int) -> list[Array]:
    """Times in so many runs, as even as can be; the first ones are the longer ones."""
    return np.array_split(np.arange(times), folds)


def away_from(block: Array, times: int, *, before: int, after: int) -> Array:
    """The times outside a block, but for so many before it and so many after it."""
    place = np.arange(times)
    return np.asarray(place[(place < block[0] - before) | (place > block[-1] + after)])


def block_objection(units: Units, folds: int, *, around: int) -> str | None:
    """Why times cannot be dealt into blocks with so many left out around each."""
    times = len(units)
    if units.time is None:
        return NO_ORDER
    if folds > times:
        return f"{folds} folds need at least {folds} {units.word}, and there are {times}"
    if any(away_from(block, times, before=around, after=around).size == 0 for block in blocks(times, folds)):
        return (f"{around} times left out around each of {folds} blocks leave none of {times} to train on; ask for "
                f"more folds, or leave out fewer")
    return None
