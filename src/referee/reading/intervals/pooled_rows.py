"""Leave-one-out: test parts of one row (or one group) are put together before the metric is taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, Estimand
from referee.reading.draft import Draft, is_plain_mean
from referee.reading.intervals.one_test_set import outside
from referee.reading.scores import Scores, ScoreTable


def score_of_all_rows(table: ScoreTable, scores: Scores) -> Draft:
    """The score on all rows together; of a metric that is a mean over rows it speaks of the models of these folds."""
    metric, found = scores.metric, table.rows[scores.learner]
    value = float(_of_rows(table, scores).mean()) if is_plain_mean(metric) else metric.score(found.predictions)
    return Draft(value=value, estimand=Estimand.PROCEDURE if metric.per_row is None else Estimand.FOLD_MODELS,
                 method=f"on {found.predictions.n_rows} rows, each tested once")


def over_all_rows(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score on all rows together, with the central limit interval of cross-validation (Bayle et al. 2020).

    It speaks of the models of these folds. With groups left out whole, rows of a group move together and the
    standard error is the clustered one.
    """
    from referee.estimates.cross_validation.cv_clt import cv_clt
    from referee.estimates.means.clustered_mean import clustered_mean

    metric, found = scores.metric, table.rows[scores.learner]
    made = score_of_all_rows(table, scores)
    values = _of_rows(table, scores)
    bounds = metric.bounds if is_plain_mean(metric) else None
    try:
        if table.problem.groups is None:
            inner = cv_clt(values, level=level, bounds=bounds).interval
        else:
            inner = clustered_mean(values, table.problem.groups[found.row], level=level, bounds=bounds).interval
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    return replace(made, interval=outside(metric, inner))


def _of_rows(table: ScoreTable, scores: Scores) -> Array:
    """One value a row; a part of one row has it for its score, with the prior of its own training part."""
    assert scores.metric.per_row is not None
    if (table.n_test == 1).all() and scores.kept.any() and is_plain_mean(scores.metric):
        return scores.values[scores.kept]
    return np.asarray(scores.metric.per_row(table.rows[scores.learner].predictions), dtype=float)
