"""F-22: training rows that are later than the test rows."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import divisions_with_training
from referee.data.structure import Kind


@check("F-22", "Trained on the future", severity=Severity.FATAL,
       advice="Train on the past and test on what came later (rolling origin).",
       reference="Kapoor & Narayanan 2023; Tashman 2000")
def future_rows(bundle: Bundle) -> Iterator[Found]:
    """Divisions in which some training row is later than the earliest test row."""
    if bundle.times is None:
        raise _without_times(bundle)
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


def _without_times(bundle: Bundle) -> NotApplicable | NotCheckable:
    """Why nothing can be said without times, and what was noticed that may be some."""
    problem, ask = bundle.problem, "the column of times (--data, --time)"
    if problem is not None and Kind.TIME.value in problem.settled:
        return NotApplicable("it was said that time does not matter")
    noticed = [one for one in (problem.structure if problem else ()) if one.kind in {Kind.TIME, Kind.ORDER}]
    reason = f"{noticed[0].sentence.rstrip('.')}; nobody has answered" if noticed else "no times are known"
    return NotCheckable(reason, ask=ask)
