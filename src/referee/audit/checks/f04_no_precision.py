"""F-04: a number without its precision (Flexer's fourth requirement)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Reported
from referee.audit.evidence import ASK_NUMBERS, named
from referee.audit.vocabulary.baselines import is_baseline


@check("F-04", "A score without a measure of precision", severity=Severity.SERIOUS,
       advice="Give the interval and say how it was made.", reference="Flexer 1996, requirement 4")
def no_precision(bundle: Bundle) -> Iterator[Found]:
    """Reported numbers with neither sd nor interval, or with an interval of unknown making; a baseline needs none.

    Serious where nothing tells how precise any score is: no interval, no sd, no test over data sets. A warning where a
    part is told, where only a table is known, whose text may say it, or where this program had no interval to give.
    """
    if bundle.reported is None:
        raise NotCheckable("no reported numbers are known", ask=ASK_NUMBERS)
    if not bundle.reported:
        raise NotApplicable("nothing is reported as a number")
    baselines = {model.name for model in bundle.models or () if model.baseline}
    lines = [line for line in bundle.reported if line.model not in baselines and not is_baseline(line.model)]
    bare = [line for line in lines if line.sd is None and line.low is None]
    unnamed = [line for line in lines if line.low is not None and not line.interval_method]
    if bare:
        yield Found(message=f"No measure of precision is given for {_lines(bare)}.", severity=_severity(bundle, bare),
                    evidence={"lines": [line.model for line in bare]})
    if unnamed:
        yield Found(message=f"How the interval was made is not said for {_lines(unnamed)}.",
                    severity=Severity.WARNING, evidence={"lines": [line.model for line in unnamed]})


def _severity(bundle: Bundle, lines: list[Reported]) -> Severity | None:
    excerpt = bundle.models is None and bundle.divisions is None
    told = any(line.sd is not None or line.low is not None for line in bundle.reported or ())
    told = told or any(test.unit == "data set" for test in bundle.tests or ())
    return Severity.WARNING if excerpt or told or all(line.computed for line in lines) else None


def _lines(lines: list[Reported]) -> str:
    return named(f"the {line.metric} of {line.model}" if line.model else f"the {line.metric}" for line in lines)
