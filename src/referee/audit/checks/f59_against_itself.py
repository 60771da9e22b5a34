"""F-59: a file of predictions that contradicts itself: two truths of a case, two answers to it, wrong marks."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_PREDICTIONS
from referee.data.prediction_table.faults import Against

SEVERITIES = {Against.TRUTH: Severity.FATAL, Against.MARKS: Severity.FATAL, Against.TWICE: Severity.SERIOUS,
              Against.WRITING: Severity.SERIOUS}


@check("F-59", "Predictions that contradict themselves", severity=Severity.FATAL,
       advice="Hold every model against one key, with every case once, and score again.",
       reference="common sense")
def against_itself(bundle: Bundle) -> Iterator[Found]:
    """A case whose truth differs between models, answers that stand twice, marks against answers, classes misspelt.

    Fatal where the key or the marks are not the same for all; the cases with several truths are left out of all other
    checks.
    """
    if bundle.said is None:
        raise NotCheckable("no predictions are known", ask=ASK_PREDICTIONS)
    for fault in bundle.faults:
        if fault.against in SEVERITIES:
            yield Found(message=fault.sentence, severity=SEVERITIES[fault.against],
                        evidence={"against": fault.against.value, "model": fault.model, "cases": fault.cases})
