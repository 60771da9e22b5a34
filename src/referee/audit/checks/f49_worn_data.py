"""F-49: many studies on the same data: some find something by chance (Salzberg 1997, section 2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import error_rate


@check("F-49", "Many studies on the same data", severity=Severity.INFO,
       advice="Confirm the result on data that nobody has used.", reference="Salzberg 1997, section 2")
def worn_data(bundle: Bundle) -> Iterator[Found]:
    """How many false alarms are to be expected among the studies known to use these data."""
    if bundle.known_studies is None:
        raise NotCheckable("it is not known how many other studies used these data", ask="the number (known_studies)")
    if bundle.known_studies > 1:
        expected = bundle.known_studies * error_rate(bundle)
        yield Found(message=f"{bundle.known_studies} studies used these data: {expected:.3g} false alarms at "
                            f"{error_rate(bundle):.3g} are expected by chance among them.",
                    evidence={"studies": bundle.known_studies, "expected": expected})
