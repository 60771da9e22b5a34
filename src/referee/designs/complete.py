"""Complete cross-validation: every possible test set of a given size, once.

Reich & Barai (1999), section 2.2.3: the average over all C(n, n/k) subsets, of which k-fold is a sample
without the luck of the draw. Kohavi (1995), IJCAI 2, 1137-1143. The number of fits grows so fast that it is for
few rows only. Each row is tested again and again beside others, so test sets overlap: no interval or test here is
justified for their scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from referee.designs._base import DESIGNS, Design, Hand, whole_number
from referee.designs.units import Deck, Units

MOST = 20_000


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Complete(Design):
    """Test every set of `test` units on a model of all others.

    >>> print(Complete(test=3, seed=0).describe())
    complete cross-validation, every 3 left out
    """

    name = "complete"
    summary = f"complete cross-validation: every test set of a given size (at most {MOST:,} of them)"
    can_stratify = False

    stratified: bool = False
    test: int = 2

    def __post_init__(self) -> None:
        whole_number("test", self.test, at_least=1)

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002 - nothing is random
        """Sets in the order of their first units."""
        for units in combinations(np.sort(deck.order).tolist(), self.test):
            yield None, np.array(units)

    def objection(self, units: Units) -> str | None:
        """Nothing left to train on, or too many sets."""
        if self.test >= len(units):
            return f"{self.test} {units.word} to test on leave none of the {len(units)} {units.word} to train on"
        sets = comb(len(units), self.test)
        if sets <= MOST:
            return None
        size = f"{sets:,}" if sets < 10**12 else f"about 10^{len(str(sets)) - 1}"
        return (f"there are {size} sets of {self.test} out of {len(units)} {units.word}, more than the {MOST:,} that "
                f"complete cross-validation goes through; leave out fewer (complete:test=…), or sample the sets "
                f"(holdout:repeats=…, or kfold:repeats=…)")

    def describe(self) -> str:
        """For example: complete cross-validation, every 3 left out."""
        return f"complete cross-validation, every {self.test} left out"
