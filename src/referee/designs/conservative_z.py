"""Paired halves: random splits of all rows, and of both halves of the rows, for the conservative z interval.

Nadeau & Bengio (2003), Machine Learning 52, 239-281; as `conz` of the R package mlr3inferr. `splits` random splits of
all rows give the estimate; `halvings` random halvings, each half split as often with test parts of the same size, give
its variance. Labels: "0/j" for split j of all rows, "0/m.h-j" for split j of half h of halving m.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, thin_class, whole_number
from referee.designs.units import Deck, Units
from referee.errors import BadInput
from referee.kinds import Array


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class ConservativeZ(Design):
    """Split all rows `splits` times, and so each half of `halvings` halvings.

    >>> print(ConservativeZ(seed=0).describe())
    5 random splits (90% to train, 10% to test), and 5 of each half in 10 halvings, stratified
    >>> [ConservativeZ(splits=1, halvings=1, seed=0).label(i) for i in range(3)]
    ['0', '0.0-0', '0.1-0']
    """

    name = "conservative-z"
    summary = "random splits of all rows and of halves of them, for a safe interval on many rows"

    splits: int = 5
    halvings: int = 10
    test: float = 0.1

    def __post_init__(self) -> None:
        whole_number("splits", self.splits, at_least=1)
        whole_number("halvings", self.halvings, at_least=1)
        if isinstance(self.test, bool) or not isinstance(self.test, int | float) or not 0 < self.test <= 0.25:
            raise BadInput(f"test is the share of rows to test on, above 0 and at most 0.25, not {self.test!r}.")

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Splits of everything, then of one half after the other."""
        size = max(round(len(deck) * self.test), 1)
        for _ in range(self.splits):
            yield None, _some(deck, size, draw)
        for _ in range(self.halvings):
            shuffled = tuple(draw.permutation(block) for block in deck.blocks)
            order = np.concatenate(shuffled)
            for half in (order[0::2], order[1::2]):
                part = Deck(tuple(block[np.isin(block, half)] for block in shuffled))
                for _ in range(self.splits):
                    test = _some(part, size, draw)
                    yield np.setdiff1d(half, test), test

    def label(self, part: int) -> str:
        """Which split, of which half of which halving."""
        if part < self.splits:
            return str(part)
        rest, split = divmod(part - self.splits, self.splits)
        halving, half = divmod(rest, 2)
        return f"{halving}.{half}-{split}"

    def objection(self, units: Units) -> str | None:
        """Halves too small to be split, or a class that would be missing from one."""
        if len(units) < 8:
            return f"halves need at least 8 {units.word} in all, and there are {len(units)}"
        return thin_class(units, 4, because="4 (two in each half)",
                          remedy="give up strata (conservative-z:stratified=false)")

    def describe(self) -> str:
        """For example: 5 random splits (90% to train, 10% to test), and 5 of each half in 10 halvings."""
        share = f"({100 * (1 - self.test):.3g}% to train, {100 * self.test:.3g}% to test)"
        return (f"{self.splits} random splits {share}, and {self.splits} of each half in {self.halvings} halvings"
                + (", stratified" if self.stratified else ""))


def _some(deck: Deck, size: int, draw: np.random.Generator) -> Array:
    """So many units, in proportion from every stratum: every (n/size)-th of a shuffled deck."""
    order = np.concatenate([draw.permutation(block) for block in deck.blocks])
    ticks = np.floor((np.arange(order.size + 1) + draw.uniform()) * size / order.size)
    return np.asarray(order[np.diff(ticks) > 0])
