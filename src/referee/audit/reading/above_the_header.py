"""Text tables as spreadsheets and people write them: a title above the header, two lines of headers, groups named once.

A line above the header has one cell at most, or stands before an empty line and has fewer cells than the next. What it
says is the caption. In the second of two lines of headers are words only, below cells of the first that span several.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from referee.audit.numbers.figure import figure
from referee.audit.vocabulary import languages
from referee.data.remarks import SIGN, remarks_above
from referee.foreign_file import text_of

MARKS = ",;\t|"
EMPTY = f' "{MARKS}'
MOST = 12               # lines above a header
LONGEST = 20_000        # characters of a line whose quotes are minded
MOST_BYTES = 1_000_000
METRICS = {"metric", "measure", "output", "statistic", *languages.ROLES["metric"].split()}


def lines_of(text: str) -> tuple[list[str], list[str]]:
    """The lines of a table from its header on, without remarks and empty lines; and those above it.

    >>> lines_of("Table 3: results,,\\n,,\\nmodel,precision,recall\\na,0.5,0.6\\n")
    (['model,precision,recall', 'a,0.5,0.6'], ['Table 3: results,,', ',,'])
    """
    raw, _ = _without_remarks(text)
    lines = [line for line in raw if line.strip()]
    gaps = {raw[k] for k in range(len(raw) - 1) if raw[k].strip() and not raw[k + 1].strip(EMPTY)}
    mark = mark_of(lines)
    start = 0
    while start < min(MOST, len(lines) - 2) and _above(lines[start], lines[start + 1:], mark, gap=lines[start] in gaps):
        start += 1
    return lines[start:], lines[:start]


def mark_of(lines: Sequence[str]) -> str:
    """What divides the cells: the mark that stands in most lines as often as in the others.

    >>> mark_of(["a|b", "0,1|2"]), mark_of(["Table", "x;y", "0,5;1"])
    ('|', ';')
    """
    first = max(MARKS, key=lines[0].count) if lines else ","
    if lines and lines[0].count(first) and (first != "|" or all("|" in line for line in lines)):
        return first
    return max(MARKS, key=lambda mark: sum(mark in line for line in lines[:MOST]))


def _above(line: str, rest: Sequence[str], mark: str, *, gap: bool) -> bool:
    """Whether a line stands above the header: it has a cell at most, or fewer than the next after an empty line.

    The next line with several cells is then the header, which is in words: a header of one word stands above figures.
    """
    own = len(_filled(line, mark))
    below = next((cells for other in rest[:MOST] if len(cells := _filled(other, mark)) > 1), [])
    if any(figure("", cell) is not None for cell in below):
        return False
    return own <= 1 < len(below) or (gap and own < len(below) and own < len(_filled(rest[-1], mark)))


def _filled(line: str, mark: str) -> list[str]:
    cells = next(csv.reader([line], delimiter=mark), []) if len(line) <= LONGEST else line.split(mark)
    return [cell for cell in cells if cell.strip()]


def has_lines_above(path: Path) -> bool:
    """Whether a text table has a title above its header."""
    if path.stat().st_size > MOST_BYTES:
        return False
    lines, above = lines_of(text_of(path))
    return len(lines) > 1 and bool(above)


def in_one_line(lines: Sequence[str], mark: str) -> list[str]:
    """The table with one line of headers, where it has two: "Dev,," above "P,R" is "Dev: P" and "Dev: R".

    >>> in_one_line(["model,Dev,,Test,", ",P,R,P,R", "svm,0.8,0.7,0.8,0.7"], ",")[0]
    'model,Dev: P,Dev: R,Test: P,Test: R'
    """
    if len(lines) < 3:
        return list(lines)
    first, second, third = (next(csv.reader([line], delimiter=mark), []) for line in lines[:3])
    first, second = [cell.strip() for cell in first], [cell.strip() for cell in second]
    spans = any(not cell for cell in first[1:])
    words = all(figure("", cell) is None for cell in second) and any(figure("", cell) is not None for cell in third)
    if not (spans and words and len(first) == len(second) == len(third)) or not first[1:2] or any(
            not a and not b for a, b in zip(first[1:], second[1:], strict=True)):
        return list(lines)
    names, over = [], ""
    for a, b in zip(first, second, strict=True):
        over = a or over
        names.append(": ".join(part for part in (over if b else a, b) if part))
    if len(set(names)) < len(names):
        return list(lines)
    head = mark.join(f'"{name}"' if mark in name else name for name in names)
    return [head, *lines[2:]]


def filled_down(names: Sequence[str], rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """A table with a row for each metric, with the model of a row in which none is named: that of the row above.

    >>> filled_down(["model", "metric"], [{"model": "a", "metric": "P"}, {"model": "", "metric": "R"}])[1]["model"]
    'a'
    """
    metric = next((name for name in names[1:] if languages.bare(name) in METRICS), None)
    if metric is None or not rows or not rows[0].get(names[0]):
        return rows
    found, above = [], ""
    for row in rows:
        above = row.get(names[0], "") or above
        found.append(row | {names[0]: above})
    return found if len({(row[names[0]], row.get(metric, "")) for row in found}) == len(found) else rows


def caption_of(path: Path) -> str:
    """What stands above the header of a text table, and in its remarks."""
    text = text_of(path)
    said = [line.strip(EMPTY) for line in lines_of(text)[1]]
    return "\n".join(filter(None, (*said, *_without_remarks(text)[1])))


def _without_remarks(text: str) -> tuple[list[str], list[str]]:
    """The lines that are no remarks, and the remarks: those that begin with #, unless the header does."""
    raw = text.splitlines()
    filled = [place for place, line in enumerate(raw) if line.strip()]
    above = remarks_above([raw[place] for place in filled])
    header = filled[above] if above < len(filled) else len(raw)
    signed = header < len(raw) and raw[header].startswith(SIGN)
    remarks = {place for place in filled if raw[place].startswith(SIGN) and (place < header or not signed)}
    return [line for place, line in enumerate(raw) if place not in remarks], [raw[place] for place in sorted(remarks)]
