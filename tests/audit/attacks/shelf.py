"""A shelf of studies written by an attacker and by an honest researcher, before either had read the checks.

Each entry makes its files in a folder and says what must come of them: what a faulty study must be told (a pattern of
code and message), or that a clean one must not be alarmed. They enter as people bring them: by files and options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SHELF: list[Entry] = []


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One study: how its files are made, the options beside it, and what must be said."""

    name: str
    make: Callable[[Path], Path]
    finds: str = ""                    # a pattern some finding must match; empty for a clean study
    options: Mapping[str, Any] = field(default_factory=dict)
    at_least: str = "warning"
    grade: str = ""                    # a pattern the grade must match, where it matters


def shelve(name: str, make: Callable[[Path], Path], **what: Any) -> None:
    """Put a study on the shelf."""
    if any(entry.name == name for entry in SHELF):
        raise ValueError(f"two studies are called {name!r}")
    SHELF.append(Entry(name=name, make=make, **what))
