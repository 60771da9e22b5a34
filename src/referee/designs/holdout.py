"""Hold-out, once or repeated: train on a part, test on the rest.

Reich & Barai (1999), section 2.2.2: H (2/3 to train, 1/3 to test) and random subsampling H^I.
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
class HoldOut(Design):
    """Set a share `test` of the rows aside, train on the others; `repeats` times with fresh splits.

    >>> print(HoldOut(test=0.1, repeats=25, seed=0).describe())
    25 random splits (90% to train, 10% to test), stratified
    """

    name = "holdout"
    summary = "one or several random splits into a part to train on and a part to test on"

    test: float = 1 / 3
    repeats: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.test, bool) or not isinstance(self.test, int | float) or not 0 < self.test < 1:
            raise BadInput(f"test is the share of rows to test on, between 0 and 1, not {self.test!r}.")
        whole_number("repeats", self.repeats, at_least=1)

    @property
    def n_repeats(self) -> int:
        """How many random splits."""
        return self.repeats

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Take every (1/test)-th unit of the deck: systematic sampling is proportional in every stratum."""
        n = len(deck)
        size = min(max(round(n * self.test), 1), n - 1)
        ticks = np.floor((np.arange(n + 1) + draw.uniform()) * size / n)
        taken = np.diff(ticks) > 0
        yield None, deck.order[taken]

    def objection(self, units: Units) -> str | None:
        """Fewer than two units in all or in some class."""
        if len(units) < 2:
            return f"a hold-out needs at least 2 {units.word}, and there is {len(units)}"
        return thin_class(units, 2, because="2 (one to train on, one to test on)",
                          remedy="give up strata (holdout:stratified=false)")

    def describe(self) -> str:
        """For example: hold-out (67% to train, 33% to test), stratified."""
        share = f"({100 * (1 - self.test):.3g}% to train, {100 * self.test:.3g}% to test)"
        what = "hold-out" if self.repeats == 1 else f"{self.repeats} random splits"
        return f"{what} {share}" + (", stratified" if self.stratified else "")
