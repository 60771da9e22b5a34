"""F-48: what a report owes its reader and does not say (Reich & Barai 1999, section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import REPORT_FIELDS, Bundle
from referee.audit.evidence import require_a_study


@check("F-48", "The report is incomplete", severity=Severity.WARNING,
       advice="State what is missing, so that others can repeat and judge the study.",
       reference="Reich & Barai 1999, section 6")
def incomplete_report(bundle: Bundle) -> Iterator[Found]:
    """Fields of a complete report that are not stated."""
    require_a_study(bundle)
    if bundle.declared is None or bundle.declared.stated is None:
        raise NotCheckable("it is not known what the report states", ask="what it states (declared: stated)")
    missing = [name for name in REPORT_FIELDS if name not in bundle.declared.stated]
    if missing:
        yield Found(message=f"The report does not state: {', '.join(missing)}.", evidence={"missing": missing})
