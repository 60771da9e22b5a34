"""What a script shows, as the answer of a check: findings, and what could not be followed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen
from referee.audit.reading.scripts.seen import CodeRead

PLACE = "place"             # in the evidence: the line of the code that shows it


def in_the_code(code: CodeRead, check: str) -> Iterator[Found | Unseen]:
    """What was found for one check, the place first; and where the code could not be followed."""
    for seen in code.found:
        if seen.code == check:
            yield Found(message=f"{seen.place}: {seen.message}", severity=Severity(seen.severity),
                        evidence={PLACE: seen.place, "line": seen.line, **seen.evidence})
    for part in code.unfollowed.get(check, ()):
        yield Unseen(reason=part.reason, ask=part.ask)
