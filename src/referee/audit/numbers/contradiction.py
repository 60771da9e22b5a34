"""What the numbers checker says: figures that cannot be true together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf


class Strength(Enum):
    """How much a contradiction rests on."""

    CERTAIN = "certain"        # no data give these figures
    PREMISE = "premise"        # none do, if the figures are of one test set, or of what the sentence names
    SLIGHT = "slight"          # they are off by a unit of the last place, as after rounding twice


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """One sentence: where, which figures, what is wrong, what would be possible."""

    where: str
    message: str
    strength: Strength = Strength.CERTAIN
    figures: tuple[str, ...] = ()                       # the names of those involved
    possible: tuple[float, float] | None = None         # for the first of them, given the others

    def __str__(self) -> str:
        return f"{self.where}: {self.message}." if self.where else f"{self.message[:1].upper()}{self.message[1:]}."


def between(low: float, high: float) -> str:
    """A range in words.

    >>> between(0.79512, 0.8554), between(0.5, 0.5), between(2.1, inf)
    ('between 0.795 and 0.855', '0.5', '2.1 or more')
    """
    if high == inf:
        return f"{low:.3g} or more"
    a, b = f"{low:.3g}", f"{high:.3g}"
    return a if a == b else f"between {a} and {b}"
