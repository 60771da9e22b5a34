"""The metrics of a study: those asked for, or the usual ones for its task."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Scale, Task
from referee.metrics import METRICS, Metric, Predictions, as_metric, each_of
from referee.metrics.guard import rehearse
from referee.metrics.past import no_past
from referee.reading.weighing import weighed_by

USUAL = {
    "binary": ("roc_auc", "accuracy", "balanced_accuracy", "f1", "mcc", "log_loss", "brier"),
    "multiclass": ("accuracy", "balanced_accuracy", "f1_macro", "mcc", "roc_auc", "log_loss", "brier"),
    "ordinal": ("ordinal_mae", "kappa:distance=quadratic", "rps", "accuracy", "balanced_accuracy", "log_loss"),
    "regression": ("rmse", "mae", "r2"),
    "count": ("rmse", "mae", "r2", "poisson_deviance"),
}


def usual_metrics(problem: Problem) -> tuple[str, ...]:
    """The usual metrics, the first of which decides; counts have their own where somebody said that they are."""
    if problem.task is Task.REGRESSION:
        return USUAL["count" if problem.scale is Scale.COUNT and problem.scale_by == "stated" else "regression"]
    if len(problem.classes) == 2:
        return USUAL["binary"]
    return USUAL["ordinal" if problem.scale is Scale.ORDINAL else "multiclass"]


def choose_metrics(asked: Any, problem: Problem) -> tuple[Metric, ...]:
    """The metrics asked for, or the usual ones for the task; each must fit the problem.

    One may be a name, a function `(truth, said)` of your own, a scorer of scikit-learn, or a `Metric`.
    """
    k = len(problem.classes) or None
    if asked is None:
        asked = (*(["case_cost"] if problem.costs is not None else []), *usual_metrics(problem))
        if problem.time is not None:        # only what has a value for each row can be followed through time
            asked = sorted(asked, key=lambda name: METRICS[name].per_row is None)
    wanted = each_of(asked)
    if not wanted:
        raise BadInput("no metric was asked for; leave metrics out for the usual ones.")
    chosen: dict[str, Metric] = {}
    for said in wanted:
        item = as_metric(said, problem.task)
        if (objection := item.objection(task=problem.task, n_classes=k, in_order=problem.in_order, no_past=None,
                                        no_costs=problem.costs is None)):
            raise BadInput(f"{objection}: {problem.name} is a {problem.task.value} problem"
                           + (f" with {k} classes" if k else "") + ".")
        if item.season and (why := no_past(problem.time, problem.groups)):
            raise BadInput(f"{item.objection(task=problem.task, no_past=why)}.")
        weighed_by(problem, [item])         # which refuses one that is not handed weights
        if item.source is not None:
            rehearse(item, _something_said(problem))
        if item.name in chosen and chosen[item.name].source is not item.source:
            raise BadInput(f"two metrics are called {item.name!r}; give one another name: referee.metric(…, "
                           f'name="{item.name}_2").')
        chosen[item.name] = item
    return tuple(chosen.values())


def _something_said(problem: Problem) -> Predictions:
    """Predictions such as a model might make, half of them right: to try a function on, never to score."""
    half = np.where(np.arange(problem.n_rows) % 2 == 0, np.arange(problem.n_rows), 0)
    said = problem.y[half]
    if problem.task is Task.REGRESSION:
        return Predictions(truth=problem.y, values=said)
    k = len(problem.classes)
    sure = np.full((problem.n_rows, k), 0.2 / k)
    sure[np.arange(problem.n_rows), said] += 0.8
    return Predictions(truth=problem.y, labels=said, probabilities=sure, n_classes=k, classes=problem.classes)
