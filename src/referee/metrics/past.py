"""What the models of some rows had seen of their series, and how far it moved there from one time to another.

The step of a season m is y_t − y_{t−m}, counted where a training part held both times: within a part that follows
its past these are the steps of all of it (Hyndman & Koehler 2006), around a part that lies between training rows none
leads across it. Each series of a panel has its own past.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array
from referee.metrics.checks import rows_at_fault

NO_TIME = "no time of the rows is known; say it (time), or say how far the series moved (mase:scale=…)"


def no_past(time: Array | None, groups: Array | None) -> str | None:
    """Why rows are no series of one value a time; None when they are.

    >>> no_past(np.array([0, 0, 1]), np.array(["a", "b", "a"]))
    >>> no_past(np.array([0, 0, 1]), None)
    'several rows have one time; say which series each row is of (groups)'
    """
    if time is None:
        return NO_TIME
    if groups is None:
        return ("several rows have one time; say which series each row is of (groups)"
                if np.unique(time).size < time.size else None)
    own = np.unique(groups, return_inverse=True)[1].reshape(-1)
    if np.unique(np.stack([own, time]), axis=1).shape[1] < time.size:
        return "several rows of one group have one time, and a series has one value a time"
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """The target of all rows, what each training part held of it, and the part that each row was predicted from."""

    values: Array                       # series after series, each in order of time
    series: Array                       # which series each value is of
    trained: tuple[Array, ...]          # for each training part, which values it held
    part: Array                         # of each predicted row: the training part …
    own: Array                          # … and the series

    @classmethod
    def of(cls, y: Array, groups: Array | None, *, train: Array, test: Array) -> Past:
        """Of one split of rows that stand in order of time."""
        own = np.zeros(len(y), int) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
        order, held = np.argsort(own, kind="stable"), np.zeros(len(y), dtype=bool)
        held[train] = True
        return cls(np.asarray(y, dtype=float)[order], own[order], (held[order],), np.zeros(len(test), int), own[test])

    def some(self, rows: Array) -> Past:
        """Of a mask of the predicted rows, or of some by number."""
        return replace(self, part=self.part[rows], own=self.own[rows])

    def of_target(self, target: int) -> Past:
        """Of one of several targets."""
        return replace(self, values=self.values[:, target])

    def steps(self, season: int, power: int) -> Array:
        """For each predicted row how far its series moved in a season: the mean of absolute steps, or the root of
        that of squares; `Undefined` where nothing was seen to move.
        """
        sizes = np.stack([self._sizes(held, season, power) for held in self.trained])
        found = sizes[self.part, self.own]
        unknown, still = (rows.reshape(len(rows), -1).any(axis=1) for rows in (np.isnan(found), found == 0))
        if unknown.any():
            raise Undefined(f"the training part holds no two times of a series that are {season} times apart, for "
                            f"{rows_at_fault(unknown)}.")
        if still.any():
            raise Undefined(f"the past does not change, and the error would be divided by 0, for "
                            f"{rows_at_fault(still)}.")
        return np.asarray(found)

    def _sizes(self, held: Array, season: int, power: int) -> Array:
        """The size of a step in each series, NaN where there is none."""
        both = held[season:] & held[:-season] & (self.series[season:] == self.series[:-season])
        steps = np.abs(self.values[season:] - self.values[:-season])[both]
        largest = float(steps.max(initial=0.0)) or 1.0            # no square is too large or too small for a number
        count = np.bincount(self.series[season:][both], minlength=int(self.series[-1]) + 1)
        total = np.zeros((count.size, *steps.shape[1:]))
        np.add.at(total, self.series[season:][both], (steps / largest) ** power)
        with np.errstate(invalid="ignore"):
            mean = total / count.reshape(-1, *[1] * (total.ndim - 1))
        return np.asarray(largest * mean ** (1 / power))


def joined_pasts(pasts: Sequence[Past | None]) -> Past | None:
    """Of the rows of several parts, one after the other; None where that of one is not known."""
    known = [past for past in pasts if past is not None]
    if len(known) < len(pasts) or not known:
        return None
    before = np.cumsum([0, *(len(past.trained) for past in known)])
    return replace(known[0], trained=tuple(held for past in known for held in past.trained),
                   part=np.concatenate([past.part + first for past, first in zip(known, before, strict=False)]),
                   own=np.concatenate([past.own for past in known]))
