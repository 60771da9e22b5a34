"""Where the data D come from: a simulator, or a large table of which small samples are drawn.

A source gives n rows to evaluate on and many others on which the truth is measured. The law of a simulator is drawn
once, from the seed; the rows anew for each D.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.data.propellers import INPUTS, propeller_rows
from referee.data.simulated import GaussianMixture, LogisticTruth, Simulator
from referee.data.subset import subset
from referee.errors import BadInput, UnknownName
from referee.kinds import Array, Task
from referee.seeds import seed_for, stream

TRUTH_ROWS = 5000


@dataclass(frozen=True)
class Source(ABC):
    """Draws D, and rows for the truth."""

    name: str

    @abstractmethod
    def draw(self, n: int, number: int, seed: int) -> Problem:
        """The D of this number: its n rows first, then those on which the truth is measured."""

    @property
    @abstractmethod
    def task(self) -> Task:
        """What is to be predicted."""


@dataclass(frozen=True)
class Simulated(Source):
    """Classes by a law whose probabilities are known."""

    law: Simulator

    @property
    def task(self) -> Task:
        """Classes."""
        return Task.CLASSIFICATION

    def draw(self, n: int, number: int, seed: int) -> Problem:
        """Rows of one and the same law; every class on two rows of D at least."""
        for attempt in range(100):
            rows = stream(seed, "estimators", self.name, n, number, attempt)
            features, truth = self.law.draw(n + TRUTH_ROWS, stream(seed, "estimators", self.name, "law"), rows)
            outcome = (rows.random(len(truth))[:, None] >= np.cumsum(truth, axis=1)[:, :-1]).sum(axis=1)
            if np.bincount(outcome[:n], minlength=self.law.classes).min() >= 2:
                return make_problem(features, [f"c{code:02}" for code in outcome], name=f"{self.name} {number}")
        raise BadInput(f"{n} rows are too few for {self.law.classes} classes of {self.name}; draw more.")


@dataclass(frozen=True)
class Propellers(Source):
    """The thrust of ship propellers, by the polynomials of the Wageningen B-series."""

    @property
    def task(self) -> Task:
        """A number."""
        return Task.REGRESSION

    def draw(self, n: int, number: int, seed: int) -> Problem:
        """Rows with the noise of a measurement."""
        frame = propeller_rows(n + TRUTH_ROWS, seed=seed_for(seed, "estimators", self.name, n, number))
        return make_problem(frame[[*INPUTS, "K_T"]], target="K_T", task=Task.REGRESSION,
                            name=f"{self.name} {number}")


@dataclass(frozen=True)
class Sampled(Source):
    """Small samples of a large table; the truth is the rest of it."""

    whole: Problem

    def __post_init__(self) -> None:
        if self.whole.groups is not None or self.whole.time is not None:
            raise BadInput(f"{self.whole.name}: rows in groups or in time are no independent draws of D.")

    @property
    def task(self) -> Task:
        """As in the table."""
        return self.whole.task

    @cached_property
    def _first(self) -> Array:
        """The first row of those that are alike: a copy of a row of D among the rest would not be new."""
        matrix = np.column_stack([np.asarray(self.whole.require_features().matrix, float), self.whole.y])
        return np.unique(np.nan_to_num(matrix, nan=-1e300), axis=0, return_index=True)[1]

    def draw(self, n: int, number: int, seed: int) -> Problem:
        """Rows without replacement; those to measure the truth on are three times n at least."""
        rows = self._first
        if len(rows) < 4 * n:
            raise BadInput(f"{self.whole.name} has {len(rows):,} different rows; samples of {n:,} need {4 * n:,} at "
                           f"least, so that the rest can stand for the truth.")
        shuffled = stream(seed, "estimators", self.name, n, number).permutation(rows)
        return subset(self.whole, shuffled[:n + TRUTH_ROWS])


LAWS: dict[str, Source] = {source.name: source for source in (
    Simulated("gaussian-mixture", GaussianMixture(classes=2, features=6)),
    Simulated("logistic", LogisticTruth(classes=2, features=6)),
    Simulated("noise", LogisticTruth(classes=2, features=6, signal=0.0)),
    Propellers("propellers"))}


def law_named(name: str) -> Source:
    """A law by its name.

    >>> law_named("propellers").task.value
    'regression'
    """
    if name not in LAWS:
        raise UnknownName("law to draw data from", name, list(LAWS))
    return LAWS[name]
