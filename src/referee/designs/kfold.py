"""k-fold cross-validation, once or repeated: every row is tested once a repeat, by a model that never saw it.

Reich & Barai (1999), section 2.2.3: K and K^I; about ten folds, ten repeats. Stone (1974), JRSS B 36, 111-147.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, thin_class, whole_number
from referee.designs.units import Deck, Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class KFold(Design):
    """Deal the rows into `folds` heaps; test each heap on a model trained on the others.

    >>> print(KFold(folds=5, repeats=2, seed=0).describe())
    5-fold cross-validation repeated 2 times, stratified
    """

    name = "kfold"
    summary = "k-fold cross-validation, perhaps repeated"

    folds: int = 10
    repeats: int = 1

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, at_least=2)
        whole_number("repeats", self.repeats, at_least=1)

    @property
    def n_repeats(self) -> int:
        """How many times the rows are dealt afresh."""
        return self.repeats

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Unit i of the deck goes to fold i mod k: within one of even, in all and in every stratum."""
        order, start = deck.order, int(draw.integers(self.folds))
        if deck.sizes is not None:      # units stand by size: chance is only who of a round and a stratum goes where
            ends = np.cumsum([block.size for block in deck.blocks])[:-1]
            cuts = np.union1d(np.arange(self.folds, order.size, self.folds), ends)
            order = np.concatenate([draw.permutation(part) for part in np.split(order, cuts)])
        for fold in range(self.folds):
            yield None, order[(fold - start) % self.folds :: self.folds]

    def objection(self, units: Units) -> str | None:
        """More folds than units, or than units of some class."""
        if self.folds > len(units):
            return f"{self.folds} folds need at least {self.folds} {units.word}, and there are {len(units)}"
        return thin_class(
            units, self.folds, because=f"the {self.folds} folds",
            remedy="use fewer folds (design kfold:folds=…), give up strata (kfold:stratified=false)",
        )

    def describe(self) -> str:
        """For example: 10-fold cross-validation repeated 10 times, stratified."""
        times = f" repeated {self.repeats} times" if self.repeats > 1 else ""
        return f"{self.folds}-fold cross-validation{times}" + (", stratified" if self.stratified else "")
