"""The decision curve of a learner, and its table of thresholds, over its first pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.curves.decision import AtThreshold, Cases, Share, at_threshold, net_benefit, net_benefit_at
from referee.kinds import Json, Needs, Task
from referee.reading.pictures.ranking import classes_shown
from referee.reading.pictures.seen import groups_of, seen
from referee.reading.scores import ScoreTable

THRESHOLDS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
STEPS = tuple(round(step / 100, 2) for step in range(1, 100))
SHARES = ("sensitivity", "specificity", "ppv", "npv", "net_benefit")


@dataclass(frozen=True, kw_only=True, eq=False)
class DecisionCurve:
    """Net benefit by threshold, and all that is told at some of them; a line needs no intervals, a band does."""

    learner: str
    of: str
    share: float                        # of the class, among all rows
    cases: Cases
    n_rows: int
    level: float
    steps: tuple[float, ...]
    table: tuple[AtThreshold, ...]

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """The net benefit at each step."""
        return tuple(net_benefit(self.cases, step) for step in self.steps)

    @cached_property
    def benefits(self) -> tuple[Share, ...]:
        """The same with intervals."""
        return tuple(net_benefit_at(self.cases, step, level=self.level) for step in self.steps)

    def treat_all(self, threshold: float) -> float:
        """The net benefit of calling every row positive."""
        return self.share - (1 - self.share) * threshold / (1 - threshold)

    def to_dict(self) -> Json:
        """For JSON."""
        return {"learner": self.learner, "of": self.of, "share": self.share, "rows": self.n_rows, "level": self.level,
                "net_benefit": [{"threshold": t} | _told(b) for t, b in zip(self.steps, self.benefits, strict=True)],
                "thresholds": [{"threshold": row.threshold, "called": row.called, "treat_all": row.treat_all} |
                               {name: _told(getattr(row, name)) for name in SHARES} for row in self.table]}


def _told(share: Share) -> Json:
    ends = (share.interval.low, share.interval.high) if share.interval else (None, None)
    return {"value": share.value, "low": ends[0], "high": ends[1]}


def decision_curve(table: ScoreTable, learner: str, *, of: Any = None, thresholds: Sequence[float] = THRESHOLDS,
                   level: float = 0.95) -> DecisionCurve:
    """What acting on a learner's probabilities is worth, by the threshold from which one acts."""
    if table.problem.task is not Task.CLASSIFICATION:
        raise BadInput(f"a decision curve is about probabilities of classes, and {table.problem.name} is a regression "
                       f"problem.")
    found = seen(table, learner)
    said = found.predictions
    if said.k != 2 and of is None:
        raise Undefined(f"a decision is about one class, and there are {said.k}; name it with of=.")
    code = classes_shown(said, of)[0]
    cases = Cases(positive=said.codes == code, probability=said.said(Needs.PROBABILITIES)[:, code],
                  weight=said.weight_or_none, groups=groups_of(table, found))
    return DecisionCurve(
        learner=learner, of=str(said.classes[code]) if said.classes else str(code), n_rows=said.n_rows, level=level,
        share=said.mean(np.asarray(cases.positive, dtype=float)), cases=cases, steps=STEPS,
        table=tuple(at_threshold(cases, float(t), level=level) for t in thresholds))
