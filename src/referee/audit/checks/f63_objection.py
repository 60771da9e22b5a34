"""F-63: whatever else a reader of the study objects to."""

from __future__ import annotations

from typing import NoReturn

from referee.audit._base import NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_READER, require_a_study


@check("F-63", "A reader objects", severity=Severity.SERIOUS,
       advice="Answer the objection, or mend what it is about.",
       reference="as the reader says")
def objection(bundle: Bundle) -> NoReturn:
    """Faults that no other check is about, told by somebody who read the study, with the words they stand in."""
    require_a_study(bundle)
    raise NotCheckable("what else is wrong, only a reader can tell", ask=ASK_READER)
