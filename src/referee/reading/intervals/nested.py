"""The designs made for an interval of the procedure's risk: nested cross-validation and paired halves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np

from referee.errors import Undefined
from referee.estimates.cross_validation.nested_cv import OuterFold
from referee.kinds import Estimand
from referee.reading.draft import Made, is_plain_mean
from referee.reading.intervals.one_test_set import outside
from referee.reading.intervals.over_splits import over_splits
from referee.reading.methods import METHODS
from referee.reading.scores import RowValues, Scores, ScoreTable


def over_nested(table: ScoreTable, scores: Scores, level: float) -> Made:
    """Bates, Hastie & Tibshirani (2023) for means over rows; the corrected t over the outer folds for the rest.

    Rows in groups are no single cases, so they get the corrected t too.
    """
    metric = scores.metric
    outer = np.array(["-" not in entry.label for entry in table.plan.entries])
    if metric.per_row is None or table.problem.groups is not None:
        over = over_splits(table, replace(scores, kept=scores.kept & outer), level)
        return replace(over, n_train=int(np.median(table.n_train[outer])))
    folds = int(table.plan.parameters["folds"])
    values = table.values[scores.learner, metric.name]
    found = [fold for repeat in _repeats(table) for fold in _outer_folds(values, repeat, folds)]
    whole = [fold for fold in found if fold is not None]
    if len(whole) < folds:
        raise Undefined("fits of every repeat were lost, and nested cross-validation needs all fits of a repeat.")
    bounds = metric.bounds if is_plain_mean(metric) else None
    made = Made(value=metric.outer(float(np.concatenate([fold.outer for fold in whole]).mean())),
                method=f"over {len(whole)} outer folds", estimand=Estimand.PROCEDURE, n_train=table.problem.n_rows)
    try:
        ncv = METHODS["nested_cv"].make(whole, n=table.problem.n_rows, n_folds=folds, level=level, bounds=bounds)
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    value = max(ncv.value, 0.0) if bounds is None else ncv.value
    # Its correction for bias carries the estimate from the folds' training sizes to all rows.
    return replace(made, value=metric.outer(value), interval=outside(metric, ncv.interval))


def _repeats(table: ScoreTable) -> Iterator[list[str]]:
    """The labels of one repeat after the other."""
    for _, entries in groupby(table.plan.entries, key=lambda entry: entry.repeat):
        yield [entry.label for entry in entries]


def _outer_folds(values: dict[str, RowValues], labels: list[str], folds: int) -> Iterator[OuterFold | None]:
    """Each outer fold's losses, and those of the folds tested inside its training rows; None where some are missing."""
    if any(label not in values for label in labels):
        yield None                           # a lost fit: its repeat is left out whole, or the folds would not balance
        return
    repeat = labels[0].partition("/")[0]
    for f in range(folds):
        own, inner = values[f"{repeat}/{f}"], []
        for g in range(folds):
            if g != f:
                pair = values[f"{repeat}/{min(f, g)}-{max(f, g)}"]
                inner.append(pair.values[~np.isin(pair.rows, own.rows)])
        yield OuterFold(outer=own.values, inner=np.concatenate(inner))


def over_halves(table: ScoreTable, scores: Scores, level: float) -> Made:
    """Nadeau & Bengio's conservative z: the mean over splits of all rows, the variance between halves."""
    whole: list[float] = []
    halves: dict[int, tuple[list[float], list[float]]] = {}
    for entry, value, kept in zip(table.plan.entries, scores.values, scores.kept, strict=True):
        part = entry.label.partition("/")[2]
        if not kept:
            continue
        if "-" in part:
            halving, _, half = part.partition("-")[0].partition(".")
            halves.setdefault(int(halving), ([], []))[int(half)].append(value)
        else:
            whole.append(value)
    if not whole:
        raise Undefined("no split of all rows has a score.")
    bare = Made(value=float(np.mean(whole)), estimand=Estimand.PROCEDURE, n_train=table.plan.entries[0].n_train,
                method=f"mean over {len(whole)} test parts; variance between halves")
    means = [(np.mean(a), np.mean(b)) for a, b in halves.values() if a and b]
    if not means:
        return replace(bare, reason="no halving has scores for both halves")
    try:
        made = METHODS["conservative_z"].make(bare.value, means, level=level, bounds=scores.metric.bounds)
    except Undefined as reason:
        return replace(bare, reason=str(reason).rstrip("."))
    return replace(bare, interval=made.interval)
