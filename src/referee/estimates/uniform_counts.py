"""How often each of n cells is hit by draws with equal chances: exact, and fast for many cells.

A bootstrap of n rows is n such draws. Counting random row numbers jumps through memory; here the draws are
first dealt to blocks of 256 cells (a multinomial draw), then each picks its cell in the block by one random
byte. The distribution is exactly that of n draws with replacement, at about half the time for large n.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

BLOCK = 256


def uniform_counts(rng: np.random.Generator, n: int, resamples: int) -> Array:
    """How often each of n cells is drawn in n draws, for some resamples, (resamples, n).

    >>> from referee.seeds import stream
    >>> counts = uniform_counts(stream(1, "doctest"), 1000, 3)
    >>> counts.sum(axis=1).tolist(), counts.shape
    ([1000, 1000, 1000], (3, 1000))
    """
    if n < 8 * BLOCK:
        drawn = rng.integers(n, size=(resamples, n))
        drawn += np.arange(0, resamples * n, n)[:, None]
        return np.bincount(drawn.ravel(), minlength=resamples * n).reshape(resamples, n)
    return np.stack([_dealt(rng, n) for _ in range(resamples)])


def _dealt(rng: np.random.Generator, n: int) -> Array:
    """The counts of one resample of many cells, dealt to blocks first; the cells after the last block apart."""
    blocks, rest = divmod(n, BLOCK)
    inside = int(rng.binomial(n, blocks * BLOCK / n)) if rest else n
    per_block = rng.multinomial(inside, np.full(blocks, 1 / blocks))
    first = np.repeat(np.arange(0, blocks * BLOCK, BLOCK), per_block)
    which = rng.integers(0, 2**64, size=inside // 8 + 1, dtype=np.uint64).view(np.uint8)[:inside]
    counts = np.bincount(first + which, minlength=n)
    if rest:
        counts[blocks * BLOCK:] = np.bincount(rng.integers(rest, size=n - inside), minlength=rest)
    return counts
