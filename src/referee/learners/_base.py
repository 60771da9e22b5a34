"""A learner: a name and a recipe for a fresh estimator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.fingerprint import fingerprint
from referee.kinds import Json

INSIDE = "inside"         # of a recipe: sentences on what in a model divides its training rows by itself


class Takes(StrEnum):
    """Which form of the data an estimator is fitted on."""

    MATRIX = "matrix"     # the encoded matrix and class codes: named learners and dotted paths
    GIVEN = "given"       # the table and the labels as the user gave them: the user's own objects
    TIMES = "times"       # the place of each row in time, and nothing else: forecasts of a series from itself


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Learner:
    """A name and a recipe for a fresh estimator with `fit` and `predict`.

    `make(seed)` gives an unfitted estimator whose randomness, if it has any that the user left open,
    comes from the seed. `recipe` says in JSON what it is: equal recipes are equal learners.
    """

    name: str
    make: Callable[[int], Any]
    recipe: Json
    takes: Takes = Takes.MATRIX
    baseline: bool = False
    versions: dict[str, str] = field(default_factory=dict)
    _known: dict[int, str] = field(default_factory=dict, init=False, repr=False)      # fingerprints, by seed

    def fingerprint(self, seed: int) -> str:
        """Name of what is fitted: the recipe, the form of its data, and the seed of its randomness."""
        if seed not in self._known:         # asked for with every fit
            self._known[seed] = fingerprint("learner", self.recipe, self.takes.value, seed)
        return self._known[seed]
