"""Lines above the header of a text table that say something of it, and begin with #; a header may begin so too."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

SIGN = "#"
DELIMITERS = (",", ";", "\t", "|")
MOST, LOOKED_AT = 200, 20       # lines of remarks; rows that show what is a header
NUMBER = re.compile(r"[-+]?(\d+[.,]?\d*|[.,]\d+)([eE][-+]?\d+)?\s?%?|")


def remarks_above(lines: Sequence[str]) -> int:
    """How many lines stand above the header: those that begin with #, but for one that is the header itself.

    The last of them is the header where it has as many fields as the line below, and that line is a row like the
    others; where no number shows that, a blank behind the sign makes it a remark.

    >>> remarks_above(["# made by a tool, in May", "id,y", "1,0.5", "2,0.7"])
    1
    >>> remarks_above(["# seed 3", "#id,y", "1,0.5", "2,0.7"]), remarks_above(["# x,y", "1,0.5", "2,0.7"])
    (1, 0)
    """
    if not lines or not lines[0].startswith(SIGN):
        return 0
    count = next((place for place, line in enumerate(lines[:MOST]) if line.strip() and not line.startswith(SIGN)), 0)
    if not count or not lines[count - 1].strip():
        return count
    delimiter = max(DELIMITERS, key=lines[count].count)
    last, *rows = [_cells(line, delimiter) for line in lines[count - 1:count + LOOKED_AT] if line.strip()]
    if len(last) != len(rows[0]) or len(last) == 1 or is_no_row(rows):
        return count
    shown = any(NUMBER.fullmatch(cell.strip()) for cell in rows[0] if cell.strip())
    return count - 1 if shown or not lines[count - 1][1:2].isspace() else count


def is_no_row(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column of numbers shows that the first line names columns, and is no row that comes again."""
    others = [row for row in rows[1:] if row != rows[0] and len(row) == len(rows[0])]
    return any(not NUMBER.fullmatch(name.strip()) and others and all(NUMBER.fullmatch(row[place].strip())
               for row in others) for place, name in enumerate(rows[0]))


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of one line; of one that cannot be cut, as where a quote has no end, itself."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [line])
    except csv.Error:
        return [line]
