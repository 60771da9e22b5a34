"""What a study's scores would be with structure allowed for that was noticed: a few fits beside the study's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.data import Problem
from referee.data.remade import remade
from referee.data.structure import Kind, Noticed
from referee.declaration import NoticedDeclared, StructurePart
from referee.designs import Plan, PlanCard
from referee.designs.kept_together import kept_together, plain_parts, rows_of_groups


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Check:
    """A plan that allows for something noticed, the rows it is laid over, and what it does, in words."""

    problem: Problem
    plan: Plan
    words: str


def structure_checks(problem: Problem, plan: PlanCard, *, seed: int) -> dict[Noticed, Check]:
    """The first of each kind that nobody has answered for; none for an order of time that the design keeps already.

    Sister targets are left out together, and with whole groups held out where groups were noticed too.
    """
    found: dict[Noticed, Check] = {}
    for noticed in problem.structure:
        kept = noticed.kind in {Kind.TIME, Kind.ORDER} and plan.traits.in_order
        if kept or noticed.kind in {other.kind for other in found}:
            continue
        made = kept_together(problem, noticed, seed=seed)
        if made is not None:
            found[noticed] = Check(problem=problem, plan=made, words=f"{_held_out(noticed)} held out")
    return found | _without_sisters(problem, found, seed)


def _held_out(noticed: Noticed) -> str:
    """What is held out, in words."""
    if noticed.kind is not Kind.GROUPS:
        return "later rows"
    return f"whole values of {noticed.columns[0]!r}" if len(noticed.columns) == 1 else "whole series"


def _without_sisters(problem: Problem, found: dict[Noticed, Check], seed: int) -> dict[Noticed, Check]:
    sisters = [one for one in problem.structure if one.kind is Kind.SISTER]
    names = [name for one in sisters for name in one.columns]
    given: Any = problem.features.given if problem.features else None
    if not names or not hasattr(given, "columns") or len(names) >= problem.n_features:
        return {}
    rest = remade(problem, given.drop(columns=[label for label in given.columns if str(label) in names]))
    groups = next((one for one in found if one.kind is Kind.GROUPS), None)
    made = kept_together(rest, groups, seed=seed) if groups else plain_parts(rest, seed=seed)
    if made is None:
        return {}
    too = f" and {_held_out(groups)} held out" if groups else ""
    return {sisters[0]: Check(problem=rest, plan=made, words=f"{', '.join(map(repr, names))} left out{too}")}


def rows_check(problem: Problem, plan: PlanCard, *, seed: int) -> Check | None:
    """Rows held out where the study leaves out whole groups, one at a time: few groups, and the other number helps."""
    made = rows_of_groups(problem, seed=seed) if plan.traits.leaves_groups_out and problem.time is None else None
    return None if made is None else Check(problem=problem, plan=made, words="rows held out at random")


def structure_declared(problem: Problem, checks: dict[Noticed, Check],
                       rows: Check | None = None) -> StructurePart | None:
    """What was noticed and settled, as it is declared; None where there is nothing to say."""
    if not problem.structure and not problem.settled and rows is None:
        return None
    return StructurePart(settled=problem.settled, rows_of_groups=rows.plan.fingerprint if rows else None, noticed=tuple(
        NoticedDeclared(kind=one.kind.value, columns=one.columns, sentence=one.sentence,
                        check=checks[one].plan.fingerprint if one in checks else None,
                        words=checks[one].words if one in checks else "")
        for one in problem.structure))
