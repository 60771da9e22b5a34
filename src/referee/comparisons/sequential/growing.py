"""Two models on cases that keep coming: evidence that may be looked at after every case.

For right and wrong answers the e-value of `e_mcnemar` decides; for scores between two bounds the betting confidence
sequence of `confidence_sequence` does. Both hold at every moment at once, so one may stop whenever one likes.
Cases must stand in the order in which they came, and none may be taken out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons._input import pair
from referee.comparisons.pair_html import pair_html
from referee.comparisons.sequential.confidence_sequence import confidence_sequence
from referee.comparisons.sequential.e_mcnemar import e_values
from referee.comparisons.verdict import Outcome, pair_text
from referee.errors import BadInput
from referee.estimates._base import Interval, check_level
from referee.given import door
from referee.kinds import Array, Json, frozen_array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Growing:
    """What can be said of A − B after each case."""

    a: str
    b: str
    level: float
    means: Array              # of A − B after each case
    low: Array                # the confidence sequence
    high: Array
    e_values: Array | None    # for right and wrong answers only
    only_a: int               # cases that only A got right; 0 for scores
    only_b: int

    @property
    def n(self) -> int:
        """How many cases there are so far."""
        return int(self.means.size)

    @property
    def difference(self) -> float:
        """The mean of A − B so far."""
        return float(self.means[-1])

    @property
    def interval(self) -> Interval:
        """The confidence sequence after the last case."""
        return Interval(float(self.low[-1]), float(self.high[-1]), level=self.level, method="betting")

    @property
    def e_value(self) -> float | None:
        """The e-value after the last case."""
        return None if self.e_values is None else float(self.e_values[-1])

    @property
    def p(self) -> float | None:
        """The p-value that holds at every moment: one over the largest e-value so far."""
        return None if self.e_values is None else float(min(1.0, 1 / self.e_values.max()))

    @property
    def decided_at(self) -> int | None:
        """After how many cases it was decided; a decision once reached stands."""
        clear = (self.low > 0) | (self.high < 0) if self.e_values is None else self.e_values >= 1 / (1 - self.level)
        return int(clear.argmax()) + 1 if clear.any() else None

    @property
    def better(self) -> str | None:
        """The better model where that is decided, by the cases that decided it."""
        if self.decided_at is None:
            return None
        return self.a if self.means[self.decided_at - 1] > 0 else self.b

    @property
    def p_adjusted(self) -> float | None:
        """The same: there is one pair, and every moment is allowed for."""
        return self.p

    @property
    def outcome(self) -> Outcome:
        """Whether A is better, worse, or not decided yet."""
        if self.better is None:
            return Outcome.UNDECIDED
        return Outcome.BETTER if self.better == self.a else Outcome.WORSE

    def __repr__(self) -> str:
        return pair_text(self)

    def _repr_html_(self) -> str:
        return pair_html(self)

    def swapped(self) -> Growing:
        """The same told from the other side."""
        return replace(self, a=self.b, b=self.a, means=frozen_array(-self.means), low=frozen_array(-self.high),
                       high=frozen_array(-self.low), only_a=self.only_b, only_b=self.only_a)

    def to_dict(self) -> Json:
        """For JSON."""
        return {
            "a": self.a, "b": self.b, "cases": self.n, "difference": self.difference,
            "interval": self.interval.to_dict(), "e_value": self.e_value, "p": self.p, "level": self.level,
            "only_a": self.only_a, "only_b": self.only_b, "decided_at": self.decided_at, "better": self.better,
        }


@door
def growing(a: object, b: object, *, names: tuple[str, str] = ("A", "B"), bounds: tuple[float, float] = (0.0, 1.0),
            level: float = 0.95) -> Growing:
    """What can be said of two models so far, from their answers (0 or 1) or scores on the cases in order.

    >>> said = growing([1] * 12 + [0], [0] * 12 + [1])
    >>> said.decided_at, said.better
    (8, 'A')
    """
    ours, theirs = pair(a, b)
    check_level(level)
    low, high = bounds
    both = np.concatenate([ours, theirs])
    if not low < high or both.min() < low or both.max() > high:
        raise BadInput(f"the scores run from {both.min():g} to {both.max():g}, outside the bounds {low:g} to {high:g}; "
                       f"say which bounds they cannot leave.")
    answers = bool(np.isin(both, (0.0, 1.0)).all())
    sequence = confidence_sequence(ours, theirs, bounds=(low - high, high - low), level=level)
    return Growing(
        a=names[0], b=names[1], level=level, low=sequence.low, high=sequence.high,
        means=frozen_array(np.cumsum(ours - theirs) / np.arange(1, ours.size + 1)),
        e_values=frozen_array(e_values(ours, theirs)) if answers else None,
        only_a=int((ours > theirs).sum()) if answers else 0, only_b=int((theirs > ours).sum()) if answers else 0)
