"""How a run went, and how it is shown while it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a run went."""

    total: int        # jobs of the plan, one learner under two names counted once, and those that tune what is missing
    reused: int       # recorded before, or by others meanwhile
    fitted: int       # recorded now
    failed: int       # of those recorded now, without predictions
    shortcut: int = 0     # of those recorded now, without a refit
    steps: int = 0        # of those recorded now, by the solver's own steps, those of many fits at once
    inner: int = 0        # of the total, fits inside training parts to choose settings by


class Progress(Protocol):
    """Called after each fit with the fits done, the fits in all, and the failures among them."""

    def __call__(self, done: int, total: int, failed: int, /, left: float | None = None) -> None:
        """`left`: seconds to come; not a number while a model was never fitted, None where fits are only counted."""


def silent(done: int, total: int, failed: int, /, left: float | None = None) -> None:
    """Show nothing."""
