"""One feature: its name, its kind, and the values it can take."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ColumnKind(StrEnum):
    """How a column is to be understood."""

    NUMBER = "number"
    CATEGORY = "category"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One feature: its name, its kind, and the values a category can take, in the order of their codes."""

    name: str
    kind: ColumnKind
    categories: tuple[str, ...] = ()
    missing: int = 0
