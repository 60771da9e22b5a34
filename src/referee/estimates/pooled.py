"""Leave-one-out: test parts of one row (or one group) are put together before the metric is taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.errors import Undefined
from referee.estimates.made import Made, is_plain_mean
from referee.estimates.over_rows import outside
from referee.estimates.scores import Scores, ScoreTable
from referee.kinds import Estimand


def over_all_rows(table: ScoreTable, scores: Scores, level: float) -> Made:
    """The score on all rows together, with the central limit interval of cross-validation (Bayle et al. 2020).

    It speaks of the models of these folds. With groups left out whole, rows of a group move together and the
    standard error is the clustered one.
    """
    from referee.estimates.clustered_mean import clustered_mean
    from referee.estimates.cv_clt import cv_clt

    metric, found = scores.metric, table.rows[scores.learner]
    made = Made(value=metric.score(found.predictions), estimand=Estimand.FOLD_MODELS,
                method=f"on {found.predictions.n_rows} rows, each tested once")
    if metric.per_row is None:
        return replace(made, estimand=Estimand.PROCEDURE, reason=f"leave-one-out gives no valid interval for "
                                                                 f"{metric.title}, which is no mean over rows")
    values = np.asarray(metric.per_row(found.predictions), dtype=float)
    bounds = metric.bounds if is_plain_mean(metric) else None
    try:
        if table.problem.groups is None:
            inner = cv_clt(values, level=level, bounds=bounds).interval
        else:
            inner = clustered_mean(values, table.problem.groups[found.row], level=level, bounds=bounds).interval
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    return replace(made, interval=outside(metric, inner))
