"""Every random number in referee is drawn here: randomness has an address, not a mood."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np

from referee.errors import BadInput


def stream(seed: int, *address: str | int) -> np.random.Generator:
    """The generator for one named purpose, the same on any worker in any order.

    >>> a, b = stream(7, "kfold", 0), stream(7, "kfold", 0)
    >>> bool(a.integers(2**32) == b.integers(2**32))
    True
    >>> bool(a.integers(2**32) == stream(7, "kfold", 1).integers(2**32))
    False
    >>> stream(-7)
    Traceback (most recent call last):
    referee.errors.BadInput: seed is a whole number from 0 on, not -7.
    """
    if seed < 0:
        check_seed(seed)
    words = np.frombuffer(hashlib.sha256(repr(address).encode()).digest(), dtype="<u4")
    if seed < 2**32:        # as one array: the same words as in the list below, taken over at once
        return np.random.default_rng(np.concatenate([np.array([seed], dtype=np.uint32), words]))
    return np.random.default_rng([seed, *words.tolist()])


@lru_cache(maxsize=8192, typed=True)        # every learner of a study asks for the seed of each split
def seed_for(seed: int, *address: str | int) -> int:
    """A whole number for things that take a `random_state` instead of a generator.

    >>> seed_for(7, "fit", "a") == seed_for(7, "fit", "a") != seed_for(7, "fit", "b")
    True
    """
    return int(stream(seed, *address).integers(2**31 - 1))


@lru_cache(maxsize=1)
def _one_twister() -> np.random.RandomState:
    return np.random.RandomState()


def twister(seed: int) -> np.random.RandomState:
    """The generator that scikit-learn makes of such a `random_state`, at its beginning: for many small fits.

    To make one takes longer than to fit a small tree. There is one in a process, which is begun anew by every call, so
    what was asked for before has to be drawn before.

    >>> int(twister(3).randint(1000)) == int(np.random.RandomState(3).randint(1000))
    True
    """
    one = _one_twister()
    one.seed(seed)
    return one


def check_seed(seed: object) -> None:
    """Refuse what is no seed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")


def fresh_entropy() -> None:
    """Begin anew in a forked process: learners that draw from the global generator should not all draw alike."""
    np.random.seed()  # noqa: NPY002
