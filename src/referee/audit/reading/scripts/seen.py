"""What a script shows, check by check: found, or where it could not be followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

READ = ("F-01", "F-03", "F-08", "F-21", "F-22", "F-23", "F-24", "F-43", "F-44")
"""The checks that code answers. All others need figures, predictions or rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One fault, and where it stands."""

    code: str
    severity: str
    message: str
    place: str
    line: int


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
