"""What structure that nobody has answered for would change: the scores of the plans that allow for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.declaration import NoticedDeclared
from referee.estimates._base import Estimate
from referee.kinds import Json
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.reading.estimate import estimate
from referee.reading.scoring import score


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Checked:
    """One thing noticed, and each learner's score by the primary metric with it allowed for, where that was tried."""

    noticed: NoticedDeclared
    scores: Mapping[str, float] = field(default_factory=dict)
    parts: int = 0

    def to_dict(self) -> Json:
        """For JSON."""
        said = self.noticed
        return {"kind": said.kind, "columns": list(said.columns), "sentence": said.sentence,
                "with": said.words or None, "parts": self.parts, "scores": dict(self.scores)}


def checked(ledger: Ledger, card: StudyCard, names: dict[str, str], primary: Metric) -> tuple[Checked, ...]:
    """Everything noticed and not answered for when the study was declared."""
    said = card.declaration.structure
    return tuple(_checked(ledger, one, names, primary) for one in (said.noticed if said else ()))


def _checked(ledger: Ledger, noticed: NoticedDeclared, names: dict[str, str], primary: Metric) -> Checked:
    if noticed.check is None:
        return Checked(noticed=noticed)
    plan = ledger.plan(noticed.check)
    table = score(ledger, plan, names, (primary,))
    found = {name: estimate(table, name, primary) for name in names}
    return Checked(noticed=noticed, parts=len(plan.entries),
                   scores={name: made.value for name, made in found.items() if isinstance(made, Estimate)})
