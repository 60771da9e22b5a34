"""One fixed test set, and many training samples drawn from the other rows: what a decomposition of the error needs.

Kohavi & Wolpert (1996), section 3: set a test set aside, and draw training sets of m rows from a pool of 2m without
replacement. Half of a sample's rows are in the next one too, so the variance comes out too small rather than too large.
With `replace` the samples are bootstrap samples of the pool. The test set is stratified; the samples are not: that a
class is rarer in one sample than in another is part of the variance. It is for `decompose` only: scores of many models
on one test set are no replicates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import Design, Hand, whole_number
from referee.designs.units import Deck, Units
from referee.errors import BadInput
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTest(Design):
    """Test on a share `test` of the units; train `samples` times on a share `train` of the others.

    >>> print(FixedTest(seed=0).describe())
    a fixed test set of 50% of the rows, and 50 training samples of 50% of the others without replacement
    """

    name = "fixed-test"
    summary = "a fixed test set and many training samples of the other rows"

    test: float = 0.5
    train: float = 0.5
    samples: int = 50
    replace: bool = False

    def __post_init__(self) -> None:
        for name, share, most in (("test", self.test, 0.9), ("train", self.train, 1.0)):
            if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= most:
                raise BadInput(f"{name} is a share above 0 and at most {most:g}, not {share!r}.")
        whole_number("samples", self.samples, at_least=2)
        if self.train == 1 and not self.replace:
            raise BadInput("train is 1, so that all samples would be the same rows; draw fewer, or with replacement.")

    def address(self) -> tuple[str | int, ...]:
        """Fifty samples begin with the same twenty."""
        return (self.name, f"test={self.test}", f"train={self.train}", f"replace={self.replace}")

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Every (1/test)-th unit of the shuffled deck to test on; the samples from the rest alike."""
        n = len(deck)
        size = min(max(round(n * self.test), 1), n - 2)
        ticks = np.floor((np.arange(n + 1) + draw.uniform()) * size / n)
        taken = np.diff(ticks) > 0
        test, pool = deck.order[taken], deck.order[~taken]
        for _ in range(self.samples):
            yield self._sample(pool, draw), test

    def _sample(self, pool: Array, draw: np.random.Generator) -> Array:
        size = max(round(pool.size * self.train), 1)
        return draw.choice(pool, size=size, replace=self.replace)

    def objection(self, units: Units) -> str | None:
        """Too few units for samples that differ."""
        if len(units) >= 8:
            return None
        return f"a fixed test set and samples of the others need at least 8 {units.word}, and there are {len(units)}"

    def describe(self) -> str:
        """What is tested on, and how the samples are drawn."""
        how = "with" if self.replace else "without"
        return (f"a fixed test set of {100 * self.test:.3g}% of the rows, and {self.samples} training samples of "
                f"{100 * self.train:.3g}% of the others {how} replacement")
