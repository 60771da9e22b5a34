"""Complementary halves, again and again: what the halves jackknife reads a variance from, after passes of k folds.

Each repeat deals the rows into two halves of like class shares; a model of each half is tested on the other. Over
`repeats` repeats every unit is trained on and tested equally often, and how scores move with it shows what it is worth
(docs/halves.md). Up to `ROWS` rows the units are rows; beyond, `BLOCKS` blocks of rows, dealt class by class once and
for all, which always stay together; groups are whole. Before the halves stand `passes` passes of `folds` folds, for the
score of models that are trained on nearly all rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, whole_number
from referee.designs.kfold import KFold
from referee.designs.units import Deck, Units
from referee.kinds import Array
from referee.seeds import stream

ROWS = 200              # up to here each row is a unit; 100 halves can tell the influence of about so many apart
BLOCKS = 50             # beyond
FEWEST, FEWEST_GROUPS = 8, 5


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Halves(Design):
    """Deal the rows into two halves `repeats` times, after `passes` passes of `folds` folds.

    >>> print(Halves(seed=0).describe())
    50 repeats of complementary halves after 10-fold cross-validation, stratified
    >>> print(Halves(repeats=25, passes=0, seed=0).describe())
    25 repeats of complementary halves, stratified
    """

    name = "halves"
    summary = "repeats of complementary halves, after passes of k folds: the default"

    repeats: int = 50
    folds: int = 10
    passes: int = 1

    def __post_init__(self) -> None:
        whole_number("repeats", self.repeats, at_least=2)
        whole_number("folds", self.folds, at_least=3)
        whole_number("passes", self.passes, at_least=0)

    @property
    def n_repeats(self) -> int:
        """Passes, then halvings."""
        return self.passes + self.repeats

    def address(self) -> tuple[str | int, ...]:
        """The halvings are the same whatever stands before them."""
        return (self.name,)

    def divisions(self, units: Units, number: int) -> Iterator[Hand]:
        """A pass of the k-fold design, with as many folds as there are units at most; or a halving."""
        if number < self.passes:
            yield from KFold(folds=min(self.folds, len(units)), seed=self.seed).divisions(units, number)
            return
        draw = stream(self.seed, *self.address(), number - self.passes)
        yield from self.deal(self._deck(units, draw), draw)

    def _deck(self, units: Units, draw: np.random.Generator) -> Deck:
        """Strata of rows; of groups only where each is of one class. Sizes of groups play no part: halves that are
        balanced by size put like beside like, and the contrast of a group then holds its partner's effect too."""
        order, strata = draw.permutation(len(units)), units.strata
        if strata is None or not units.pure:
            return Deck((order,))
        return Deck(tuple(order[strata[order] == s] for s in np.unique(strata)))

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """One unit to this half, one to that, stratum after stratum, beginning at a random side."""
        blocks = self._blocks(deck, draw) if len(deck) > ROWS else None
        start, order = int(draw.integers(2)), deck.order
        for first in (start, 1 - start):
            yield None, order[first::2] if blocks is None else np.concatenate(blocks[first::2])

    def _blocks(self, deck: Deck, draw: np.random.Generator) -> list[Array]:
        """The same blocks in every repeat, in another order; round after round through the classes."""
        fixed = stream(self.seed, self.name, "blocks")
        order = np.concatenate([fixed.permutation(np.sort(block)) for block in deck.blocks])
        blocks = [order[i::BLOCKS] for i in range(BLOCKS)]
        return [blocks[i] for i in draw.permutation(BLOCKS)]

    def objection(self, units: Units) -> str | None:
        """Too few units to halve."""
        fewest = FEWEST if units.groups is None else FEWEST_GROUPS
        if len(units) < fewest:
            return f"halves need at least {fewest} {units.word}, and there are {len(units)}"
        return None

    def describe(self) -> str:
        """For example: 50 repeats of complementary halves after 10-fold cross-validation, stratified."""
        before = ""
        if self.passes:
            before = " after " + KFold(folds=self.folds, repeats=self.passes, seed=self.seed,
                                       stratified=False).describe()
        return f"{self.repeats} repeats of complementary halves{before}" + (", stratified" if self.stratified else "")
