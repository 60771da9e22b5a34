"""A rolling origin: models of the past, tested on the times that follow, again and again as time goes on.

Tashman, L. (2000). Out-of-sample tests of forecasting accuracy. IJF 16, 437-450. The training part grows, or slides
with a `window`; `gap` times before each test part are not trained on, because what is to be forecast there would not be
known yet. With `step` left out, test parts follow each other without overlap, up to the last time; this is then
scikit-learn's TimeSeriesSplit. With `new_groups` the groups of a panel are dealt into so many parts, and each part is
tested, at each origin, on a model of the past of the others: no group is on both sides, nor is any later time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from referee.data.problem import Problem
from referee.designs._base import DESIGNS, Hand, whole_number
from referee.designs._in_time import NO_TIME, InTime
from referee.designs.units import Units
from referee.kinds import Array
from referee.seeds import stream


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
    new_groups: int | None = None   # parts of whole groups; None: all groups are trained on and tested

    def __post_init__(self) -> None:
        whole_number("splits", self.splits, at_least=1)
        whole_number("gap", self.gap, at_least=0)
        for name in ("horizon", "window", "step"):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), at_least=1)
        if self.new_groups is not None:
            whole_number("new_groups", self.new_groups, at_least=2)

    def units_of(self, problem: Problem) -> Units:
        """Times; rows where each time is divided among parts of the groups."""
        units = InTime.units_of(self, problem)
        return units if self.new_groups is None else replace(units, by_time=False, by_row=True)

    def divisions(self, units: Units, number: int) -> Iterator[Hand]:
        """Divide the times, in their order; each part of the groups by itself where they are to be new."""
        if self.new_groups is None:
            yield from InTime.divisions(self, units, number)
            return
        yield from self._of_new_groups(units)

    def _of_new_groups(self, units: Units) -> Iterator[Hand]:
        """Rows of the past of the other groups, and rows of each part at the times that follow, where it has any."""
        part, time = self._part_of_row(units), np.asarray(units.time)
        for train, test in self.parts(units.n_times):
            past, ahead = np.isin(time, train if train is not None else []), np.isin(time, test)
            for number in range(self.new_groups or 0):
                tested = np.flatnonzero(ahead & (part == number))
                if tested.size:
                    yield np.flatnonzero(past & (part != number)), tested

    def _part_of_row(self, units: Units) -> Array:
        """Groups dealt at random, the largest first, each into the part with the fewest rows."""
        groups = np.asarray(units.groups)
        sizes = np.bincount(groups)
        order = stream(self.seed, self.name, "new groups").permutation(sizes.size)
        part, rows = np.empty(sizes.size, dtype=np.int64), np.zeros(self.new_groups or 1)
        for group in order[np.argsort(-sizes[order], kind="stable")]:
            part[group] = rows.argmin()
            rows[part[group]] += sizes[group]
        return np.asarray(part[groups])

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
        if units.time is None and (units.groups is not None or self.new_groups is not None):
            return NO_TIME
        times = units.n_times
        trained = self._first(times) - self.gap
        if self._horizon(times) and trained >= 1:
            return None if self.new_groups is None else self._objection_of_groups(units)
        asked = f", a gap of {self.gap}" if self.gap else ""
        word = "rows" if units.time is None else "times"
        return (f"{self.splits} test parts of {self._horizon(times) or 1} {word}{asked} leave none of {times} to "
                f"train on before the first; ask for fewer splits, a shorter horizon or a smaller gap (design "
                f"rolling:splits=…,horizon=…,gap=…)")

    def _objection_of_groups(self, units: Units) -> str | None:
        """No groups, fewer than parts, or a part with nothing to learn from."""
        if units.groups is None:
            return "new_groups tests groups that were not trained on, and no column of groups is named (--groups COL)"
        if (count := int(units.groups.max()) + 1) < (self.new_groups or 0):
            return f"new_groups={self.new_groups} needs at least {self.new_groups} groups, and there are {count}"
        if any(train is None or not train.size for train, _ in self._of_new_groups(units)):
            return ("the other groups have no rows before some test part, so nothing can be learned for new groups "
                    "there; ask for fewer splits, or leave new_groups out to forecast the groups that are known")
        return None

    def describe(self) -> str:
        """For example: 5 rolling origins, each tested on the next 12 times, after a gap of 1."""
        ahead = f"the next {self.horizon} times" if self.horizon and self.horizon > 1 else \
            "the next time" if self.horizon else "what follows"
        words = f"{self.splits} rolling origins, each tested on {ahead}" if self.splits > 1 else \
            f"the past, tested on {'the last ' + str(self.horizon) + ' times' if self.horizon else 'the last half'}"
        words += f", a step of {self.step}" if self.step else ""
        words += f", after a gap of {self.gap}" if self.gap else ""
        words += f", trained on the last {self.window} times before" if self.window else ""
        return words + (f", groups in {self.new_groups} parts, each told by the others" if self.new_groups else "")
