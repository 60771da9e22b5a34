"""How a run went, and how it is shown while it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a run went."""

    total: int        # jobs of the plan, one learner under two names counted once, and those that tune what is missing
    reused: int       # recorded before, or by others meanwhile
    fitted: int       # recorded now
    failed: int       # of those recorded now, without predictions
    shortcut: int = 0     # of those recorded now, without a refit
    inner: int = 0        # of the total, fits inside training parts to choose settings by


Progress = Callable[[int, int, int], None]
"""Called with (fits done, fits in all, failures among them) after each fit."""


def silent(done: int, total: int, failed: int) -> None:
    """Show nothing."""
