"""A training sample of a given size and a random test set of a given size, repeated: Algorithm 1 of Guo's thesis.

In each repeat a random test set is set aside, and the training sample is drawn from the other rows, class by class in
proportion (4.4.2 of the thesis). The randomness does not depend on the size of the training sample: plans of different
sizes share their test sets, and the smaller samples are contained in the larger ones, so that learning curves are
drawn on the same rows. Where rows come in groups, whole groups are taken until there are so many rows.
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
        test = filled(draw.permutation(deck.order), self.test, deck.sizes)
        rest = [block[~np.isin(block, test)] for block in deck.blocks]
        if deck.sizes is not None:          # large groups stand first, and would all be trained on
            rest = [draw.permutation(block) for block in rest]
        yield filled(proportional(rest, draw), self.train, deck.sizes), test

    def objection(self, units: Units) -> str | None:
        """More rows asked for than there are, or fewer than some group has."""
        wanted = self.train + self.test
        if units.n_rows < wanted:
            return (f"{self.train:,} rows to train on and {self.test:,} to test on are {wanted:,}, and there are "
                    f"{units.n_rows:,}; ask for fewer")
        largest = 1 if units.together is None else int(np.bincount(units.together).max())
        if min(self.train, self.test) < largest:
            return (f"one of the {units.word} has {largest:,} rows, more than the {min(self.train, self.test):,} to "
                    f"train or test on; ask for more")
        return None

    def describe(self) -> str:
        """For example: 10 random samples of 50 rows to train on, each with 30 random others to test on, stratified."""
        return (f"{self.repeats} random samples of {self.train:,} rows to train on, each with {self.test:,} random "
                f"others to test on" + (", stratified" if self.stratified else ""))


def filled(units: Array, rows: int, sizes: Array | None) -> Array:
    """The first units that make up so many rows; one that would make it more is passed over.

    >>> filled(np.array([3, 0, 2, 1]), 4, np.array([2, 1, 3, 1])).tolist()
    [3, 0, 1]
    """
    if sizes is None:
        return units[:rows]
    taken, left = [], rows
    for unit in units:
        if sizes[unit] <= left:
            taken.append(unit)
            left -= int(sizes[unit])
        if not left:
            break
    return np.array(taken, dtype=np.int64)


def proportional(blocks: list[Array], draw: np.random.Generator) -> Array:
    """All units in an order of which every beginning has each stratum in proportion, to within a unit."""
    filled = [block for block in blocks if block.size]
    places = [(np.arange(block.size) + draw.uniform()) / block.size for block in filled]
    return np.concatenate(filled)[np.argsort(np.concatenate(places), kind="stable")]
