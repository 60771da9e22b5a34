"""ROC and precision-recall curves of a study: what is drawn, of which class, with which band."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee.errors import BadInput, UnknownName
from referee.estimates.curves.band import Banded, precision_recall_band, roc_band
from referee.kinds import Array, Json, Needs, Task
from referee.metrics.averaged_curve import Curve, Scored, precision_recall_of_parts, roc_of_parts
from referee.metrics.predictions import Predictions
from referee.reading.pictures.seen import groups_of, seen
from referee.reading.scores import ScoreTable
from referee.seeds import seed_for

MOST_CLASSES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of curve, and what is on its axes."""

    title: str
    x: str
    y: str
    area: str                    # what the area below it is called
    metric: str                  # under which name a study may hold that area
    curve: Callable[[Scored], Curve]
    band: Callable[..., Banded]
    chance: bool                 # guessing is the diagonal; otherwise the share of the class


ROC = Kind(title="ROC", x="false positive rate", y="true positive rate", area="ROC AUC", metric="roc_auc",
           curve=roc_of_parts, band=roc_band, chance=True)
PRECISION_RECALL = Kind(title="precision-recall", x="recall", y="precision", area="average precision",
                        metric="average_precision", curve=precision_recall_of_parts, band=precision_recall_band,
                        chance=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class RankingCurve:
    """The curve of one learner, one class against the rest; its band is made when it is asked for."""

    kind: Kind
    learner: str
    of: str
    scored: Scored
    groups: Array | None
    share: float                 # of the class, among all rows
    level: float
    seed: int

    @cached_property
    def curve(self) -> Curve:
        """The line itself."""
        return self.kind.curve(self.scored)

    @cached_property
    def banded(self) -> Banded:
        """The curve with its band."""
        return self.kind.band(self.scored, self.groups, level=self.level, seed=self.seed)

    def to_dict(self) -> Json:
        """For JSON."""
        b = self.banded
        return {"learner": self.learner, "of": self.of, "rows": self.scored.hit.size, "area": b.curve.area,
                "parts": b.curve.parts, "parts_without": b.curve.lacking, "share": self.share,
                self.kind.x: b.curve.x.tolist(), self.kind.y: b.curve.y.tolist(),
                "band": {"level": b.level, "at": b.x.tolist(), "low": b.low.tolist(), "high": b.high.tolist()}}


def classes_shown(predictions: Predictions, of: Any = None) -> list[int]:
    """The class that is looked for: the second of two, each of a few, the most frequent of many, or the one named."""
    names = [str(label) for label in predictions.classes or range(predictions.k)]
    if of is not None:
        if str(of) not in names:
            raise UnknownName("class", str(of), names)
        return [names.index(str(of))]
    if predictions.k == 2:
        return [1]
    return sorted(np.argsort(-predictions.class_counts, kind="stable")[:MOST_CLASSES].tolist())


def ranking_curves(table: ScoreTable, learner: str, kind: Kind, *, of: Any = None, level: float = 0.95
                   ) -> list[RankingCurve]:
    """The curves of one learner, a class each."""
    if table.problem.task is not Task.CLASSIFICATION:
        raise BadInput(f"a {kind.title} curve is about classes, and {table.problem.name} is a regression problem.")
    found = seen(table, learner)
    said, groups = found.predictions, groups_of(table, found)
    ordering = said.said(Needs.SCORES)
    made = []
    for code in classes_shown(said, of):
        one = ordering[:, code] if ordering.ndim > 1 else ordering if code == 1 else -ordering
        hit = said.codes == code
        scored = Scored(scores=one, hit=hit, part=found.fold, weight=said.weight_or_none)
        label = str(said.classes[code]) if said.classes else str(code)
        made.append(RankingCurve(kind=kind, learner=learner, of=label, scored=scored, groups=groups, level=level,
                                 share=said.mean(hit.astype(float)),
                                 seed=seed_for(0, "band", table.plan.fingerprint, code)))
    return made
