"""One thing that a leak finder suspects, before it is weighed."""

from __future__ import annotations

from dataclasses import dataclass

from referee.audit._base import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """Columns that should not be there, why, and how bad it is where a score owes something to them."""

    columns: tuple[str, ...]
    sentence: str
    severity: Severity = Severity.FATAL
    strength: float = 1.0           # of several, the strongest is told first
