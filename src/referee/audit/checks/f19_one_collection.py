"""F-19: a general claim from one collection of data sets (Salzberg 1997, section 2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_CLAIMS


@check("F-19", "A general claim from one collection", severity=Severity.WARNING,
       advice="Limit the claim to data sets like these, or add others.",
       reference="Salzberg 1997, sections 2.1 and 3.4")
def one_collection(bundle: Bundle) -> Iterator[Found]:
    """Claims 'in general' where all data sets come from one source."""
    if bundle.data_sets is None or bundle.claims is None:
        raise NotCheckable("it takes the data sets and the claims", ask=ASK_CLAIMS)
    general = [claim for claim in bundle.claims if claim.scope == "in general"]
    sources = {data.source for data in bundle.data_sets if data.source}
    if not sources:
        if not general:
            raise NotApplicable("nothing is claimed in general")
        raise NotCheckable("the data sets have no stated source", ask="where they come from (data_sets: source)")
    for claim in general:
        if len(sources) == 1:
            yield Found(message=f"'{claim.says}' is claimed in general, but all {len(bundle.data_sets)} data sets "
                                f"come from "
                                f"{next(iter(sources))}; inference extends to that collection only.",
                        evidence={"source": sorted(sources)})
