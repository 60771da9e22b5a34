"""A training sample of a given size and a random test set of a given size, repeated: Algorithm 1 of Guo's thesis.

In each repeat a random test set is set aside, and the training sample is drawn from the other rows, class by class in
proportion (4.4.2 of the thesis). The randomness does not depend on the size of the training sample: plans of different
sizes share their test sets, and the smaller samples are contained in the larger ones, so that learning curves are
drawn on the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, whole_number
from referee.designs.units import Deck, Units
from referee.kinds import Array


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Sized(Design):
    """Train on `train` rows, test on `test` random others, `repeats` times.

    >>> print(Sized(train=50, test=30, repeats=10, seed=0).describe())
    10 random samples of 50 rows to train on, each with 30 random others to test on, stratified
    """

    name = "sized"
    summary = "random training samples of a given size, each tested on a random test set of a given size"

    train: int = 100
    test: int = 100
    repeats: int = 10

    def __post_init__(self) -> None:
        whole_number("train", self.train, at_least=2)
        whole_number("test", self.test, at_least=1)
        whole_number("repeats", self.repeats, at_least=1)

    @property
    def n_repeats(self) -> int:
        """How many random samples."""
        return self.repeats

    def address(self) -> tuple[str | int, ...]:
        """All training sizes share one randomness."""
        return (self.name, f"test={self.test}")

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """The test set from all units alike; the training sample from every stratum in proportion."""
        test = draw.permutation(deck.order)[: self.test]
        rest = [block[~np.isin(block, test)] for block in deck.blocks]
        yield proportional(rest, draw)[: self.train], test

    def objection(self, units: Units) -> str | None:
        """More units asked for than there are."""
        wanted = self.train + self.test
        if len(units) >= wanted:
            return None
        return (f"{self.train:,} {units.word} to train on and {self.test:,} to test on are {wanted:,}, and there are "
                f"{len(units):,}; ask for fewer")

    def describe(self) -> str:
        """For example: 10 random samples of 50 rows to train on, each with 30 random others to test on, stratified."""
        return (f"{self.repeats} random samples of {self.train:,} rows to train on, each with {self.test:,} random "
                f"others to test on" + (", stratified" if self.stratified else ""))


def proportional(blocks: list[Array], draw: np.random.Generator) -> Array:
    """All units in an order of which every beginning has each stratum in proportion, to within a unit."""
    filled = [block for block in blocks if block.size]
    places = [(np.arange(block.size) + draw.uniform()) / block.size for block in filled]
    return np.concatenate(filled)[np.argsort(np.concatenate(places), kind="stable")]
