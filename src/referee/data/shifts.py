"""Shifts of a series: the target moved along the times, what leaves at one end coming back at the other.

Labels of a series dealt anew lose their memory, and with it what chance is worth: two series that remember and have
nothing to do with each other agree more often than shuffled ones do. A circular shift keeps what each of them
remembers, but for one seam, and parts them from each other; where both are stationary, the data as they are stand
among their shifts as any other does (surrogate data: Theiler, J. et al. (1992). Testing for nonlinearity in time
series. Physica D 58, 77-94). There are no more shifts than times: T times give no p below 1/T. Shifts by few times are
among them: without these the test would be too sure, because neighbouring shifts resemble each other.

As in `shuffle`, the target stays where it is, and the rows are moved past it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.data.problem import Problem
from referee.data.shuffle import LABELS, Shuffle, check_count
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array
from referee.seeds import stream

FEWEST = 10             # times; with fewer nothing is found at any level


@dataclass(frozen=True, kw_only=True, eq=False)
class Shift(Shuffle):
    """All shifts of a series by number; `places[t, j]` is the j-th row of time t.

    >>> places = np.arange(6).reshape(3, 2)
    >>> shift = Shift(kind="labels", seed=0, blocks=np.zeros(6), y=np.arange(6), count=2, places=places)
    >>> sorted(shift.moved(number) for number in (1, 2)), shift.order(1).tolist()
    ([1, 2], [4, 5, 0, 1, 2, 3])
    """

    places: Array

    @cached_property
    def fingerprint(self) -> str:
        """Name of the numbering; how many are asked for does not change it."""
        return fingerprint("shift", self.kind, self.seed, self.places, self.salt)

    @property
    def times(self) -> int:
        """How many times there are."""
        return len(self.places)

    @cached_property
    def _steps(self) -> Array:
        """By how many times each shift moves, in the order they are made."""
        return 1 + stream(self.seed, "shift").permutation(self.times - 1)

    def moved(self, number: int) -> int:
        """By how many times the shift with this number moves."""
        return int(self._steps[number - 1]) if number else 0

    def order(self, number: int) -> Array:
        """Which row comes to each place."""
        order = np.empty(self.places.size, dtype=np.int64)
        order[self.places] = np.roll(self.places, -self.moved(number), axis=0)
        return order


def shift_times(problem: Problem, *, seed: int, count: int) -> Shift:
    """Shifts of the target along the times of a problem, or along its rows where they stand in order; at most all."""
    check_count(count)
    places = _places(problem)
    if len(places) < FEWEST:
        raise BadInput(f"{problem.name}: {len(places)} times are too few to move a target along: p cannot be below "
                       f"1/{len(places)}.")
    if (problem.y == problem.y[0]).all():
        raise BadInput(f"{problem.name}: moved along the times nothing would change, because all labels are equal.")
    most = len(places) - 1
    return Shift(kind=LABELS, seed=seed, blocks=np.zeros(problem.n_rows, dtype=np.int64), y=problem.y, places=places,
                 count=min(count, most), exhaustive=count >= most,
                 words="the target moved along the times, what leaves at the end coming back at the beginning")


def _places(problem: Problem) -> Array:
    """The rows of each time, (times, rows), those of a panel in the order of their groups."""
    if problem.time is None:
        return np.arange(problem.n_rows)[:, None]
    together = problem.groups is not None and problem.n_groups != problem.n_rows     # groups of one row are none
    groups = np.asarray(problem.groups) if together else np.zeros(problem.n_rows, dtype=np.int64)
    order = np.lexsort((groups, problem.time))
    sizes = np.unique(problem.time, return_counts=True)[1]
    if (sizes != sizes[0]).any():
        raise BadInput(f"{problem.name}: a target is moved along times that hold as many rows each, and here they hold "
                       f"{sizes.min():,} to {sizes.max():,}; take one row for each time, keep times that are whole, or "
                       f"say time='rows' where the rows themselves stand in order.")
    places = order.reshape(sizes.size, -1)
    if (groups[places] != groups[places[0]]).any():
        raise BadInput(f"{problem.name}: a target is moved along times that hold the same groups, and here they "
                       f"differ; keep groups that were measured at every time, or leave the groups away.")
    return places
