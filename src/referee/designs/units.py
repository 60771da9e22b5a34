"""What a design deals out: rows, whole groups of rows, or whole times; in strata if there are any.

Stratification and groups are handled here, once, for all designs. A design only ever sees a deck of
units; whether a unit is a row or a patient with forty rows it need not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.data.problem import Problem
from referee.kinds import Array, Task


@dataclass(frozen=True, slots=True)
class Deck:
    """Units in random order, one block a stratum (one block in all without strata)."""

    blocks: tuple[Array, ...]
    sizes: Array | None = None       # rows of each unit, by its number; None where each is one row

    @property
    def order(self) -> Array:
        """All units, stratum after stratum: dealing them round like cards is stratified by itself."""
        return np.concatenate(self.blocks)

    def __len__(self) -> int:
        return sum(block.size for block in self.blocks)


@dataclass(frozen=True, kw_only=True, eq=False)
class Units:
    """The units of one problem: rows, or groups of rows; with a stratum each, or none."""

    n_rows: int
    groups: Array | None = None      # a group code for each row
    classes: Array | None = None     # a class code for each row; None: no strata
    labels: Sequence[object] = ()    # what the class codes stand for, for messages
    time: Array | None = None        # the place of each row in time
    by_time: bool = False            # whether times are dealt, all rows of one together, and not rows or groups
    by_row: bool = False             # whether rows are dealt, though groups and times are known

    @classmethod
    def of(cls, problem: Problem, *, stratified: bool) -> Units:
        """The units of a problem; strata are its classes, so regression has none, nor have several targets."""
        dealt_by_class = stratified and problem.task is Task.CLASSIFICATION and not problem.has_several
        return cls(n_rows=problem.n_rows, groups=problem.groups, classes=problem.y if dealt_by_class else None,
                   labels=problem.classes, time=problem.time)

    def __len__(self) -> int:
        return self.n_rows if self.together is None else int(self.together.max()) + 1

    @property
    def together(self) -> Array | None:
        """A code for each row, rows of one code being one unit; None where each row is one."""
        return None if self.by_row else self.time if self.by_time else self.groups

    @property
    def n_times(self) -> int:
        """How many times there are; as many as rows, where nothing is said of time."""
        return self.n_rows if self.time is None else int(self.time.max()) + 1

    @property
    def word(self) -> str:
        """What a unit is called in a sentence."""
        return "rows" if self.together is None else "times" if self.by_time else "groups"

    @cached_property
    def strata(self) -> Array | None:
        """A stratum for each unit: the row's class, or the commonest class of the group."""
        if self.classes is None or self.groups is None:
            return self.classes
        counts = np.zeros((len(self), int(self.classes.max()) + 1))
        np.add.at(counts, (self.groups, self.classes), 1)
        return np.asarray(counts.argmax(axis=1))

    @cached_property
    def pure(self) -> bool:
        """Whether no unit holds rows of two classes, as far as there are strata."""
        if self.classes is None or self.groups is None:
            return True
        return bool(np.unique(np.stack([self.classes, self.groups]), axis=1).shape[1] == len(self))

    @cached_property
    def _rows_by_group(self) -> list[Array]:
        assert self.together is not None
        order = np.argsort(self.together, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.together))[:-1])

    def deck(self, draw: np.random.Generator) -> Deck:
        """Shuffle. Larger groups come first in their stratum, so that dealing them round evens out sizes."""
        shuffled = draw.permutation(len(self))
        if self.groups is not None:
            sizes = np.bincount(self.groups)
            shuffled = shuffled[np.argsort(-sizes[shuffled], kind="stable")]
        rows = None if self.together is None else np.bincount(self.together)
        if self.strata is None:
            return Deck((shuffled,), rows)
        stratum = self.strata[shuffled]
        return Deck(tuple(shuffled[stratum == s] for s in np.unique(stratum)), rows)

    def rows(self, units: Array) -> Array:
        """The rows of some units, in row order; a unit drawn twice gives its rows twice."""
        if self.together is None:
            return np.sort(units) if len(units) > 1 else units
        chosen = [self._rows_by_group[u] for u in units]
        return np.sort(np.concatenate(chosen)) if chosen else np.empty(0, dtype=np.int64)

    def smallest_class(self) -> tuple[object, int] | None:
        """The class found in the fewest units, and in how many; None without strata."""
        if self.classes is None:
            return None
        if self.groups is None:
            counts = np.bincount(self.classes)
        else:
            pairs = np.unique(np.stack([self.classes, self.groups]), axis=1)
            counts = np.bincount(pairs[0])
        code = int(counts.argmin())
        return (self.labels[code] if code < len(self.labels) else code), int(counts[code])
