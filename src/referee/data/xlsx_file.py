"""A sheet of an Excel workbook (.xlsx) as a table: the values of its cells, never its formulas or macros.

The workbook is read by openpyxl, an optional extra. What it unpacks to is limited as for other compressed files; links
to other files are not followed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.errors import BadInput
from referee.foreign_file import Archive, guarded

ENDING = ".xlsx"
MOST_CELLS = 20_000_000
EXTRA = "Excel files are read by openpyxl, which is not installed: pip install 'referee[excel]', or save it as .csv"


def xlsx_cells(path: Path) -> tuple[list[str], list[list[Any]], list[str]]:
    """The names in the first row of the first sheet that has any, the rows below, and a sentence about other sheets."""
    try:
        from openpyxl import load_workbook  # type: ignore[import-untyped]
    except ImportError as error:
        raise BadInput(f"{path}: {EXTRA}.") from error
    with guarded(path):
        book = load_workbook(_within_limits(path), read_only=True, data_only=True, keep_links=False)
        try:
            for sheet in book.worksheets:
                rows = _rows(sheet.iter_rows(values_only=True), path)
                if len(rows) > 1:
                    others = [name for name in book.sheetnames if name != sheet.title]
                    notices = [f"Only the sheet {sheet.title!r} was read; the workbook has {len(others)} more."] if (
                        others) else []
                    return *_headed(rows, path), notices
        finally:
            book.close()
    raise BadInput(f"{path} has no sheet with rows below a row of names.")


def _within_limits(path: Path) -> io.BytesIO:
    """The workbook in memory, once all its members were unpacked within the limits."""
    kept = io.BytesIO()
    with Archive(path) as archive, zipfile.ZipFile(kept, "w") as copy:
        for name in archive.names:
            copy.writestr(name, archive.read(name))
    kept.seek(0)
    return kept


def _rows(cells: Any, path: Path) -> list[list[Any]]:
    found: list[list[Any]] = []
    seen = 0
    for row in cells:
        seen += len(row)
        if seen > MOST_CELLS:
            raise BadInput(f"{path} has more than {MOST_CELLS:,} cells; save it as .csv or .parquet.")
        if any(cell is not None for cell in row):
            found.append(list(row))
    return found


def _headed(rows: Sequence[list[Any]], path: Path) -> tuple[list[str], list[list[Any]]]:
    head = rows[0]
    while head and head[-1] is None:
        head = head[:-1]
    names = [str(name).strip() if name is not None else "" for name in head]
    odd = [name for name in names if not name or names.count(name) > 1]
    if odd:
        what = f"two columns are called {odd[0]!r}" if odd[0] else "a column has no name"
        raise BadInput(f"{path}: {what}; give every column of the first row a name of its own.")
    return names, [[*row[:len(names)], *[None] * (len(names) - len(row))] for row in rows[1:]]

