"""F-62: labels or marks that depend on the model they are held against."""

from __future__ import annotations

from typing import NoReturn

from referee.audit._base import NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_READER, require_a_study


@check("F-62", "Labels or marks depend on the model", severity=Severity.SERIOUS,
       advice="Have cases marked by judges who do not know what the model said or whose answer it is, and by no model "
              "that takes part.",
       reference="Bossuyt et al. 2015 (STARD, item 13); Panickssery, Bowman & Feng 2024")
def judge_depends(bundle: Bundle) -> NoReturn:
    """Annotators who saw the model's output, judges that are one of the models: only a reader can tell."""
    require_a_study(bundle)
    raise NotCheckable("how labels and marks came about, only a reader can tell", ask=ASK_READER)
