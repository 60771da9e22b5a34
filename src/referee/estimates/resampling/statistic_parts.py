"""What a statistic is made of where rows are looked at one by one: means and AUCs, added up with signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeanPart:
    """Σ times·sums / Σ times·sizes, and `outer` of it; without sizes every row is of size one."""

    sums: Array
    sizes: Array | None = None
    outer: Callable[[float], float] | None = None
    sign: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AucPart:
    """The share of pairs in order; `place` orders the rows by score, negatives before positives of one score."""

    place: Array
    positive: Array             # bool
    score: Array                # the distinct score of each row, as a number from 0
    sign: int = 1


Part = MeanPart | AucPart
