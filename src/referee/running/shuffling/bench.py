"""The bench for shuffles: the data once, and how to lay out each shuffle of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.forms import form_of, renumbered, take_rows
from referee.data.problem import Problem
from referee.data.remade import remade
from referee.data.shuffle import COLUMNS, Shuffle
from referee.designs.plan import Plan, lay
from referee.designs.split import Split
from referee.errors import BadInput
from referee.kinds import Array
from referee.running.bench import Bench

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleBench(Bench):
    """Data and learners, and all shuffles of the data by number."""

    shuffle: Shuffle
    plan: Plan
    splits: tuple[Split, ...]
    card: Problem                       # the problem without its features: what inner designs need to know
    quick: frozenset[int]               # learners whose exact shortcut has reproduced a refit
    raw: Array | pd.DataFrame | None    # the table before anything was done to it, where something was
    before: bytes                       # what is done to the whole table, cloudpickled; empty: nothing

    def shuffled(self, number: int) -> tuple[Bench, Problem, tuple[Split, ...]]:
        """The bench, the problem and the splits of one shuffle."""
        problem, splits = self.card, self.splits
        if self.shuffle.relabels:
            problem = replace(self.card, y=self.shuffle.target(number))
            if self.plan.given is None:
                splits = tuple(lay(self.plan.design, problem).splits())
        if not self.before:
            tables = {"matrix": self._dealt(self.matrix, number), "given": self._dealt(self.given, number)}
            return self._with(y=problem.y, **tables), problem, splits
        done = _loaded(self.before)(self._dealt(self.raw, number), problem.labels)
        features = remade(problem, done).require_features()
        return self._with(y=problem.y, matrix=features.matrix, given=features.given,
                          finite=features.missing == 0), problem, splits

    def _dealt(self, table: Any, number: int) -> Any:
        """A table as this shuffle deals it."""
        if table is None or self.shuffle.relabels:
            return table
        if self.shuffle.kind == COLUMNS:
            return _by_column(table, self.shuffle, number)
        order = self.shuffle.order(number)
        return renumbered(take_rows(table, order))

    def _with(self, **changed: Any) -> Bench:
        return Bench(**{field.name: getattr(self, field.name) for field in fields(Bench)} | changed)


def _by_column(table: Any, shuffle: Shuffle, number: int) -> Any:
    """The table with every column in an order of its own."""
    if form := form_of(table):
        raise BadInput(f"X is {form}, which has no columns to shuffle one by one; shuffle the labels instead.")
    orders = shuffle.orders(number, table.shape[1])
    if isinstance(table, np.ndarray):
        return np.take_along_axis(table, orders.T, axis=0)
    shuffled = table.copy()
    for position, order in enumerate(orders):
        shuffled.isetitem(position, table.iloc[:, position].array[order])
    return shuffled


@lru_cache(maxsize=1)
def _loaded(before: bytes) -> Any:
    import cloudpickle

    return cloudpickle.loads(before)


def laid_out(bench: Bench, problem: Problem, plan: Plan, shuffle: Shuffle, *, raw: Problem | None = None,
             before: Callable[[Any, Any], Any] | None = None) -> ShuffleBench:
    """A bench for the shuffles of a problem; which shortcuts can be trusted is not known yet."""
    import cloudpickle

    told: dict[str, Any] = {field.name: getattr(bench, field.name) for field in fields(Bench)}
    return ShuffleBench(
        **told, shuffle=shuffle, plan=plan, splits=tuple(plan.splits()), quick=frozenset(),
        card=replace(problem, features=None), before=b"" if before is None else cloudpickle.dumps(before),
        raw=None if before is None or raw is None else raw.require_features().given,
    )
