"""Leave-one-out: test each row on a model trained on all others; with groups, leave one group out.

Reich & Barai (1999), section 2.2.3: L, k-fold with k = n. Nearly unbiased; not for choosing among
linear models (Shao 1993).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand
from referee.designs.units import Deck, Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOneOut(Design):
    """Test each row, or each group, on a model trained on all others.

    >>> print(LeaveOneOut(seed=0).describe())
    leave-one-out
    """

    name = "loo"
    summary = "leave-one-out (leave-one-group-out when there are groups)"
    can_stratify = False

    stratified: bool = False

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002 - nothing is random
        """Units in their own order."""
        for unit in np.sort(deck.order)[:, None]:
            yield None, unit

    def objection(self, units: Units) -> str | None:
        """A single unit."""
        return f"leave-one-out needs at least 2 {units.word}, and there is {len(units)}" if len(units) < 2 else None

    def describe(self) -> str:
        """leave-one-out."""
        return "leave-one-out"
