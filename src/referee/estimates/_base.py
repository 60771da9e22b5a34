"""An estimate: a number, its interval, the question it answers and how it was made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.errors import BadInput
from referee.given.door import fraction
from referee.kinds import Estimand
from referee.written import Written


@dataclass(frozen=True, slots=True)
class Interval(Written):
    """A range that claims to hold the truth with a stated confidence.

    >>> print(Interval(0.71, 0.84, level=0.95, method="Wilson"))
    95% interval 0.710 to 0.840 (Wilson)
    >>> 0.8 in Interval(0.71, 0.84, level=0.95, method="Wilson")
    True
    """

    low: float
    high: float
    level: float = 0.95               # always a fraction, never per cent, never alpha
    method: str = ""

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise BadInput(f"an interval runs from the smaller number to the larger, not {self.low} to {self.high}.")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        made = f" ({self.method})" if self.method else ""
        return f"{100 * self.level:.4g}% interval {self._range()}{made}"

    def _range(self) -> str:
        if math.isinf(self.high) and not math.isinf(self.low):
            return f"above {self.low:.3f}"
        return f"below {self.high:.3f}" if math.isinf(self.low) and not math.isinf(self.high) else \
            f"{self.low:.3f} to {self.high:.3f}"

    @property
    def width(self) -> float:
        """The distance between its ends."""
        return self.high - self.low

    def within(self, bounds: tuple[float, float]) -> Interval:
        """The part of it that the quantity can take; the nearer bound where there is none.

        >>> print(Interval(-0.3, -0.1).within((0.0, 1.0)))
        95% interval 0.000 to 0.000
        """
        low, high = (min(max(end, bounds[0]), bounds[1]) for end in (self.low, self.high))
        return Interval(low, high, level=self.level, method=self.method)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(Written):
    """A number about one learner, its interval, and how it was made.

    Where no valid interval exists, `interval` is None and `reason` says why.
    """

    learner: str
    metric: str
    value: float
    interval: Interval | None
    estimand: Estimand
    method: str                       # how the number was made: "mean over 100 test folds"
    n_train: int                      # rows trained on (the median over splits)
    kept: int                         # fits the number rests on
    lost: int = 0                     # fits that failed
    reason: str = ""
    half: float | None = None         # the score of models trained on half of the rows, where that was measured …
    n_half: int | None = None         # … and on how many rows these were trained

    def __str__(self) -> str:
        spread = str(self.interval) if self.interval else f"no interval: {self.reason}"
        return f"{self.metric} of {self.learner} is {self.value:.3f}, {spread}, for {self.estimand.value}."


def check_level(level: float) -> float:
    """Refuse a level that is not a fraction between 0 and 1.

    >>> check_level(95)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: level is a fraction such as 0.95, not 95.
    """
    return fraction(level, "level")
