"""F-21: rows of one group (patient, document, user) on both sides of a division."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, sides
from referee.audit.leaks.owing import Owing, owed_to_units
from referee.audit.leaks.rows import rows_of
from referee.data.problem import Problem
from referee.data.structure import Kind
from referee.designs.kept_together import units_of
from referee.kinds import Array


@check("F-21", "Groups on both sides", severity=Severity.FATAL,
       advice="Divide by whole groups (--groups), or say that there are none (--groups none).",
       reference="Kapoor & Narayanan 2023; Miller 2024")
def groups_across(bundle: Bundle) -> Iterator[Found]:
    """Groups that were both trained and tested on; columns that look like groups, which nobody has answered for.

    Small fits with whole groups held out say what a score owes to them.
    """
    problem = bundle.problem
    if problem is None:
        raise NotCheckable("the rows are not known", ask=ASK_DATA)
    if problem.groups is None:
        yield from _unanswered(bundle, problem)
        return
    if bundle.undivided:
        yield from _told(bundle, problem.groups)
        return
    shared, splits = _across(bundle, problem.groups)
    if shared:
        yield Found(message=f"{len(shared):,} of {problem.n_groups:,} groups appear on both sides of a "
                            f"division (in "
                            f"{splits} divisions): the model may have recognised the group, not learned the rule.",
                    evidence={"groups": sorted(shared)[:20], "divisions": splits})


def _across(bundle: Bundle, groups: Array) -> tuple[set[int], int]:
    """The groups on both sides of some division, and the number of such divisions."""
    shared, splits = set[int](), 0
    for test, train in sides(bundle):
        others = np.setdiff1d(train, test)           # a row on both sides itself is F-01's
        both = np.intersect1d(groups[test], groups[others])
        shared.update(both.tolist())
        splits += bool(both.size)
    return shared, splits


def _unanswered(bundle: Bundle, problem: Problem) -> Iterator[Found]:
    """A column that looks like groups, where its values are not known to have been kept on one side."""
    if Kind.GROUPS.value in problem.settled:
        raise NotApplicable("it was said that there are no groups")
    noticed = next((one for one in problem.structure if one.kind is Kind.GROUPS), None)
    if noticed is None:
        raise NotCheckable("no groups are known", ask="the column of patients, users, documents … (--groups)")
    units = None if problem.features is None else units_of(problem.features, noticed)
    if units is None or _across(bundle, units)[0]:
        owed = None if units is None else _owed(bundle, units)
        harmless = owed is not None and not owed.matters
        yield Found(message=f"{noticed.sentence} Nobody has answered, and nothing {_kept(bundle)}.{_weighed(owed)}",
                    severity=Severity.WARNING if harmless else Severity.SERIOUS,
                    evidence={"columns": list(noticed.columns)} | (owed.to_dict() if owed else {}))


def _told(bundle: Bundle, groups: Array) -> Iterator[Found]:
    """Data alone, whose groups are told: what rows divided at random would make of it."""
    owed = _owed(bundle, groups)
    if owed is not None and owed.matters:
        yield Found(message=f"Rows divided at random would flatter.{_weighed(owed)}", severity=Severity.INFO,
                    evidence=owed.to_dict())


def _kept(bundle: Bundle) -> str:
    return "keeps them on one side of a random division" if bundle.undivided else "kept them on one side of a division"


def _owed(bundle: Bundle, units: Array) -> Owing | None:
    try:
        return owed_to_units(rows_of(bundle), units)
    except NotCheckable:
        return None


def _weighed(owed: Owing | None) -> str:
    return "" if owed is None else f" {owed.sentence('With whole groups held out')}"
