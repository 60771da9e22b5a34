"""Designs: frozen recipes for dividing rows, and the plans they make of a problem."""

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
