"""Several targets at once: the joint region of their errors over repeated cross-validation.

Hotelling (1931); Reich & Barai (1999), section 5.2. Each row's loss is averaged over the repeats first, so that a row
counts once. As for one cross-validation the region speaks of the models of these folds; rows in groups have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.designs.card import PlanCard
from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.estimates.means.hotelling_region import hotelling_region
from referee.estimates.resampling.row_subset import one_target
from referee.kinds import Array
from referee.ledger import Ledger
from referee.metrics import Metric
from referee.reading.intervals.one_test_set import outside
from referee.reading.said import predictions_of, records_of


@dataclass(frozen=True, slots=True)
class Together:
    """Intervals of all targets that hold at once with the level; none, and why, where there is no such region."""

    intervals: tuple[Interval, ...] = ()
    reason: str = ""


def joint_over_targets(ledger: Ledger, plan: PlanCard, learners: dict[str, str], metrics: tuple[Metric, ...], *,
                       level: float) -> Iterator[tuple[tuple[str, str], Together]]:
    """One joint region for each learner and metric; nothing for a single target."""
    problem = ledger.problem(plan.problem)
    if problem.y.ndim < 2:
        return
    for m in metrics:
        for name, fingerprint in learners.items():
            if m.per_row is None:
                yield (name, m.name), Together(reason=f"{m.title} is no mean over rows")
            elif problem.groups is not None:
                yield (name, m.name), Together(reason="rows come in groups")
            else:
                yield (name, m.name), _together(m, _mean_rows(ledger, plan, fingerprint, m), level)


def _together(m: Metric, rows: Array, level: float) -> Together:
    try:
        region = hotelling_region(rows[~np.isnan(rows).any(axis=1)], level=level)
    except (Undefined, BadInput) as reason:
        return Together(reason=str(reason).rstrip("."))
    return Together(tuple(outside(m, interval).within(m.bounds) for interval in region.intervals))


def _mean_rows(ledger: Ledger, plan: PlanCard, learner: str, m: Metric) -> Array:
    """Each row's value on each target, (rows, targets), averaged over the repeats in which it was tested."""
    problem = ledger.problem(plan.problem)
    assert m.per_row is not None
    sums, times = np.zeros(problem.y.shape), np.zeros(problem.n_rows)
    for split, record in records_of(ledger, plan, learner):
        if record.failed:
            continue
        said = predictions_of(problem, record, split)
        try:
            values = [np.asarray(m.per_row(one_target(said, t)), dtype=float) for t in range(problem.y.shape[1])]
        except (Undefined, BadInput):
            continue
        sums[split.test] += np.column_stack(values)
        times[split.test] += 1
    with np.errstate(invalid="ignore"):
        return np.asarray(sums / times[:, None])
