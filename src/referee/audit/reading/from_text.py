"""An abstract or another text as evidence: the numbers that stand in it, and what it says against itself."""

from __future__ import annotations

from pathlib import Path

from referee.audit.bundle import Bundle
from referee.audit.numbers.of_text import text
from referee.audit.numbers.of_weka import of_weka
from referee.audit.vocabulary.protocols import confessions
from referee.foreign_file import text_of

SHOWN = 12


def bundle_of_text(path: str | Path) -> Bundle:
    """The figures of a text, and what was read and left."""
    path = Path(path)
    content = text_of(path)
    said = text(content)
    read = f"Read in the text: {_some(said.read)}." if said.read else (
        "No figure of the text was recognised; it knows t(28) = 2.20, p = .03; F(2, 40) = …; χ²(1, N = 90) = …; "
        "accuracy of 91.2% (95% CI 88.1–93.9); 12 of 30 (40%); n = 90.")
    left = (f"Not read: {_some(said.left)}.",) if said.left else ()
    return Bundle(name=path.name, answered=(), printed=said.rows, confessed=confessions(content),
                  against_itself=of_weka(content),
                  notices=(read, *left))


def _some(parts: tuple[str, ...]) -> str:
    more = f" and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more
