"""What the designs by time share: they deal whole times, in their order, without chance."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.data.problem import Problem
from referee.designs._base import Design, Hand
from referee.designs.units import Deck, Units

NO_TIME = ("rows come in groups, and nothing says when each was measured; name the column that does (--time COL, "
           "time=), so that all groups are divided at the same times")
NO_ORDER = ("blocks of rows are only a series where the rows stand in order of time; name the column that says when "
            "they were measured (--time COL, time=), or say --time rows where they stand in that order")


@dataclass(frozen=True, slots=True, kw_only=True)
class InTime(Design):
    """A design over times: rows of one time stay together, whatever their group or class."""

    can_stratify = False

    stratified: bool = False

    def units_of(self, problem: Problem) -> Units:
        """The times at which rows were measured; the rows themselves where nothing is said of time."""
        return Units(n_rows=problem.n_rows, groups=problem.groups, time=problem.time, by_time=True)

    def divisions(self, units: Units, number: int) -> Iterator[Hand]:  # noqa: ARG002 - there is one repeat
        """Divide the times, in their order."""
        for train, test in self.parts(len(units)):
            yield None if train is not None and train.size + test.size == len(units) else train, test

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002 - nothing is drawn
        """The parts of as many times as the deck holds."""
        yield from self.parts(len(deck))

    @abstractmethod
    def parts(self, times: int) -> Iterator[Hand]:
        """Times to train on and to test on, by their places."""
