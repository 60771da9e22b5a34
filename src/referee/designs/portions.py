"""Disjoint portions of the rows, each split several times: what variance components need.

Reich & Barai (1999), eqs. 4-5: an error estimate varies with the sample (D), its split (T) and the learner's own
randomness (P). Rows dealt into portions are samples that share no row, so their differences show D honestly, for
samples of that size; random splits within a portion show T; the seeds are the runner's business. With one portion the
sample is all rows and is not varied. For `components` only. Labels: "0/s-t" is split t of portion s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import Design, Hand, thin_class, whole_number
from referee.designs.units import Deck, Units
from referee.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Portions(Design):
    """Deal the units into `samples` portions; split each at random `splits` times.

    >>> print(Portions(seed=0).describe())
    5 disjoint portions of the rows, each split 5 times (66.7% to train, 33.3% to test), stratified
    """

    name = "portions"
    summary = "disjoint portions of the rows, each split several times"

    samples: int = 5
    splits: int = 5
    test: float = 1 / 3

    def __post_init__(self) -> None:
        whole_number("samples", self.samples, at_least=1)
        whole_number("splits", self.splits, at_least=2)
        if isinstance(self.test, bool) or not isinstance(self.test, int | float) or not 0 < self.test < 1:
            raise BadInput(f"test is the share of rows to test on, between 0 and 1, not {self.test!r}.")

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """The deck is dealt round, so that every portion has each stratum in proportion; so is each split."""
        order = deck.order
        for sample in range(self.samples):
            portion = order[sample :: self.samples]
            blocks = [block[np.isin(block, portion)] for block in deck.blocks]
            size = min(max(round(portion.size * self.test), 1), portion.size - 1)
            for _ in range(self.splits):
                mixed = np.concatenate([draw.permutation(block) for block in blocks])
                ticks = np.floor((np.arange(mixed.size + 1) + draw.uniform()) * size / mixed.size)
                taken = np.diff(ticks) > 0
                yield mixed[~taken], mixed[taken]

    def label(self, part: int) -> str:
        """Which portion, and which split of it."""
        sample, split = divmod(part, self.splits)
        return f"{sample}-{split}"

    def objection(self, units: Units) -> str | None:
        """Portions too small to be split, or without some class."""
        needed = 4 * self.samples
        if len(units) < needed:
            return (f"{self.samples} portions need at least {needed} {units.word}, and there are {len(units)}; "
                    f"ask for fewer portions")
        return thin_class(units, 2 * self.samples, because=f"2 in each of {self.samples} portions",
                          remedy="ask for fewer portions")

    def describe(self) -> str:
        """How many portions, and how each is split."""
        share = f"({100 * (1 - self.test):.3g}% to train, {100 * self.test:.3g}% to test)"
        what = ("all rows" if self.samples == 1 else f"{self.samples} disjoint portions of the rows, each")
        return f"{what} split {self.splits} times {share}" + (", stratified" if self.stratified else "")
