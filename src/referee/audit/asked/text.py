"""What can be quoted of a source: a text, a description, a table, code. Of a notebook its cells, as they are shown;
of a sheet of Excel the values of its cells.
"""

from __future__ import annotations

from pathlib import Path

from referee.audit.reading.scripts.source import shown_text
from referee.audit.reading.which import Kind
from referee.data.xlsx_file import ENDING as SHEET
from referee.data.xlsx_file import xlsx_cells

WORDS = {Kind.TEXT, Kind.FREE, Kind.DESCRIPTION, Kind.STUDY, Kind.TABLE, Kind.SCRIPT, Kind.OTHER_CODE}
IN_TABLES = {".csv", ".tsv", ".txt", ".md", ".tex", ".rst", ".json", ".yaml", ".yml", ".html"}


def quotable(path: Path, kind: Kind) -> str | None:
    """The text that quotes have to stand in; None where there is none, as in a ledger or among predictions."""
    if kind not in WORDS:
        return None
    if path.suffix.lower() == SHEET:
        names, rows, _ = xlsx_cells(path)
        return "\n".join(" | ".join("" if cell is None else str(cell) for cell in row) for row in (names, *rows))
    return shown_text(path) if kind is not Kind.TABLE or path.suffix.lower() in IN_TABLES else None
