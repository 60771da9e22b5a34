"""What the models of bootstrap samples said of every row, scored on the rows drawn, the others, and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.errors import BadInput, Undefined
from referee.estimates.resampling.row_subset import one_target, some_rows
from referee.kinds import Array
from referee.ledger import Ledger
from referee.metrics import Metric, Predictions
from referee.reading.said import predictions_of, prior_of, records_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """One learner's bootstrap samples by one metric on one target; arrays have one entry a sample that was kept.

    `rows` and `counts` are (samples, rows): each row's value by each sample's model, and how often the row was drawn.
    They are there only where the metric is a mean over rows.
    """

    metric: Metric
    full: Predictions                # of the model of all rows, on all rows
    out: Array                       # score on the rows not drawn
    whole: Array                     # score on all rows
    drawn: Array                     # score on the sample itself
    rows: Array | None
    counts: Array | None
    recorded: int
    why_lost: tuple[str, ...]        # different reasons, commonest first
    seconds: float

    @property
    def lost(self) -> int:
        """Samples without scores."""
        return self.recorded - int(self.out.size)


def read_samples(ledger: Ledger, plan: PlanCard, learner: str, columns: Iterable[tuple[Metric, int]],
                 full: Predictions) -> list[Samples]:
    """One pass over the records of the bootstrap part, for all columns (a metric and a target each) at once."""
    problem = ledger.problem(plan.problem)
    takers = [_Taker(metric, target, one_target(full, target), problem) for metric, target in columns]
    for split, record in records_of(ledger, plan, learner):
        seconds = record.fit_seconds + record.predict_seconds
        if record.failed:
            for taker in takers:
                taker.lose(f"the fit failed: {record.error}", seconds)
            continue
        said = predictions_of(problem, record, split, prior_of(problem, split))
        counts = np.bincount(split.train_rows, minlength=problem.n_rows)
        for taker in takers:
            taker.take(said, counts, seconds)
    return [taker.samples() for taker in takers]


@dataclass(slots=True)
class _Taker:
    """Takes in one sample after the other, for one column."""

    metric: Metric
    target: int
    full: Predictions
    problem: Problem
    scores: list[tuple[float, float, float]] = field(default_factory=list)
    rows: list[Array] = field(default_factory=list)
    counts: list[Array] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def lose(self, reason: str, seconds: float) -> None:
        self.seconds += seconds
        self.reasons[reason.rstrip(".")] += 1

    def take(self, said: Predictions, counts: Array, seconds: float) -> None:
        said = one_target(said, self.target)
        try:
            drawn, out = counts > 0, counts == 0
            scores = (self.metric.score(some_rows(said, out)), self.metric.score(said),
                      self.metric.score(some_rows(said, drawn, counts[drawn])))
            rows = None if self.metric.per_row is None else np.asarray(self.metric.per_row(said), dtype=float)
        except (Undefined, BadInput) as reason:
            self.lose(str(reason), seconds)
            return
        self.seconds += seconds
        self.scores.append(scores)
        if rows is not None:
            self.rows.append(rows)
            self.counts.append(counts.astype(np.int32))

    def samples(self) -> Samples:
        table = np.array(self.scores, dtype=float).reshape(-1, 3)
        by_row = bool(self.rows)
        return Samples(
            metric=self.metric, full=self.full, out=table[:, 0], whole=table[:, 1], drawn=table[:, 2],
            rows=np.stack(self.rows) if by_row else None, counts=np.stack(self.counts) if by_row else None,
            recorded=len(self.scores) + sum(self.reasons.values()),
            why_lost=tuple(reason for reason, _ in self.reasons.most_common()), seconds=self.seconds,
        )
