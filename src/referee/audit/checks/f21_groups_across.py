"""F-21: rows of one group (patient, document, user) on both sides of a division."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, divisions_with_training


@check("F-21", "Groups on both sides", severity=Severity.FATAL,
       advice="Divide by whole groups (--groups).", reference="Kapoor & Narayanan 2023; Miller 2024")
def groups_across(bundle: Bundle) -> Iterator[Found]:
    """Groups that were both trained and tested on."""
    if bundle.problem is None:
        raise NotCheckable("the rows are not known", ask=ASK_DATA)
    if bundle.problem.groups is None:
        raise NotCheckable("no groups are known", ask="the column of patients, users, documents … (--groups)")
    groups, shared, splits = bundle.problem.groups, set[int](), 0
    for division, train in divisions_with_training(bundle):
        others = np.setdiff1d(train, division.test)           # a row on both sides itself is F-01's
        both = np.intersect1d(groups[division.test], groups[others])
        shared.update(both.tolist())
        splits += bool(both.size)
    if shared:
        yield Found(message=f"{len(shared):,} of {bundle.problem.n_groups:,} groups appear on both sides of a "
                            f"division (in "
                            f"{splits} divisions): the model may have recognised the group, not learned the rule.",
                    evidence={"groups": sorted(shared)[:20], "divisions": splits})
