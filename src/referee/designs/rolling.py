"""A rolling origin: models of the past, tested on the times that follow, again and again as time goes on.

Tashman, L. (2000). Out-of-sample tests of forecasting accuracy. IJF 16, 437-450. The training part grows, or slides
with a `window`; `gap` times before each test part are not trained on, because what is to be forecast there would not be
known yet. With `step` left out, test parts follow each other without overlap, up to the last time; this is then
scikit-learn's TimeSeriesSplit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs._base import DESIGNS, Hand, whole_number
from referee.designs._in_time import NO_TIME, InTime
from referee.designs.units import Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Rolling(InTime):
    """Test `splits` parts of `horizon` times, each on a model of what came more than `gap` times before.

    >>> design = Rolling(splits=3, horizon=2, gap=1, seed=0)
    >>> for train, test in design.parts(9):
    ...     print(train, test)
    [0 1] [3 4]
    [0 1 2 3] [5 6]
    [0 1 2 3 4 5] [7 8]
    """

    name = "rolling"
    summary = "train on the past, test on the times that follow, as time goes on"

    splits: int = 5
    horizon: int | None = None      # times tested at once; None: the series in splits + 1 even parts
    gap: int = 0
    window: int | None = None       # times trained on; None: all before
    step: int | None = None         # times from one test part to the next; None: the horizon

    def __post_init__(self) -> None:
        whole_number("splits", self.splits, at_least=1)
        whole_number("gap", self.gap, at_least=0)
        for name in ("horizon", "window", "step"):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), at_least=1)

    def parts(self, times: int) -> Iterator[Hand]:
        """From the first origin to the last, whose test part ends the series."""
        horizon = self._horizon(times)
        for number in range(self.splits):
            start = self._first(times) + number * (self.step or horizon)
            end = start - self.gap
            yield (np.arange(max(0, end - self.window) if self.window else 0, end),
                   np.arange(start, start + horizon))

    def _horizon(self, times: int) -> int:
        return self.horizon or times // (self.splits + 1)

    def _first(self, times: int) -> int:
        """Where the first test part begins."""
        horizon = self._horizon(times)
        return times - horizon - (self.splits - 1) * (self.step or horizon)

    def objection(self, units: Units) -> str | None:
        """Nothing to train on before the first test part, or nothing to test."""
        if units.time is None and units.groups is not None:
            return NO_TIME
        times = len(units)
        trained = self._first(times) - self.gap
        if self._horizon(times) and trained >= 1:
            return None
        asked = f", a gap of {self.gap}" if self.gap else ""
        return (f"{self.splits} test parts of {self._horizon(times) or 1} {units.word}{asked} leave none of {times} to "
                f"train on before the first; ask for fewer splits, a shorter horizon or a smaller gap (design "
                f"rolling:splits=…,horizon=…,gap=…)")

    def describe(self) -> str:
        """For example: 5 rolling origins, each tested on the next 12 times, after a gap of 1."""
        ahead = f"the next {self.horizon} times" if self.horizon and self.horizon > 1 else \
            "the next time" if self.horizon else "what follows"
        words = f"{self.splits} rolling origins, each tested on {ahead}" if self.splits > 1 else \
            f"the past, tested on {'the last ' + str(self.horizon) + ' times' if self.horizon else 'the last half'}"
        words += f", a step of {self.step}" if self.step else ""
        words += f", after a gap of {self.gap}" if self.gap else ""
        return words + (f", trained on the last {self.window} times before" if self.window else "")
