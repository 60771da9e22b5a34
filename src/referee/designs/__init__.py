"""Designs: frozen recipes for dividing rows, and the plans they make of a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.designs._base import DESIGNS, Design
    from referee.designs.bootstrap import Bootstrap
    from referee.designs.card import Entry, PlanCard
    from referee.designs.complete import Complete
    from referee.designs.conservative_z import ConservativeZ
    from referee.designs.fixed_test import FixedTest
    from referee.designs.given import Given
    from referee.designs.halves import Halves
    from referee.designs.holdout import HoldOut
    from referee.designs.kfold import KFold
    from referee.designs.loo import LeaveOneOut
    from referee.designs.named import make_design, make_plan
    from referee.designs.nested import Nested
    from referee.designs.plan import Plan, lay
    from referee.designs.portions import Portions
    from referee.designs.resubstitution import Resubstitution
    from referee.designs.sized import Sized
    from referee.designs.split import Split
    from referee.designs.units import Units

__all__ = [
    "DESIGNS", "Bootstrap", "Complete", "ConservativeZ", "Design", "Entry", "FixedTest", "Given", "Halves", "HoldOut",
    "KFold", "LeaveOneOut", "Nested", "Plan", "PlanCard", "Portions", "Resubstitution", "Sized", "Split", "Units",
    "lay", "make_design", "make_plan",
]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.designs._base": "DESIGNS Design",
    "referee.designs.bootstrap": "Bootstrap",
    "referee.designs.card": "Entry PlanCard",
    "referee.designs.complete": "Complete",
    "referee.designs.conservative_z": "ConservativeZ",
    "referee.designs.fixed_test": "FixedTest",
    "referee.designs.given": "Given",
    "referee.designs.halves": "Halves",
    "referee.designs.holdout": "HoldOut",
    "referee.designs.kfold": "KFold",
    "referee.designs.loo": "LeaveOneOut",
    "referee.designs.named": "make_design make_plan",
    "referee.designs.nested": "Nested",
    "referee.designs.plan": "Plan lay",
    "referee.designs.portions": "Portions",
    "referee.designs.resubstitution": "Resubstitution",
    "referee.designs.sized": "Sized",
    "referee.designs.split": "Split",
    "referee.designs.units": "Units",
})
