"""Row by row: what each learner said, who was wrong, and where two of them differ; over the first pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Json, Task
from referee.reading.pictures.seen import seen
from referee.reading.scores import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """Rows that all learners predicted, in the order in which they are told."""

    row: Array                       # positions in the data, from 0
    ids: Array | None                # the user's names of the rows
    truth: Array                     # labels, or numbers
    said: dict[str, Array]           # by learner
    error: dict[str, Array]          # 1 for a wrong label and 0 for a right one; truth minus what was said of numbers
    classes: bool                    # whether labels were said
    n_rows: int                      # of all that were looked at
    pair: tuple[str, str] | None = None

    @property
    def missed(self) -> Array:
        """How many learners are wrong about each row; of numbers, the mean size of their errors."""
        sizes = np.abs(np.array(list(self.error.values())))
        return np.asarray(sizes.sum(axis=0) if self.classes else sizes.mean(axis=0))

    @property
    def by_all(self) -> Rows:
        """The rows that every learner gets wrong."""
        return self.chosen(np.flatnonzero(self.missed == len(self.error)))

    @property
    def by_some(self) -> Rows:
        """The rows that some learners get right and others wrong."""
        return self.chosen(np.flatnonzero((self.missed > 0) & (self.missed < len(self.error))))

    def chosen(self, places: Array) -> Rows:
        """Some of the rows, in some order."""
        return replace(self, row=self.row[places], ids=None if self.ids is None else self.ids[places],
                       truth=self.truth[places], said={name: values[places] for name, values in self.said.items()},
                       error={name: values[places] for name, values in self.error.items()})

    def name(self, place: int) -> str:
        """A row by the user's name for it, or by its position."""
        return str(self.row[place] if self.ids is None else self.ids[place])

    def records(self) -> list[Json]:
        """One entry for each row."""
        label = "wrong" if self.classes else "error"
        return [({"row": int(self.row[i])} if self.ids is None else {"id": _plain(self.ids[i])}) |
                {"truth": _plain(self.truth[i])} | {name: _plain(values[i]) for name, values in self.said.items()} |
                {f"{label}: {name}": _plain(values[i]) for name, values in self.error.items()}
                for i in range(self.row.size)]


def rows_of(table: ScoreTable, learners: Sequence[str]) -> Rows:
    """All rows, those that most learners get wrong first; of numbers, those with the largest errors first."""
    found = _read(table, learners)
    return found.chosen(np.argsort(-found.missed, kind="stable"))


def rows_differing(table: ScoreTable, a: str, b: str) -> Rows:
    """The rows of which two learners say different things; of numbers all, the largest difference in error first."""
    if a == b:
        raise BadInput(f"{a} does not differ from itself; name two learners.")
    found = replace(_read(table, [a, b]), pair=(a, b))
    if found.classes:
        return found.chosen(np.flatnonzero(found.said[a] != found.said[b]))
    return found.chosen(np.argsort(-np.abs(np.abs(found.error[a]) - np.abs(found.error[b])), kind="stable"))


def _read(table: ScoreTable, learners: Sequence[str]) -> Rows:
    problem, passes = table.problem, {name: seen(table, name) for name in learners}
    if not passes:
        raise Undefined("no learner said of each row once what it is.")
    if problem.has_several:
        raise BadInput("rows are told of one target; choose one.")
    rows = np.asarray(reduce(np.intersect1d, [one.row for one in passes.values()]), dtype=np.int64)
    classes = problem.task is Task.CLASSIFICATION
    said = {}
    for name, one in passes.items():
        values = one.predictions.labels if classes else one.predictions.values
        if values is None:
            raise Undefined(f"{name} gave no {'labels' if classes else 'values'}.")
        order = np.argsort(one.row)
        said[name] = values[order][np.searchsorted(one.row[order], rows)]
    truth = problem.y[rows]
    error = {name: (values != truth).astype(np.int64) if classes else truth - values for name, values in said.items()}
    labels = np.array([*problem.classes, None], dtype=object)[:-1]
    told = {name: labels[values] if classes else values for name, values in said.items()}
    return Rows(row=rows, ids=None if problem.ids is None else problem.ids[rows], said=told, error=error,
                truth=labels[truth] if classes else truth, classes=classes, n_rows=rows.size)


def _plain(value: object) -> object:
    """As JSON has it."""
    return value.item() if isinstance(value, np.generic) else value
