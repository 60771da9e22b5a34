"""Samples on which the truth about two learners is known (two Gaussians, Bayes error Φ(−δ)).

G1: two blocks of five features, each by itself as informative as its δ says; learner A sees the first, B the second.
With equal δ the two have exactly the same error by symmetry, and agree on few cases.
G1': both see the same ten features through a random projection to five drawn anew for each fit; A and B are one
procedure run twice, so that their errors are equal in distribution, and they agree on many cases.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import UnknownName
from referee.kinds import Array

WIDTH = 5               # features that a learner sees


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """Cases with what each learner sees of them; `projected` where that is redrawn for each fit."""

    y: Array                    # 0 or 1
    seen_by_a: Array
    seen_by_b: Array
    projected: bool = False


def draw(generator: str, n: int, deltas: tuple[float, float], random: np.random.Generator) -> Sample:
    """A sample of n cases, both classes present."""
    y = random.integers(2, size=n)
    while min(np.bincount(y, minlength=2)) < 5:
        y = random.integers(2, size=n)
    if generator == "G1":
        return Sample(y=y, seen_by_a=_block(y, deltas[0], WIDTH, random), seen_by_b=_block(y, deltas[1], WIDTH, random))
    if generator == "G1'":
        both = _block(y, deltas[0], 2 * WIDTH, random)
        return Sample(y=y, seen_by_a=both, seen_by_b=both, projected=True)
    raise UnknownName("generator", generator, ("G1", "G1'"))


def _block(y: Array, delta: float, width: int, random: np.random.Generator) -> Array:
    sign = 2.0 * y[:, None] - 1
    block: Array = sign * delta / np.sqrt(width) + random.normal(size=(len(y), width))
    return block
