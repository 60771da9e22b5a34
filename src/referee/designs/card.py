"""What remains of a plan once it is written down: enough to read results, nothing to fit with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.designs.observing import traits_of_lots
from referee.designs.places import places
from referee.designs.split import Split
from referee.designs.traits import Traits
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array
from referee.spec import format_spec

MOST_SPLITS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One split of a plan, by name and size."""

    label: str
    split: str          # the split's fingerprint
    n_train: int
    n_test: int

    @property
    def repeat(self) -> int:
        """Which repeat of the design the split belongs to."""
        return int(self.label.split("/")[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCard:
    """A plan by its contents: two results may be paired only if their plans have one fingerprint.

    `design`, `parameters` and `description` say what it was called when it was first written down; what may be said of
    its results follows from `traits`.
    """

    fingerprint: str
    problem: str                    # the problem's fingerprint
    design: str                     # registry name
    parameters: dict[str, Any]      # of the design, its seed among them
    description: str                # "10-fold cross-validation repeated 10 times, stratified"
    entries: tuple[Entry, ...]
    traits: Traits

    @property
    def outer_folds(self) -> Array:
        """Which splits count by themselves: all, but for the pairs of folds of nested cross-validation."""
        k = self.traits.nested_folds
        size = k + k * (k - 1) // 2
        where: Array = np.arange(len(self.entries))
        return where % size < k if k else where >= 0

    @property
    def pass_of(self) -> Array:
        """The pass over the rows that each split is of; one heap where there are none; −1: it is no test by itself."""
        t = self.traits
        where: Array = np.arange(len(self.entries))
        if t.nested_folds:
            return np.where(self.outer_folds, where // (t.nested_folds * (t.nested_folds + 1) // 2), -1)
        if t.halvings:
            return np.where(where < t.splits_of_all, 0, -1)
        if t.halves:
            return np.where(where < t.full_folds, where // t.full_parts, -1)
        return where // t.parts if t.passes else np.zeros_like(where)

    @property
    def spec(self) -> str:
        """The design as one would type it, without its seed."""
        return format_spec(self.design, {k: v for k, v in self.parameters.items() if k != "seed"})


def plan_card(lots: Iterable[Sequence[Split]], *, problem: str, n_rows: int, groups: Array | None,  # noqa: PLR0913
              time: Array | None = None, design: str, parameters: dict[str, Any], description: str) -> PlanCard:
    """Write a plan down; its fingerprint is made of the splits, each in its place by what they are together.

    They come one by one, or many at once where each leaves out one row.

    The traits follow from the splits and the groups and times of the problem, all of which are hashed: plans with one
    fingerprint have the same traits.
    """
    entries: list[Entry] = []

    def noted() -> Iterator[Sequence[Split]]:
        for lot in lots:
            if len(entries) + len(lot) > MOST_SPLITS:
                raise BadInput(f"{design} lays more than {MOST_SPLITS:,} splits here, which is no plan that could be "
                               f"carried out; ask for fewer.")
            n_train, n_test = lot[0].n_train, lot[0].n_test
            entries.extend([Entry(label=split.label, split=split.fingerprint, n_train=n_train, n_test=n_test)
                            for split in lot])
            yield lot

    traits = traits_of_lots(noted(), n_rows=n_rows, groups=groups, time=time)
    placed = [[place, entry.split] for place, entry in zip(places(traits), entries, strict=True)]
    return PlanCard(
        fingerprint=fingerprint("plan", problem, placed),
        problem=problem, design=design, parameters=parameters, description=description, entries=tuple(entries),
        traits=traits)
