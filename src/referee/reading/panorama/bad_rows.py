"""Rows that every estimator gets wrong: with a large error both when trained on and when left out.

Reich & Barai (1999), 3.3: rows with high errors "in both R and L tests" were looked at, and dropped where they looked
erroneous. A row that is wrong even in training cannot be fitted by this learner: an error of measurement, or something
that the features do not tell. Which of the two no program knows: this is a list to look at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.designs.joint import entries_of
from referee.errors import BadInput
from referee.estimates.resampling.row_subset import one_target
from referee.kinds import Array
from referee.ledger import Ledger
from referee.metrics import Metric
from referee.reading.panorama.see import Panorama
from referee.reading.said import predictions_of, records_of

WORST = 0.15            # of the rows, by each of the two


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BadRows:
    """Rows among the worst by both, worst left-out error first, with all errors."""

    rows: Array
    trained: Array          # error of every row by the model of all rows
    left_out: Array         # error of every row by the model of the others


def bad_rows(ledger: Ledger, panorama: Panorama, learner: str, metric: Metric, *, target: int = 0,
             worst: float = WORST) -> BadRows:
    """The rows with errors among the worst share both in resubstitution and left out."""
    if metric.per_row is None:
        raise BadInput(f"{metric.title} is no mean over rows, so no row has an error of its own.")
    trained, left_out = (_errors(ledger, panorama, learner, metric, target=target, part=part)
                         for part in ("resubstitution", "loo"))
    both = np.flatnonzero((trained >= np.quantile(trained, 1 - worst)) & (left_out >= np.quantile(left_out, 1 - worst))
                          & (left_out > 0))
    return BadRows(rows=both[np.argsort(-left_out[both], kind="stable")], trained=trained, left_out=left_out)


def _errors(ledger: Ledger, panorama: Panorama, learner: str, metric: Metric, *, target: int, part: str) -> Array:
    """Each row's error; one whose fit failed has none, and is not among the worst."""
    problem, errors = panorama.problem, np.zeros(panorama.problem.n_rows)
    assert metric.per_row is not None
    entries = entries_of(panorama.plan, part)
    if not entries:
        raise BadInput(f"the panorama of {problem.name} has no {part}; it needs resubstitution and leave-one-out.")
    print_ = panorama.study.learners[panorama.study.declaration.names.index(learner)]
    for split, record in records_of(ledger, replace(panorama.plan, entries=entries), print_):
        if not record.failed:
            said = predictions_of(problem, record, split)
            errors[split.test] = -metric.direction.value * np.asarray(
                metric.per_row(one_target(said, target) if problem.y.ndim > 1 else said), float)
    return errors
