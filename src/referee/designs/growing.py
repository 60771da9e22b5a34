"""Nested training sets of growing size within each fold of a cross-validation: the design of learning curves.

Mooney's cross-validated learning curves (MO-08): for each fold and each size p, train on the first p of the other rows.
The order of the others is random, each class in proportion in every beginning, so smaller training sets are contained
in larger ones and the sizes differ by nothing but size. The folds are those of the k-fold design with the same seed.

A model also predicts up to `training` of the rows it was trained on, for its training score; in the split these stand
among the tested rows, and `is_training` tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from referee.data.problem import Problem
from referee.designs._base import Design, Hand, whole_number
from referee.designs.card import Entry, PlanCard
from referee.designs.kfold import KFold
from referee.designs.plan import Plan, lay
from referee.designs.sized import proportional
from referee.designs.split import Split
from referee.designs.units import Deck, Units
from referee.errors import BadInput
from referee.kinds import Array

MOST_SIZES, FEWEST_UNITS = 8, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing(Design):
    """Each fold is tested on models trained on the first p of the other units, for every size p.

    >>> print(Growing(sizes=(20, 40, 80), folds=5, seed=0).describe())
    5-fold cross-validation with training sets of 20, 40 and 80, each within the next, stratified
    """

    name = "growing"
    summary = "cross-validation with nested training sets of growing size: learning curves"

    sizes: tuple[int, ...] = (20, 40, 80)
    folds: int = 10
    repeats: int = 1
    training: int = 1000

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, at_least=2)
        whole_number("repeats", self.repeats, at_least=1)
        whole_number("training", self.training, at_least=0)
        require_rising(self.sizes)

    @property
    def n_repeats(self) -> int:
        """How many times the rows are dealt into folds afresh."""
        return self.repeats

    def address(self) -> tuple[str | int, ...]:
        """That of the k-fold design, whose folds these are; sizes do not move them."""
        return KFold(folds=self.folds, seed=self.seed).address()

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:
        """Fold by fold, every size."""
        folds = [test for _, test in KFold(folds=self.folds, seed=self.seed).deal(deck, draw)]
        for test in folds:
            order = proportional([block[~np.isin(block, test)] for block in deck.blocks], draw)
            for size in self.sizes:
                train = order[: size]
                yield train, np.concatenate([test, train[: self.training]])

    def label(self, part: int) -> str:
        """Size and fold: "40.3"."""
        fold, place = divmod(part, len(self.sizes))
        return f"{self.sizes[place]}.{fold}"

    def objection(self, units: Units) -> str | None:
        """What k-fold objects to, or more units to train on than a fold leaves."""
        least = len(units) - -(-len(units) // self.folds)
        if objection := KFold(folds=self.folds, seed=self.seed).objection(units):
            return objection.replace("kfold:", "")
        if self.sizes[-1] > least:
            return (f"a training set of {self.sizes[-1]:,} {units.word} is more than the {least:,} that {self.folds} "
                    f"folds leave to train on; ask for smaller sizes, or more folds")
        return None

    def describe(self) -> str:
        """The folds, and the sizes."""
        shown = [f"{size:,}" for size in self.sizes]
        times = f" repeated {self.repeats} times" if self.repeats > 1 else ""
        return (f"{self.folds}-fold cross-validation{times} with training sets of {', '.join(shown[:-1])}"
                f"{' and ' if len(shown) > 1 else ''}{shown[-1]}, each within the next"
                + (", stratified" if self.stratified else ""))


def growing_plan(problem: Problem, sizes: Iterable[float] | None, *, folds: int, repeats: int,
                 training: int, seed: int) -> Plan:
    """The plan of a learning curve; sizes are counts, or shares of the rows that a fold leaves to train on."""
    units = Units.of(problem, stratified=True)
    whole_number("folds", folds, at_least=2)
    room = len(units) - -(-len(units) // folds)
    chosen = usual_sizes(room, n_classes=len(problem.classes)) if sizes is None else counts_of(list(sizes), room)
    return lay(Growing(sizes=chosen, folds=folds, repeats=repeats, training=training, seed=seed), problem)


def usual_sizes(room: int, *, n_classes: int = 0) -> tuple[int, ...]:
    """All that a fold leaves, half of it, a quarter, … while there are rows enough to learn from.

    >>> usual_sizes(900, n_classes=2)
    (14, 28, 56, 112, 225, 450, 900)
    """
    least = max(FEWEST_UNITS, 2 * n_classes)
    found = [room]
    while len(found) < MOST_SIZES and found[-1] // 2 >= least:
        found.append(found[-1] // 2)
    return tuple(reversed(found))


def require_rising(sizes: tuple[int, ...]) -> None:
    """Refuse sizes that are none, too small or not in order."""
    if not sizes:
        raise BadInput("a learning curve needs training sizes.")
    for size in sizes:
        whole_number("a training size", size, at_least=2)
    if list(sizes) != sorted(set(sizes)):
        raise BadInput(f"training sizes go up and differ, unlike {', '.join(map(str, sizes))}.")


def counts_of(sizes: list[float], room: int) -> tuple[int, ...]:
    """Whole numbers as they are; shares up to 1 of what there is to train on."""
    found = []
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | float) or not size > 0:
            raise BadInput(f"a training size is a number of rows, or a share of them such as 0.5, not {size!r}.")
        if isinstance(size, float) and size > 1 and size != int(size):
            raise BadInput(f"a training size is a whole number of rows, or a share of them such as 0.5, not {size!r}.")
        found.append(round(size * room) if isinstance(size, float) and size <= 1 else int(size))
    return tuple(sorted(set(found)))


def at_size(card: PlanCard, size: int) -> tuple[Entry, ...]:
    """The splits of one training size, labelled as the k-fold they are."""
    mark = f"/{size}."
    return tuple(replace(e, label=e.label.replace(mark, "/")) for e in card.entries if mark in e.label)


def is_training(split: Split) -> Array:
    """Which of the tested rows the model was trained on."""
    found: Array = np.isin(split.test, split.train_rows)
    return found
