"""Repeated answers, marks and weights settled: afterwards every model has one word on every case of every part.

Several runs or generations on the same cases are no further cases: the mark of a case is the mean over them (Miller
2024). Marks that are all 0 or 1 are right and wrong answers. A weight of w means that the case stands there w times;
the copies are kept in one cluster, so that they bring no precision they do not have.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.prediction_table.shared_cases import cut
from referee.data.prediction_table.table import Part, PredictionTable
from referee.data.weights import told
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array, Task

RIGHT_OR_WRONG = ("wrong", "right")
MOST_COPIES = 50_000_000


def settled(table: PredictionTable) -> PredictionTable:
    """The table in the form in which it can enter a ledger."""
    table = _averaged(table)
    if table.marked:
        table = _graded(table)
    return table if table.weights is None else _weighed(table)


def _weighed(table: PredictionTable) -> PredictionTable:
    """Cases of weight 0 left out, equal weights forgotten, counted cases repeated; sampling weights stay."""
    assert table.weights is not None
    there = np.flatnonzero(table.weights)
    if there.size < table.n_cases:
        table = cut(table, there, f"{counted(table.n_cases - there.size, 'case')} of weight 0 left out.")
    weights = table.weights
    assert weights is not None
    if (weights == weights[0]).all():
        return replace(table, weights=None)
    if table.sampled:
        return replace(table, notices=(*table.notices, told(weights, "cases")))
    return _repeated(table)


def _averaged(table: PredictionTable) -> PredictionTable:
    """Runs that differ only by their seed become one, with the mean mark of each case."""
    seeds = {part.seed for parts in table.said.values() for part in parts}
    if len(seeds) < 2:
        return table
    if table.task is Task.REGRESSION and not table.marked:
        raise BadInput(f"{table.name} has {len(seeds)} runs of every case; average their predictions, or give one run "
                       f"(runs "
                       f"of numbers are no independent cases).")
    said = {model: tuple(_mean_parts(parts, table.y)) for model, parts in table.said.items()}
    notice = (f"{len(seeds)} runs of each case are averaged: the score of a case is the share of its runs that were "
              f"right."
              if not table.marked else f"{len(seeds)} runs of each case are averaged.")
    return replace(table, said=said, notices=(*table.notices, notice))


def _mean_parts(parts: tuple[Part, ...], y: Array) -> list[Part]:
    together: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        together.setdefault((part.repeat, part.fold), []).append(part)
    merged = []
    for (repeat, fold), runs in together.items():
        cases = np.unique(np.concatenate([run.cases for run in runs]))
        total, count = np.zeros(cases.size), np.zeros(cases.size)
        for run in runs:
            at = np.searchsorted(cases, run.cases)
            np.add.at(total, at, run.marks if run.marks is not None else _right(run, y))
            np.add.at(count, at, 1)
        merged.append(Part(repeat=repeat, fold=fold, seed="", cases=cases, marks=total / count,
                           trained=runs[0].trained))
    return merged


def _right(run: Part, y: Array) -> Array:
    if run.labels is None:
        raise BadInput("several runs of each case can be averaged where answers are right or wrong; give predicted "
                       "classes, or one run.")
    right: Array = (run.labels == y[run.cases]).astype(float)
    return right


def _graded(table: PredictionTable) -> PredictionTable:
    """Marks of 0 and 1 are answers that are right or wrong; other marks are numbers whose mean is the score."""
    marks = np.concatenate([part.marks for parts in table.said.values() for part in parts if part.marks is not None])
    if np.isin(marks, (0.0, 1.0)).all():
        said = {model: tuple(replace(p, labels=_whole(p), marks=None, probabilities=None, scores=None) for p in parts)
                for model, parts in table.said.items()}
        return replace(table, said=said, task=Task.CLASSIFICATION, classes=RIGHT_OR_WRONG,
                       y=np.ones(table.n_cases, dtype=np.int64))
    said = {model: tuple(replace(p, values=p.marks, marks=None, labels=None, probabilities=None, scores=None)
                         for p in parts) for model, parts in table.said.items()}
    return replace(table, said=said, task=Task.REGRESSION, classes=(), y=np.ones(table.n_cases), graded=True)


def _whole(part: Part) -> Array:
    assert part.marks is not None
    return part.marks.astype(np.int64)


def _repeated(table: PredictionTable) -> PredictionTable:
    """Each case as often as its weight says, its copies in one cluster."""
    times = table.weights
    assert times is not None
    if int(times.sum()) > MOST_COPIES:
        raise BadInput(f"the weights of {table.name} sum to {int(times.sum()):,}, more than {MOST_COPIES:,} cases; "
                       f"divide them "
                       f"by their common factor.")
    start = np.concatenate([[0], np.cumsum(times)])
    clusters = np.arange(table.n_cases) if table.clusters is None else table.clusters
    ids = np.array([f"{case}#{copy}" for case, n in zip(table.ids, times, strict=True) for copy in range(n)])
    said = {model: tuple(_repeated_part(part, times, start) for part in parts) for model, parts in table.said.items()}
    notice = f"{counted(table.n_cases, 'case')} stand for {int(times.sum()):,} by their weights."
    return replace(table, ids=ids, y=np.repeat(table.y, times), clusters=np.repeat(clusters, times), weights=None,
                   costs=None if table.costs is None else np.repeat(table.costs, times),
                   time=None if table.time is None else np.repeat(table.time, times), said=said,
                   notices=(*table.notices, notice))


def _repeated_part(part: Part, times: Array, start: Array) -> Part:
    n = times[part.cases]
    cases = np.concatenate([np.arange(start[case], start[case + 1]) for case in part.cases])

    def copied(values: Array | None) -> Array | None:
        return None if values is None else np.repeat(values, n, axis=0)

    return replace(part, cases=cases, labels=copied(part.labels), probabilities=copied(part.probabilities),
                   scores=copied(part.scores), values=copied(part.values), quantiles=copied(part.quantiles),
                   marks=copied(part.marks), trained=None)
