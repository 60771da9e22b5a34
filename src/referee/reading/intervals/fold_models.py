"""The second line of an estimate: the central limit interval of one cross-validation, for the models of its folds only.

Bayle, Bayle, Janson & Mackey (2020). Defined where a design holds one whole pass of k-fold cross-validation (its first
repeat), the metric is a mean over rows or a function of one, and rows come neither in groups nor in time. For its risk
it is too narrow (measured 0.88–0.92 of 0.95 at n = 100), so it stands beside the interval of the design, never for it.
"""

from __future__ import annotations

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Estimate
from referee.estimates.cross_validation.cv_clt import cv_clt
from referee.kinds import Estimand
from referee.metrics import Metric
from referee.reading.draft import is_plain_mean
from referee.reading.intervals.one_test_set import outside
from referee.reading.scores import ScoreTable


def of_fold_models(table: ScoreTable, learner: str, metric: Metric, *, level: float = 0.95) -> Estimate | None:
    """The mean over the rows of the first pass and its interval; None where there is no whole pass."""
    traits = table.plan.traits
    entries = table.plan.entries[: traits.folds_of_the_first_pass]
    found = table.values.get((learner, metric.name), {})
    if metric.per_row is None or table.problem.groups is not None or not entries or traits.of_a_series:
        return None
    if any(entry.label not in found for entry in entries):
        return None
    values = np.concatenate([found[entry.label].values for entry in entries])
    bounds = metric.bounds if is_plain_mean(metric) else None
    try:
        made = cv_clt(values, level=level, bounds=bounds)
    except (Undefined, BadInput):
        return None
    return Estimate(
        learner=learner, metric=metric.name, value=metric.outer(made.value), interval=outside(metric, made.interval),
        estimand=Estimand.FOLD_MODELS, method=f"one pass of {len(entries)}-fold cross-validation",
        n_train=int(np.median([entry.n_train for entry in entries])), kept=len(entries),
    )
