"""What a ledger holds at one moment, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.ledger import StudyCard, VaultCard, VaultUse
from referee.serve.fits import Bar
from referee.serve.pace import Left


class State(StrEnum):
    """How a study stands."""

    FINISHED = "finished"
    RUNNING = "running"
    QUIET = "quiet"           # not finished, and nothing was written lately


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """One study as it stands."""

    number: int               # as `referee ledger ls` has it
    card: StudyCard
    bars: tuple[Bar, ...]
    state: State
    stamp: tuple[object, ...]            # changes when something was written that its answer rests on, or may rest on
    fits: tuple[int, ...]                # the part of it that is about its own fits
    trouble: str = ""                    # why it cannot be told how far it is
    left: Left | None = None
    quiet: float | None = None           # seconds since the last fit
    sharing: tuple[tuple[str, dict[str, int]], ...] = ()       # processes: a name, and fits by learner

    @property
    def fingerprint(self) -> str:
        """The name of the study in addresses."""
        return self.card.fingerprint

    @property
    def done(self) -> int:
        """Fits recorded."""
        return sum(one.done for one in self.bars)

    @property
    def total(self) -> int:
        """Fits wanted."""
        return sum(one.total for one in self.bars)

    @property
    def failed(self) -> int:
        """Fits that failed."""
        return sum(one.failed for one in self.bars)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Everything at one look."""

    studies: tuple[Study, ...]           # oldest first
    vaults: tuple[tuple[VaultCard, tuple[VaultUse, ...]], ...]

    @property
    def running(self) -> tuple[Study, ...]:
        """Those that are being fitted, or were not finished, newest first."""
        return tuple(study for study in reversed(self.studies) if study.state is not State.FINISHED)

    def study(self, name: str) -> Study | None:
        """A study by its number or its fingerprint."""
        if name.isascii() and name.isdigit() and len(name) < 10:
            return self.studies[int(name) - 1] if 1 <= int(name) <= len(self.studies) else None
        return next((study for study in self.studies if study.fingerprint == name), None)
