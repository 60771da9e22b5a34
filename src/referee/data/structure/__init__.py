"""How the rows of a table hang together: groups, time, sister targets, copies; noticed, never changed."""

from __future__ import annotations

from referee.data.structure.detect import structure
from referee.data.structure.noticed import Kind, Noticed

__all__ = ["Kind", "Noticed", "structure"]
