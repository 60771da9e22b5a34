"""Every random number in referee is drawn here: randomness has an address, not a mood."""

from __future__ import annotations

import hashlib

import numpy as np


def stream(seed: int, *address: str | int) -> np.random.Generator:
    """The generator for one named purpose, the same on any worker in any order.

    >>> a, b = stream(7, "kfold", 0), stream(7, "kfold", 0)
    >>> bool(a.integers(2**32) == b.integers(2**32))
    True
    >>> bool(a.integers(2**32) == stream(7, "kfold", 1).integers(2**32))
    False
    """
    return np.random.default_rng([seed, *_words(address)])


def seed_for(seed: int, *address: str | int) -> int:
    """A whole number for things that take a `random_state` instead of a generator.

    >>> seed_for(7, "fit", "a") == seed_for(7, "fit", "a") != seed_for(7, "fit", "b")
    True
    """
    return int(stream(seed, *address).integers(2**31 - 1))


def _words(address: tuple[str | int, ...]) -> list[int]:
    digest = hashlib.sha256(repr(address).encode()).digest()
    return [int(word) for word in np.frombuffer(digest, dtype="<u4")]
