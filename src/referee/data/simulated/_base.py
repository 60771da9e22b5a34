"""What a simulator gives: rows, outcomes drawn from them, and the probabilities they were drawn from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Array, frozen_array
from referee.registry import Registry
from referee.seeds import stream


@dataclass(frozen=True, kw_only=True, eq=False)
class KnownProblem:
    """A problem, and the true probability of each class on each row."""

    problem: Problem
    truth: Array          # (n, classes)

    @property
    def best_accuracy(self) -> float:
        """The accuracy of someone who knows the truth, expected over outcomes."""
        return float(self.truth.max(axis=1).mean())


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulator(ABC):
    """A law of rows and outcomes; the law itself is drawn from the seed, and the rows after it."""

    name: ClassVar[str]
    summary: ClassVar[str]

    classes: int = 3
    features: int = 6

    def __post_init__(self) -> None:
        if self.classes < 2 or self.features < 1:
            raise BadInput("a simulated problem needs two classes and one feature at least.")

    @abstractmethod
    def draw(self, n: int, law: np.random.Generator, rows: np.random.Generator) -> tuple[Array, Array]:
        """Features (n, features) and true probabilities (n, classes)."""

    def sample(self, n: int, *, seed: int) -> KnownProblem:
        """A problem of n rows, every class on one row at least."""
        for attempt in range(100):
            law, rows = (stream(seed, "simulated", self.name, repr(self), attempt, what) for what in ("law", "rows"))
            features, truth = self.draw(n, law, rows)
            outcome = (rows.random(n)[:, None] >= np.cumsum(truth, axis=1)[:, :-1]).sum(axis=1)
            if np.bincount(outcome, minlength=self.classes).min() >= 2:
                problem = make_problem(features, [f"c{code:02}" for code in outcome], name=f"{self.name} {seed}")
                return KnownProblem(problem=problem, truth=frozen_array(truth))
        raise BadInput(f"{n} rows are too few for {self.classes} classes of {self.name}; draw more.")


class _Kind:
    """A simulator by name."""

    def __init__(self, make: type[Simulator]) -> None:
        self.name, self.make, self.summary = make.name, make, make.summary


SIMULATORS: Registry[_Kind] = Registry("simulator")


def register(make: type[Simulator]) -> type[Simulator]:
    """Add a simulator by its name."""
    SIMULATORS.add(_Kind(make))
    return make
