"""One D: what every estimator says of it, how long that took, and what the model of D does on new rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.api import Local, carry_out, evaluate, opened
from referee.api.panorama import prepare_panorama
from referee.data.problem import Problem
from referee.data.subset import subset
from referee.designs.split import Split
from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.kinds import Array, Json
from referee.lab.estimators.cells import BY_NAME, DEFAULT, Cell, parts_of
from referee.learners import resolve
from referee.ledger import Ledger
from referee.metrics import metric
from referee.reading.panorama import Line
from referee.reading.said import predictions_of, prior_of
from referee.running.bench import lay_out
from referee.running.fit import fit_one


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one estimator says of one D; `scores` are those of its iterations, one each."""

    value: float
    low: float | None = None
    high: float | None = None
    fits: int = 0
    lost: int = 0
    seconds: float = 0.0
    scores: tuple[float, ...] = field(default=(), repr=False)

    def to_dict(self) -> Json:
        """For a line of the file."""
        return {"value": self.value, "low": self.low, "high": self.high, "fits": self.fits, "lost": self.lost,
                "seconds": round(self.seconds, 6), "scores": [float(f"{score:.6g}") for score in self.scores]}

    @classmethod
    def from_dict(cls, told: Json) -> Said:
        """From a line of the file."""
        return cls(**told | {"scores": tuple(told["scores"])})


def drawn(cell: Cell, number: int) -> tuple[Problem, Problem]:
    """D, and D followed by the rows on which the truth is measured."""
    whole = cell.source.draw(cell.n, number, cell.seed)
    return subset(whole, np.arange(cell.n)), whole


def true_score(cell: Cell, whole: Problem) -> float:
    """The score of the model of D on the rows after it."""
    learner, = resolve([cell.learner], whole)
    split = Split(label="0", n_rows=whole.n_rows, train=np.arange(cell.n), test=np.arange(cell.n, whole.n_rows))
    record = fit_one(lay_out(whole, (learner,), seed=cell.seed), learner, split)
    if record.failed:
        raise BadInput(f"{cell.title}: the model of all rows could not be fitted: {record.error}.")
    return float(metric(cell.metric).score(predictions_of(whole, record, split, prior_of(whole, split))))


def of_estimators(cell: Cell, problem: Problem, names: tuple[str, ...]) -> dict[str, Said]:
    """What these estimators say of one D; one that has no value there is left out."""
    with opened(None) as ledger:
        said = _in_panorama(cell, problem, names, ledger)
        for name in names:
            if name not in BY_NAME:
                said |= _by_design(cell, problem, name, ledger)
    return {name: said[name] for name in names if name in said}


def _in_panorama(cell: Cell, problem: Problem, names: tuple[str, ...], ledger: Ledger) -> dict[str, Said]:
    parts = parts_of(names)
    if not parts:
        return {}
    prepared = prepare_panorama([cell.learner], problem, metrics=[cell.metric], resamples=cell.resamples,
                                seed=cell.seed, parts=parts)
    column = carry_out(prepared, ledger, engine=Local(workers=1)).panorama.columns[0]
    lines = {name: column.line(name) for name in names if name in BY_NAME}
    return {name: _said(line) for name, line in lines.items() if line is not None and line.value is not None}


def _said(line: Line) -> Said:
    assert line.value is not None
    interval = line.interval
    return Said(value=line.value, low=interval.low if interval else None, high=interval.high if interval else None,
                fits=line.fits, lost=line.lost, seconds=line.seconds,
                scores=line.spread.scores if line.spread else ())


def _by_design(cell: Cell, problem: Problem, name: str, ledger: Ledger) -> dict[str, Said]:
    """By `evaluate`, with a design or without: the default is what it takes by itself."""
    result: Any = evaluate([cell.learner], problem, metrics=[cell.metric], seed=cell.seed, jobs=1, ledger=ledger,
                           design=None if name == DEFAULT else name)
    table = result.analysis.table
    made = result.analysis.estimates[table.learners[0], cell.metric]
    if not isinstance(made, Estimate):
        return {}
    kept: Array = table.scores[table.learners[0], cell.metric].values
    interval = made.interval
    return {name: Said(value=made.value, low=interval.low if interval else None,
                       high=interval.high if interval else None, fits=len(kept), lost=int(np.isnan(kept).sum()),
                       seconds=sum(table.seconds[table.learners[0]]) * len(kept),
                       scores=tuple(kept[~np.isnan(kept)].tolist()))}
