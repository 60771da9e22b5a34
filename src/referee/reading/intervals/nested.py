"""The plans made for an interval of the procedure's risk: nested cross-validation and paired halves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from referee.errors import Undefined
from referee.estimates.cross_validation.conservative_z import conservative_z
from referee.estimates.cross_validation.nested_cv import OuterFold, nested_cv
from referee.kinds import Estimand
from referee.reading.draft import Draft, is_plain_mean
from referee.reading.intervals.one_test_set import outside
from referee.reading.intervals.over_splits import score_over_parts
from referee.reading.scores import RowValues, Scores, ScoreTable


def over_nested(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """Bates, Hastie & Tibshirani (2023), for means over rows that do not come in groups."""
    metric, folds = scores.metric, table.plan.traits.nested_folds
    values = table.values[scores.learner, metric.name]
    found = [fold for repeat in _repeats(table) for fold in _outer_folds(values, repeat, folds)]
    whole = [fold for fold in found if fold is not None]
    if len(whole) < folds:
        raise Undefined("fits of every repeat were lost, and nested cross-validation needs all fits of a repeat.")
    bounds = metric.bounds if is_plain_mean(metric) else None
    made = Draft(value=metric.outer(float(np.concatenate([fold.outer for fold in whole]).mean())),
                 method=f"over {len(whole)} outer folds", estimand=Estimand.PROCEDURE, n_train=table.problem.n_rows)
    try:
        ncv = nested_cv(whole, n=table.problem.n_rows, n_folds=folds, level=level, bounds=bounds)
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    value = max(ncv.value, 0.0) if bounds is None else ncv.value
    # Its correction for bias carries the estimate from the folds' training sizes to all rows.
    return replace(made, value=metric.outer(value), interval=outside(metric, ncv.interval))


def _repeats(table: ScoreTable) -> Iterator[list[str]]:
    """The labels of one repeat after the other: its folds, then their pairs."""
    folds = table.plan.traits.nested_folds
    size = folds + folds * (folds - 1) // 2
    labels = [entry.label for entry in table.plan.entries]
    for start in range(0, len(labels), size):
        yield labels[start : start + size]


def _outer_folds(values: dict[str, RowValues], labels: list[str], folds: int) -> Iterator[OuterFold | None]:
    """Each outer fold's losses, and those of the folds tested inside its training rows; None where some are missing."""
    if any(label not in values for label in labels):
        yield None                           # a lost fit: its repeat is left out whole, or the folds would not balance
        return
    pairs = dict(zip(combinations(range(folds), 2), labels[folds:], strict=True))
    for f in range(folds):
        own, inner = values[labels[f]], []
        for g in range(folds):
            if g != f:
                pair = values[pairs[min(f, g), max(f, g)]]
                inner.append(pair.values[~np.isin(pair.rows, own.rows)])
        yield OuterFold(outer=own.values, inner=np.concatenate(inner))


def over_halves(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """Nadeau & Bengio's conservative z: the mean over splits of all rows, the variance between halves."""
    size = table.plan.traits.splits_of_all
    values, kept = scores.values.reshape(-1, size), scores.kept.reshape(-1, size)
    bare = score_over_parts(table, scores)
    bare = replace(bare, n_train=table.plan.entries[0].n_train, method=f"{bare.method}; variance between halves")
    means = np.array([(values[i][kept[i]].mean(), values[i + 1][kept[i + 1]].mean())
                      for i in range(1, len(values), 2) if kept[i].any() and kept[i + 1].any()])
    if not means.size:
        return replace(bare, reason="no halving has scores for both halves")
    try:
        made = conservative_z(bare.value, means, level=level, bounds=scores.metric.bounds)
    except Undefined as reason:
        return replace(bare, reason=str(reason).rstrip("."))
    return replace(bare, interval=made.interval)
