"""Resubstitution: train and test on the same rows. Optimistic; of use only to see how much a model memorises.

Reich & Barai (1999), section 2.2.1: R, "a poor method".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand
from referee.designs.units import Deck, Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Resubstitution(Design):
    """Train on all rows, test on the same.

    >>> print(Resubstitution(seed=0).describe())
    resubstitution (tested on the training rows: optimistic)
    """

    name = "resubstitution"
    summary = "train and test on the same rows: optimistic, for diagnosis only"
    can_stratify = False

    stratified: bool = False

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002 - nothing is random
        """All units on both sides."""
        everything = np.sort(deck.order)
        yield everything, everything

    def objection(self, units: Units) -> str | None:  # noqa: ARG002 - it can always be done
        """None."""
        return None

    def describe(self) -> str:
        """resubstitution."""
        return "resubstitution (tested on the training rows: optimistic)"
