"""A learner that says the class shares of its training rows, or the larger of two classes: its score by their law.

It is told by what it says: the shares of all other rows, part after part. So is a tree that never splits.
"""

from __future__ import annotations

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.estimates.proportions.class_shares import class_shares_interval
from referee.kinds import Array, Needs, Task
from referee.metrics import Metric
from referee.reading.scores import Pass, Scores, ScoreTable


def of_class_shares(table: ScoreTable, scores: Scores, found: Pass, level: float) -> Interval | None:
    """The interval by the law of the class shares; None where the law is another, or is not known.

    Of rows in groups, of a series and with sampling weights the share of a class has another spread; accuracy is a
    proportion already, and areas order the rows of one model.
    """
    metric, problem, traits = scores.metric, table.problem, table.plan.traits
    if (problem.task is not Task.CLASSIFICATION or len(problem.classes) != 2 or problem.groups is not None
            or traits.alone or traits.of_a_series or found.row.size < problem.n_rows or not _has_law(metric)):
        return None
    hard = _says(found)
    if hard is None:
        return None
    first = traits.full_folds or None                       # the value is that of the folds, where halves follow them
    try:
        return class_shares_interval(metric, int((problem.y == 1).sum()), problem.n_rows,
                                     int(np.median(table.n_train[:first])), level=level, hard=hard)
    except (Undefined, BadInput):
        return None


def _has_law(metric: Metric) -> bool:
    return (metric.needs in {Needs.LABELS, Needs.PROBABILITIES} and not metric.proportion and not metric.weighted
            and not metric.priced)


def _says(found: Pass) -> bool | None:
    """Whether each part got the larger class of all other rows (True), or their shares (False); None for neither."""
    said, truth = found.predictions, found.predictions.truth
    parts = np.unique(found.fold)
    if parts.size < 2:
        return None
    counts = np.array([np.bincount(truth[found.fold != part], minlength=2) for part in parts])
    at = np.searchsorted(parts, found.fold)
    if said.labels is not None and (said.labels != counts.argmax(axis=1)[at]).any():
        return None
    if said.probabilities is None:
        return True if said.labels is not None else None
    shares = counts / counts.sum(axis=1, keepdims=True)
    if _near(said.probabilities, shares[at]):
        return False
    return True if _near(said.probabilities, np.eye(2)[counts.argmax(axis=1)][at]) else None


def _near(a: Array, b: Array) -> bool:
    return bool((np.abs(a - b) <= 1e-9).all())
