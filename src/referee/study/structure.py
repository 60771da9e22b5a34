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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowsOfGroups:
    """Each learner's score by the primary metric on new rows of groups it has seen."""

    scores: Mapping[str, float]
    parts: int

    def to_dict(self) -> Json:
        """For JSON."""
        return {"parts": self.parts, "scores": dict(self.scores)}


def rows_of_groups(ledger: Ledger, card: StudyCard, names: dict[str, str], primary: Metric) -> RowsOfGroups | None:
    """The scores of rows held out, where whole groups were left out and these stand beside them."""
    said = card.declaration.structure
    if said is None or said.rows_of_groups is None:
        return None
    scores, parts = _scores(ledger, said.rows_of_groups, names, primary)
    return RowsOfGroups(scores=scores, parts=parts)


def _checked(ledger: Ledger, noticed: NoticedDeclared, names: dict[str, str], primary: Metric) -> Checked:
    if noticed.check is None:
        return Checked(noticed=noticed)
    scores, parts = _scores(ledger, noticed.check, names, primary)
    return Checked(noticed=noticed, parts=parts, scores=scores)


def _scores(ledger: Ledger, fingerprint: str, names: dict[str, str], primary: Metric) -> tuple[dict[str, float], int]:
    """The learners' scores on a plan, where they have one, and how many parts it has."""
    plan = ledger.plan(fingerprint)
    table = score(ledger, plan, names, (primary,))
    found = {name: estimate(table, name, primary) for name in names}
    return {name: made.value for name, made in found.items() if isinstance(made, Estimate)}, len(plan.entries)
