"""What a ledger holds of several targets, seen as one question: one of the targets, or all of them at once.

Whoever reads such a view finds a problem of one target and records that speak of it alone: the same path leads from
there to scores, intervals and verdicts as for a problem that never had more. Seen all at once, classes are their codes
as numbers, a row of them for each case; the metrics over targets read those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np

from referee.data.problem import Problem
from referee.kinds import Array, Task
from referee.ledger import Ledger, Record

Told = Callable[[Record], Record]


class _View:
    """A ledger in which one problem, and what was said of it, is seen otherwise."""

    def __init__(self, ledger: Ledger, problem: Problem, told: Told) -> None:
        self._ledger, self._problem, self._told = ledger, problem, told

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def problem(self, fingerprint: str) -> Problem:
        """The problem as it is seen; another as it is."""
        return self._problem if fingerprint == self._problem.fingerprint else self._ledger.problem(fingerprint)

    def read_many(self, jobs: Iterable[str]) -> Iterator[Record]:
        """Records as they are seen."""
        return map(self._told, self._ledger.read_many(jobs))


def of_target(ledger: Ledger, problem: Problem, target: int) -> Ledger:
    """The ledger as if one target of a problem were its only one."""
    sizes = [len(classes) for classes in problem.classes] if problem.task is Task.CLASSIFICATION else []
    first = sum(sizes[:target])
    classes = slice(first, first + sizes[target]) if sizes else slice(0)

    def told(record: Record) -> Record:
        return replace(record, labels=_column(record.labels, target), scores=_column(record.scores, target),
                       values=_column(record.values, target),
                       probabilities=None if record.probabilities is None else record.probabilities[:, classes])

    return cast("Ledger", _View(ledger, problem.of_target(target), told))


def over_targets(ledger: Ledger, problem: Problem) -> Ledger:
    """The ledger as if a row of numbers were to be predicted: the targets' values, or the codes of their classes."""
    if problem.task is Task.REGRESSION:
        return ledger

    def told(record: Record) -> Record:
        values = None if record.labels is None else record.labels.astype(float)
        return replace(record, labels=None, scores=None, probabilities=None, values=values)

    numbers = replace(problem, task=Task.REGRESSION, y=problem.y.astype(float), classes=())
    return cast("Ledger", _View(ledger, numbers, told))


def _column(said: Array | None, target: int) -> Array | None:
    return None if said is None else np.ascontiguousarray(said[:, target])
