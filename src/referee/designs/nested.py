"""Nested cross-validation: k-fold, and inside every fold's training rows the other folds in turn.

Bates, Hastie & Tibshirani (2023), JASA 119, 1434-1445. The model that tests fold g inside the training rows of fold f
is trained on all rows but those of f and g, and so is the one that tests f inside those of g: one fit serves both, and
a repeat takes k + k(k−1)/2 fits. Labels: "r/f" for the fold f of repeat r, "r/f-g" for the pair, whose test rows are
those of both folds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, thin_class, whole_number
from referee.designs.units import Deck, Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Nested(Design):
    """Deal the rows into `folds` heaps; leave out each heap, and each pair of heaps; `repeats` times.

    >>> print(Nested(folds=5, repeats=20, seed=0).describe())
    nested cross-validation (5 folds, repeated 20 times), stratified
    >>> [Nested(folds=3, seed=0).label(i) for i in range(6)]
    ['0', '1', '2', '0-1', '0-2', '1-2']
    """

    name = "nested"
    summary = "nested cross-validation, for an interval that holds on few rows"

    folds: int = 5
    repeats: int = 20

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, at_least=3)
        whole_number("repeats", self.repeats, at_least=1)

    @property
    def n_repeats(self) -> int:
        """How many times the rows are dealt afresh."""
        return self.repeats

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """The folds as k-fold deals them, then their pairs."""
        order, start = deck.order, int(draw.integers(self.folds))
        heaps = [order[(fold - start) % self.folds :: self.folds] for fold in range(self.folds)]
        for heap in heaps:
            yield None, heap
        for f, g in combinations(range(self.folds), 2):
            yield None, np.concatenate([heaps[f], heaps[g]])

    def label(self, part: int) -> str:
        """A fold's number, or those of a pair."""
        names = [str(f) for f in range(self.folds)]
        names += [f"{f}-{g}" for f, g in combinations(range(self.folds), 2)]
        return names[part]

    def objection(self, units: Units) -> str | None:
        """More folds than units, or than units of some class."""
        if self.folds > len(units):
            return f"{self.folds} folds need at least {self.folds} {units.word}, and there are {len(units)}"
        return thin_class(
            units, self.folds, because=f"the {self.folds} folds",
            remedy="use fewer folds (design nested:folds=…), give up strata (nested:stratified=false)",
        )

    def describe(self) -> str:
        """For example: nested cross-validation (5 folds, repeated 20 times), stratified."""
        times = f", repeated {self.repeats} times" if self.repeats > 1 else ""
        return f"nested cross-validation ({self.folds} folds{times})" + (", stratified" if self.stratified else "")
