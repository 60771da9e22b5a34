"""Several designs of one problem carried out as one plan: one run, one declaration, one bar of progress.

The splits are those of the parts, so their fits serve, and are served by, whoever else uses the same splits.
Labels say repeat, part and fold: "3/kfold.7" is fold 7 of repeat 3 of the part called kfold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.designs._base import Design, Hand
from referee.designs.card import Entry, PlanCard
from referee.designs.plan import Plan
from referee.designs.split import Split
from referee.designs.units import Deck, Units
from referee.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint(Design):
    """Designs side by side; `parts` describes each, by its name in the plan."""

    name = "joint"
    summary = "several designs carried out together"
    can_stratify = False

    stratified: bool = False
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002
        """Nothing is dealt: the parts deal."""
        raise BadInput("a joint plan is made of the plans of its parts; it cannot be dealt by itself.")

    def objection(self, units: Units) -> str | None:  # noqa: ARG002 - each part objects for itself
        """None: each part was laid, or had objected."""
        return None

    def describe(self) -> str:
        """The parts, one after the other."""
        return "; ".join(part["description"] for part in self.parts.values())


@dataclass(frozen=True, kw_only=True, eq=False)
class JointPlan(Plan):
    """The plans of several designs over one problem, as one plan."""

    plans: dict[str, Plan] = field(default_factory=dict)

    def _dealt(self) -> Iterator[list[Split]]:
        """The splits of all parts, part by part."""
        for name, plan in self.plans.items():
            for split in plan.splits():
                yield [replace(split, label=joint_label(name, split.label))]

    def _description(self) -> str:
        return self.design.describe()


def join(plans: dict[str, Plan], *, seed: int) -> JointPlan:
    """Put plans of one problem together under names of their own."""
    first = next(iter(plans.values()))
    if any(plan.problem != first.problem for plan in plans.values()):
        raise BadInput("plans of different problems cannot be joined.")
    parts = {name: {"design": p.card.design, "parameters": p.card.parameters, "description": p.card.description}
             for name, p in plans.items()}
    units = Units(n_rows=first.units.n_rows)
    return JointPlan(design=Joint(seed=seed, parts=parts), problem=first.problem, units=units, plans=plans)


def joint_label(part: str, label: str) -> str:
    """The label of a part's split within the whole.

    >>> joint_label("kfold", "3/7")
    '3/kfold.7'
    """
    repeat, _, fold = label.partition("/")
    return f"{repeat}/{part}.{fold}"


def entries_of(card: PlanCard, name: str) -> tuple[Entry, ...]:
    """The splits of one part of a joint plan, with the labels the part has by itself; none if there is no such part."""
    mark = f"/{name}."
    return tuple(replace(e, label=e.label.replace(mark, "/")) for e in card.entries if mark in e.label)
