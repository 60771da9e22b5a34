"""How often each of n cells is hit by draws with equal chances: exact, and fast for many cells.

A bootstrap of n rows is n such draws. Counting random row numbers jumps through memory; here the draws are
first dealt to blocks of 256 cells (a multinomial draw), then each picks its cell in the block by one random
byte. The distribution is exactly that of n draws with replacement, at about half the time for large n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.kinds import Array

BLOCK = 256
DEALT = 8 * BLOCK       # rows from which dealing to blocks pays


def uniform_counts(rng: np.random.Generator, n: int, resamples: int) -> Array:
    """How often each of n cells is drawn in n draws, for some resamples, (resamples, n).

    >>> from referee.seeds import stream
    >>> counts = uniform_counts(stream(1, "doctest"), 1000, 3)
    >>> counts.sum(axis=1).tolist(), counts.shape
    ([1000, 1000, 1000], (3, 1000))
    """
    if n < DEALT:
        drawn = rng.integers(n, size=(resamples, n))
        drawn += np.arange(0, resamples * n, n)[:, None]
        return np.bincount(drawn.ravel(), minlength=resamples * n).reshape(resamples, n)
    return np.stack([deal(rng, n).counts(n) for _ in range(resamples)])


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """One resample of n ≥ 2048 rows: how many draws fall into each block of 256 rows, and at which of them."""

    per_block: Array
    which: Array        # bytes, block after block
    rest: Array         # the draws among the rows after the last block

    def counts(self, n: int) -> Array:
        """How often each row was drawn."""
        within = self.per_block.size * BLOCK
        counts = np.bincount(np.repeat(np.arange(0, within, BLOCK), self.per_block) + self.which, minlength=n)
        if within < n:
            counts[within:] = np.bincount(self.rest, minlength=n - within)
        return counts


def deal(rng: np.random.Generator, n: int) -> Deal:
    """Draw n rows with replacement: first how many in each block, then the places; rows after the last block apart."""
    blocks, rest = divmod(n, BLOCK)
    inside = int(rng.binomial(n, blocks * BLOCK / n)) if rest else n
    per_block = rng.multinomial(inside, np.full(blocks, 1 / blocks))
    which = rng.integers(0, 2**64, size=inside // 8 + 1, dtype=np.uint64).view(np.uint8)[:inside]
    return Deal(per_block, which, rng.integers(rest, size=n - inside) if rest else np.empty(0, np.int64))
