"""How the rows of a table hang together: groups, time, sister targets, copies; noticed, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.data.structure.detect import structure
    from referee.data.structure.noticed import Kind, Noticed

__all__ = ["Kind", "Noticed", "structure"]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.data.structure.detect": "structure",
    "referee.data.structure.noticed": "Kind Noticed",
})
