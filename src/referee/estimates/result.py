"""What an interval method on arrays gives back: the number, its interval, its standard error."""

from __future__ import annotations

from dataclasses import dataclass

from referee.estimates._base import Interval
from referee.kinds import Estimand
from referee.written import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured(Written):
    """A number with its interval and standard error, and the question it answers.

    `df` is infinite where the normal distribution was used; `notes` are sentences a reader must see
    (a fallback that was taken, resamples that were lost).
    """

    value: float
    interval: Interval
    standard_error: float
    df: float
    estimand: Estimand
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((f"{self.value:.3f}, {self.interval}, for {self.estimand.value}.", *self.spoken))

    @property
    def spoken(self) -> tuple[str, ...]:
        """What a reader must see."""
        return self.notes
