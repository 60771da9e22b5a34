"""The bench for shuffles: the data once, and how to lay out each shuffle of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.data.shuffle import COLUMNS, Shuffle
from referee.designs.plan import Plan, lay
from referee.designs.split import Split
from referee.kinds import Array
from referee.running.bench import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleBench(Bench):
    """Data and learners, and all shuffles of the data by number."""

    shuffle: Shuffle
    plan: Plan
    splits: tuple[Split, ...]
    card: Problem                       # the problem without its features: what inner designs need to know
    quick: frozenset[int]               # learners whose exact shortcut has reproduced a refit

    def shuffled(self, number: int) -> tuple[Bench, Problem, tuple[Split, ...]]:
        """The bench, the problem and the splits of one shuffle."""
        matrix, given = self.matrix, self.given
        if self.shuffle.relabels:
            y = self.shuffle.target(number)
            problem = replace(self.card, y=y)
            splits = self.splits if self.plan.given is not None else tuple(lay(self.plan.design, problem).splits())
            return self._with(y=y), problem, splits
        if self.shuffle.kind == COLUMNS:
            return self._with(matrix=_by_column(matrix, self.shuffle, number),
                              given=_by_column(given, self.shuffle, number)), self.card, self.splits
        order = self.shuffle.order(number)
        return self._with(
            matrix=None if matrix is None else matrix[order],
            given=None if given is None else given[order] if isinstance(given, np.ndarray) else given.iloc[order],
        ), self.card, self.splits

    def _with(self, **changed: Any) -> Bench:
        return Bench(**{field.name: getattr(self, field.name) for field in fields(Bench)} | changed)


def _by_column(table: Any, shuffle: Shuffle, number: int) -> Any:
    """The table with every column in an order of its own."""
    if table is None:
        return None
    orders = shuffle.orders(number, table.shape[1])
    if isinstance(table, np.ndarray):
        return np.take_along_axis(table, orders.T, axis=0)
    shuffled = table.copy()
    for position, order in enumerate(orders):
        shuffled.isetitem(position, table.iloc[:, position].array[order])
    return shuffled


def laid_out(bench: Bench, problem: Problem, plan: Plan, shuffle: Shuffle) -> ShuffleBench:
    """A bench for the shuffles of a problem; which shortcuts can be trusted is not known yet."""
    told: dict[str, Any] = {field.name: getattr(bench, field.name) for field in fields(Bench)}
    return ShuffleBench(**told, shuffle=shuffle, plan=plan, splits=tuple(plan.splits()), quick=frozenset(),
                        card=replace(problem, features=None))


def tested(splits: tuple[Split, ...]) -> Array:
    """The rows tested, split after split: the order in which a record of a shuffle speaks of them."""
    return np.concatenate([split.test for split in splits])
