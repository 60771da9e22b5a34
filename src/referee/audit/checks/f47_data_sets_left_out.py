"""F-47: data sets that were planned and are not reported."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import require_a_study


@check("F-47", "Planned data sets are missing", severity=Severity.SERIOUS,
       advice="Report all data sets that were planned, or say why one was left out.",
       reference="Salzberg 1997, section 3.3; Simmons, Nelson & Simonsohn 2011")
def data_sets_left_out(bundle: Bundle) -> Iterator[Found]:
    """The list declared beforehand against the list reported."""
    require_a_study(bundle)
    if bundle.data_sets is None or bundle.declared is None or bundle.declared.data_sets is None:
        raise NotCheckable("no list of data sets was declared beforehand", ask="the list (declared: data_sets)")
    reported = {data.name for data in bundle.data_sets}
    missing = [name for name in bundle.declared.data_sets if name not in reported]
    if missing:
        yield Found(message=f"{len(missing)} of {len(bundle.declared.data_sets)} planned data sets are missing from "
                            f"the report: "
                            f"{', '.join(missing[:5])}.", evidence={"missing": missing})
