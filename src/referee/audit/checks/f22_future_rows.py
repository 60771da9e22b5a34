"""F-22: training rows that are later than the test rows."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import divisions_with_training


@check("F-22", "Trained on the future", severity=Severity.FATAL,
       advice="Train on the past and test on what came later (rolling origin).",
       reference="Kapoor & Narayanan 2023; Tashman 2000")
def future_rows(bundle: Bundle) -> Iterator[Found]:
    """Divisions in which some training row is later than the earliest test row."""
    if bundle.times is None:
        raise NotCheckable("no times are known", ask="the column of times (--data, --time)")
    late = []
    divisions = divisions_with_training(bundle)
    for division, train in divisions:
        after = float((bundle.times[train] > bundle.times[division.test].min()).mean())
        if after:
            late.append(after)
    if late:
        yield Found(message=f"Training rows are later than test rows in {len(late)} of {len(divisions)} divisions (up "
                            f"to "
                            f"{max(late):.0%} of the training rows): in use the future will not be known.",
                    severity=Severity.FATAL if max(late) > 0.1 else Severity.SERIOUS,
                    evidence={"divisions": len(late), "largest_share": max(late)})
