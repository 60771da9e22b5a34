"""The plan of a study under the name by which that study asked for it."""

from __future__ import annotations

from dataclasses import replace

from referee.designs.card import PlanCard
from referee.ledger._base import StudyCard
from referee.ledger.contract import Ledger


def plan_of(ledger: Ledger, card: StudyCard) -> PlanCard:
    """A study's plan, called as the study declared it.

    Two designs that divide the rows alike are one plan, which a ledger holds under the name it met first.
    """
    plan, design = ledger.plan(card.plan), card.declaration.design
    if design is None:
        return plan
    return replace(plan, design=design.name, parameters=dict(design.parameters), description=design.description)
