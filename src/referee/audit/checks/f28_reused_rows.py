"""F-28: the test rows were scored again and again before the final word (Salzberg 1997; Dwork et al. 2015)."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.estimates import expected_best_of


@check("F-28", "The test set was used repeatedly", severity=Severity.SERIOUS,
       advice="Seal a part of the rows before the next study (referee vault), and open it once.",
       reference="Salzberg 1997, section 3.3; Blum & Hardt 2015")
def reused_rows(bundle: Bundle) -> Iterator[Found]:
    """More than one scoring of the test rows: the interval that holds for all of them, and the optimism of the best."""
    if bundle.queries is None:
        raise NotCheckable("it is not known how often the test rows were scored", ask="the number (queries)")
    if bundle.queries <= 1:
        return
    n = len({int(row) for d in bundle.divisions or () for row in d.test})
    width = sqrt(log(2 * bundle.queries / 0.05) / (2 * n)) if n else None      # Hoeffding, over all queries at once
    holds = "" if width is None else f"; an interval that holds for all of them is ±{width:.3f}"
    counted = bundle.declared is not None and bundle.declared.looks_counted
    allowed = " The tests allow for that; the scores do not." if counted else ""
    yield Found(message=f"The test rows were scored {bundle.queries} times, this one included{holds}. If the best was "
                        f"kept, expect it to be {expected_best_of(bundle.queries):.1f} standard errors too "
                        f"good.{allowed}", severity=Severity.WARNING if counted else Severity.SERIOUS,
                evidence={"queries": bundle.queries, "looks_counted": counted})
