"""The bootstrap: train on n rows drawn with replacement, test on the rows not drawn, or on all.

Reich & Barai (1999), section 2.2.4; Efron (1983), JASA 78, 316-331. About 63.2% of the rows are drawn.
With `tested=all` every row is predicted by every sample's model: who was left out is known from the sample, and the
optimism needs the others too. The samples are the same either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, thin_class, whole_number
from referee.designs.units import Deck, Units
from referee.errors import BadInput


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap(Design):
    """Draw as many units as there are, with replacement (within each class); test on those not drawn.

    >>> print(Bootstrap(resamples=100, seed=0).describe())
    100 bootstrap samples, tested on the rows not drawn, stratified
    """

    name = "bootstrap"
    summary = "bootstrap samples, tested on the rows not drawn"

    resamples: int = 200
    tested: str = "left-out"         # or "all"

    def __post_init__(self) -> None:
        whole_number("resamples", self.resamples, at_least=1)
        if self.tested not in {"left-out", "all"}:
            raise BadInput(f"tested is left-out (the rows not drawn) or all, not {self.tested!r}.")

    @property
    def n_repeats(self) -> int:
        """Each sample is a repeat of its own."""
        return self.resamples

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Draw within each stratum; in the rare case that nothing is left to test on, draw again."""
        everything = deck.order
        while True:
            train = np.concatenate([draw.choice(block, size=block.size) for block in deck.blocks])
            left = np.setdiff1d(everything, train)
            if left.size:
                break
        yield train, np.sort(everything) if self.tested == "all" else left

    def objection(self, units: Units) -> str | None:
        """Too few units for any to be left out."""
        if len(units) < 2:
            return f"a bootstrap needs at least 2 {units.word}, and there is {len(units)}"
        return thin_class(units, 2, because="2", remedy="give up strata (bootstrap:stratified=false)")

    def describe(self) -> str:
        """For example: 200 bootstrap samples, tested on the rows not drawn, stratified."""
        on = "all rows" if self.tested == "all" else "the rows not drawn"
        return f"{self.resamples} bootstrap samples, tested on {on}" + (", stratified" if self.stratified else "")
