"""What is still to come of a run, in words."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from referee.report.wording import duration


@dataclass(slots=True)
class ToCome:
    """The time left and the failures.

    >>> seconds = iter([0.0, 20.0])
    >>> to_come = ToCome(clock=lambda: next(seconds))
    >>> to_come.told(10, 100, 0, None), to_come.told(20, 100, 1, None)
    ('', 'about 2:40 left, 1 failed')
    >>> to_come.told(21, 100, 1, math.nan), to_come.told(22, 100, 1, 30.2)
    ('1 failed', 'about 30 s left, 1 failed')
    """

    clock: Callable[[], float] = time.monotonic
    first: tuple[int, float] | None = None        # what was done before the first fit, and when that was

    def told(self, done: int, total: int, failed: int, left: float | None) -> str:
        """In a few words. None for the seconds left: fits count alike; not a number: nobody knows yet."""
        if self.first is None:
            self.first = done, self.clock()
        before, begun = self.first
        if left is None:
            left = (self.clock() - begun) / (done - before) * (total - done) if done > before else math.nan
        words = [f"about {duration(left)} left"] if math.isfinite(left) and done < total else []
        return ", ".join([*words, f"{failed} failed"] if failed else words)
