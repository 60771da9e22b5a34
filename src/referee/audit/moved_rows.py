"""A stretch of rows in which what a model says goes with the truth of rows further on or before: joined a row off.

For each shift the stretch is looked for in which the answers gain most by it. It is told where they go with the truth
there as clearly, and as much better than as they stand, as is asked of a whole file: the stretch is long, then, and the
best of many. Outside of it they have to go with their own rows: a forecast that says the last value again, or a model
of a series, fits the row before everywhere. Numbers count by their ranks, so that no single large pair makes a stretch,
and neither do a few rows of a rare class.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from referee.audit.association import Sides, correlation
from referee.kinds import Array

FEWEST = 40             # rows of a stretch; with fewer of them nothing is clear enough
RARE = 10               # … that are not of the most frequent truth there: of two events in a hundred rows some lag fits


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Rows in succession whose answers fit the rows `lag` further on; `first` and `last` count from 0."""

    first: int
    last: int
    lag: int
    there: float        # association with the truth of those rows …
    here: float         # … and of their own
    outside: tuple[float, float]        # the same of all other rows; both 0 where they are few

    @property
    def rows(self) -> int:
        """How many."""
        return self.last - self.first + 1


def moved(side: Sides, lags: Iterable[int], clearly: float) -> Stretch | None:
    """The stretch that gains most by a shift, among those that are clear; None where none is."""
    if side.n < FEWEST + 1:
        return None
    truth, said = _ranked(side.truth), _ranked(side.said)
    beside = (truth * said).sum(axis=1)
    alike = side.noise * np.sqrt(side.n)            # how much more than of independent rows
    found = [one for lag in lags if (one := _stretch(truth, said, beside, lag)) is not None and _clear(
        one, clearly, alike) and _varied(side.truth[one.first + lag:one.last + lag + 1])]
    return max(found, key=lambda one: (one.there - one.here) * one.rows, default=None)


def _stretch(truth: Array, said: Array, beside: Array, lag: int) -> Stretch | None:
    """The stretch in which the shift brings most, with the associations in it."""
    n = truth.shape[0]
    if abs(lag) >= n:
        return None
    start, end = max(0, -lag), min(n, n - lag)
    gain = (truth[start + lag:end + lag] * said[start:end]).sum(axis=1) - beside[start:end]
    total = np.concatenate([[0.0], np.cumsum(gain)])
    over = total - np.minimum.accumulate(total)
    stop = int(np.argmax(over))
    begin = int(np.argmin(total[:stop + 1]))
    if stop - begin < FEWEST:
        return None
    first, last = start + begin, start + stop
    own = _centred(said[first:last])
    rest = np.r_[start:first, last:end]
    outside = (0.0, 0.0) if rest.size < FEWEST else (
        correlation(_centred(truth[rest + lag]), _centred(said[rest])),
        correlation(_centred(truth[rest]), _centred(said[rest])))
    return Stretch(first=first, last=last - 1, lag=lag,
                   there=correlation(_centred(truth[first + lag:last + lag]), own),
                   here=correlation(_centred(truth[first:last]), own), outside=outside)


def _clear(one: Stretch, clearly: float, alike: float) -> bool:
    noise, (there, here) = alike / np.sqrt(one.rows), one.outside
    return bool(one.there > clearly * noise and one.there > 2 * max(one.here, 3 * noise) and here >= 2 * there)


def _varied(truth: Array) -> bool:
    """Whether rows enough have another truth than the most frequent one."""
    return int(truth.shape[0] - np.unique(truth, axis=0, return_counts=True)[1].max()) >= RARE


def _ranked(columns: Array) -> Array:
    """A column of numbers by their ranks; several are classes, and bounded as they are."""
    ranks: Array = rankdata(columns[:, 0])[:, None] / columns.shape[0] if columns.shape[1] == 1 else columns
    return _centred(ranks)


def _centred(columns: Array) -> Array:
    centred: Array = columns - columns.mean(axis=0)
    return centred
