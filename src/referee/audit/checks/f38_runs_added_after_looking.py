"""F-38: runs were added after the results had been looked at: optional stopping."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import require_a_study, told_by_itself
from referee.audit.prose.confession import PEEKED


@check("F-38", "Runs added after looking", severity=Severity.SERIOUS,
       advice="Fix the number of runs beforehand, or use an anytime-valid test (e-values, confidence sequence).",
       reference="Armitage, McPherson & Rowe 1969; Ramdas et al. 2023")
def runs_added_after_looking(bundle: Bundle) -> Iterator[Found]:
    """Runs whose time is later than the first look at results."""
    require_a_study(bundle)
    confessed = told_by_itself(bundle, PEEKED, "cases were added until the result was significant")
    yield from confessed
    if confessed:
        return
    dated = [run.at for run in bundle.runs or () if run.at]
    if not dated or bundle.looked_at is None:
        raise NotCheckable("it is not known when runs were made and when results were looked at",
                           ask="the times of both (runs: at, and looked_at)")
    if not bundle.looked_at:
        return
    first = min(bundle.looked_at)
    # A model whose runs are all later was not prolonged: it is a new one, which F-28 counts.
    seen = {run.model for run in bundle.runs or () if run.at and run.at <= first}
    late = sum(run.at > first for run in bundle.runs or () if run.at and run.model in seen)
    if late:
        yield Found(message=f"{late} of {len(dated)} runs were made after results had first been looked at "
                            f"({first[:10]}); the "
                            f"usual p values do not hold then.", severity=Severity.WARNING,
                    evidence={"late_runs": late, "first_look": first})
