"""How often each of n cells is hit by draws with equal chances: exact, and fast for many cells.

A bootstrap of n rows is n such draws. Counting random row numbers jumps through memory; here the draws are
first dealt to blocks of 256 cells (a multinomial draw), then each picks its cell in the block by one random
byte. The distribution is exactly that of n draws with replacement, at about half the time for large n.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

BLOCK = 256


def uniform_counts(rng: np.random.Generator, n: int, draws: int) -> Array:
    """The counts of one resample, (n,).

    >>> from referee.seeds import stream
    >>> counts = uniform_counts(stream(1, "doctest"), 1000, 1000)
    >>> int(counts.sum()), counts.size
    (1000, 1000)
    """
    blocks, rest = divmod(n, BLOCK)
    if blocks < 8:
        return np.bincount(rng.integers(n, size=draws), minlength=n)
    inside = int(rng.binomial(draws, blocks * BLOCK / n)) if rest else draws
    per_block = rng.multinomial(inside, np.full(blocks, 1 / blocks))
    first = np.repeat(np.arange(0, blocks * BLOCK, BLOCK), per_block)
    counts = np.bincount(first + np.frombuffer(rng.bytes(inside), np.uint8), minlength=n)
    if rest:
        counts[blocks * BLOCK:] = np.bincount(rng.integers(rest, size=draws - inside), minlength=rest)
    return counts
