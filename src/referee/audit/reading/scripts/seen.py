"""What a script shows, check by check: found, or where it could not be followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.audit.reading.scripts.columns import Table

READ = ("F-01", "F-03", "F-08", "F-21", "F-22", "F-23", "F-24", "F-25", "F-43", "F-44", "F-47")
"""The checks that code answers. All others need figures, predictions or rows."""

OF_COLUMNS = ("F-24",)
"""Those that the columns of a table answer as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One fault, and where it stands."""

    code: str
    severity: str
    message: str
    place: str
    line: int
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """A division that parts the rows of a score from those that were trained on."""

    place: str
    line: int
    call: str
    how: str                        # at random, in blocks, by time, by groups
    by: frozenset[str]              # columns whose values it keeps whole; empty where that is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUsed:
    """What a script shows of its table: what is learned, from which columns, and how the rows were divided."""

    targets: tuple[frozenset[str], ...] = ()    # of each learner, the columns that its target is made of
    features: tuple[Table, ...] | None = None   # of each learner; None: those of some are not known
    judging: tuple[Judging, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfollowed:
    """Something that could not be looked at, and what would let it."""

    reason: str
    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRead:
    """What was read in a script or a notebook."""

    found: tuple[Seen, ...]
    unfollowed: Mapping[str, tuple[Unfollowed, ...]]        # by check
    evaluations: int
    fits: int
    used: TableUsed = TableUsed()
