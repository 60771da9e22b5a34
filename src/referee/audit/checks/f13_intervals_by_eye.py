"""F-13: two intervals compared by eye instead of one interval of the difference (Flexer 1996, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import comparative_claims, right_and_wrong
from referee.comparisons import mcnemar


@check("F-13", "Intervals compared by eye", severity=Severity.WARNING,
       advice="Give the interval of the difference.", reference="Flexer 1996, 3.2; Schenker & Gentleman 2001")
def intervals_by_eye(bundle: Bundle) -> Iterator[Found]:
    """A claim that rests on whether two intervals overlap."""
    for claim in comparative_claims(bundle):
        if claim.basis != "intervals":
            continue
        right = right_and_wrong(bundle, claim.a, claim.b)
        interval = None if right is None else mcnemar(*right).interval
        detail = "" if interval is None else \
            f" The interval of the difference in accuracy is [{interval.low:+.3f}, {interval.high:+.3f}]."
        yield Found(message=f"'{claim.says}' rests on two intervals compared by eye, which is not a test: intervals "
                            f"of equal width that just touch mean p = 0.006.{detail}", evidence={"claim": claim.says})
