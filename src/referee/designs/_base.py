"""A design: a frozen recipe for dividing rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol

import numpy as np

from referee.data.problem import Problem
from referee.designs.units import Deck, Units
from referee.errors import BadInput
from referee.kinds import Array
from referee.registry import Registry
from referee.seeds import stream

Hand = tuple[Array | None, Array]
"""Units to train on (None: all the others) and units to test on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design(ABC):
    """A frozen recipe for dividing rows, with its seed.

    A design deals one repeat at a time; the randomness of repeat r does not depend on how many repeats
    there are, so the first repeat of a 10×10-fold is the 10-fold, and its fits serve both.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    can_stratify: ClassVar[bool] = True
    can_be_named: ClassVar[bool] = True         # by its name and parameters alone

    seed: int
    stratified: bool = True

    @property
    def n_repeats(self) -> int:
        """How many times the rows are divided afresh."""
        return 1

    def units_of(self, problem: Problem) -> Units:
        """What is dealt: rows, or whole groups of rows, in the strata of their classes."""
        return Units.of(problem, stratified=self.stratified)

    def divisions(self, units: Units, number: int) -> Iterator[Hand]:
        """The divisions of one repeat; they do not depend on how many repeats there are."""
        draw = stream(self.seed, *self.address(), number)
        yield from self.deal(units.deck(draw), draw)

    @abstractmethod
    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Divide a shuffled deck once."""

    def label(self, part: int) -> str:
        """What a part of a repeat is called, by its number in the order it is dealt."""
        return str(part)

    @abstractmethod
    def objection(self, units: Units) -> str | None:
        """Why these units cannot be divided so; None when they can."""

    @abstractmethod
    def describe(self) -> str:
        """The design in words."""

    def parameters(self) -> dict[str, Any]:
        """What the recipe holds, for storing and showing."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def address(self) -> tuple[str | int, ...]:
        """Where this design's randomness lives; what only says how often to repeat, or what to predict, stays out."""
        left_out = {"seed", "repeats", "resamples", "stratified", "tested"}
        return (self.name, *(f"{k}={v}" for k, v in self.parameters().items() if k not in left_out))


class DesignKind(Protocol):
    """What the registry holds: a class of designs, or of splitters under a name."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...


DESIGNS: Registry[DesignKind] = Registry("design", home="referee.designs", admit="referee.designs.foreign:admitted")


def thin_class(units: Units, needed: int, *, because: str, remedy: str) -> str | None:
    """The objection that a class is in too few units to be on every side of every split."""
    smallest = units.smallest_class()
    if smallest is None or smallest[1] >= needed:
        return None
    label, count = smallest
    noun = units.word if count != 1 else units.word[:-1]
    return f"class {label!r} is in {count} {noun}, fewer than {because}; {remedy}, or merge or leave out the class"


def whole_number(name: str, value: object, *, at_least: int) -> None:
    """Refuse what is not a whole number of at least so much."""
    if isinstance(value, bool) or not isinstance(value, int) or value < at_least:
        raise BadInput(f"{name} is a whole number of at least {at_least}, not {value!r}.")
