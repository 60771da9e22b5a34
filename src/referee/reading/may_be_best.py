"""The learners that may be the best of all: a set that holds it with a stated confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MayBeBest:
    """Learners that cannot be told apart from the best, and the p-value at which each would leave."""

    members: tuple[str, ...]
    p: dict[str, float]
    level: float
    method: str
    reference: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"members": list(self.members), "p": dict(self.p), "level": self.level, "method": self.method}
