"""The tables that stand in a text, Markdown or LaTeX, and the text without them.

A table of LaTeX is what stands between \\begin{tabular} and \\end{tabular} (or tabularx, tabular*, longtable, array); a
table of Markdown is lines of cells between bars with a line of dashes below the first. Names that span several columns
are put before each of them. An interval in a column of its own is put beside the number before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.audit.reading.latex import COMMENT, plain_latex

ENVIRONMENT = re.compile(r"\\begin\{(?P<kind>tabular[xy*]?|longtable|tblr|array)\}(?P<body>.*?)\\end\{(?P=kind)\}",
                         re.DOTALL)
FLOAT = re.compile(r"\\begin\{(?P<kind>(?:side)?table\*?|wraptable)\}.*?\\end\{(?P=kind)\}", re.DOTALL)
ARGUMENT = re.compile(r"\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})")
RULE = re.compile(r"\\(?:toprule|midrule|bottomrule|hline|hhline\{[^}]*\}|specialrule\{[^}]*\}\{[^}]*\}\{[^}]*\})"
                  r"(?:\[[^\]]*\])?")
PART_RULE = re.compile(r"\\(?:cmidrule|cline)(?:\([^)]*\))?(?:\[[^\]]*\])?\{[^}]*\}|\\addlinespace(?:\[[^\]]*\])?")
SPAN = re.compile(r"^\s*\\multicolumn\s*\{(?P<many>\d+)\}\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*\{(?P<text>.*)\}\s*$",
                  re.DOTALL)
DOWN = re.compile(r"^\s*\\multirow\s*(?:\[[^\]]*\])?\s*\{-?\d+\}\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{(?P<text>.*)\}\s*$",
                  re.DOTALL)
DASHES = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
CAPTION = re.compile(r"\\caption(?:\[[^\]]*\])?\{(?P<text>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
TITLE = re.compile(r"^\W*(?:table|tab\.|tabelle|tableau|tabla)\W", re.IGNORECASE)
OWN_INTERVAL = re.compile(r"^\W*(?:9[059]\s*%?\W*)?(?:C\.?I\.?|KI|IC|confidence intervals?|konfidenzintervall)\W*"
                          r"(?:9[059]\s*%?\W*)?$", re.IGNORECASE)
ENDS = re.compile(r"^[\[(]?\s*(?P<low>[-−+]?\d*\.?\d+\s*%?)\s*(?:,|;|to|–|—|-|bis)\s*(?P<high>[-−+]?\d*\.?\d+\s*%?)\s*"
                  r"[\])]?$")
DOCUMENT = re.compile(r"\\(?:begin|documentclass|section|caption)\b")
OF_INTERVALS = {"ci", "ci95", "95", "95ci", "ki", "ki95", "ic", "ic95", "bi", "conf", "confidence", "interval", "bound",
                "limit", "95ki", "95ic"}
LOW = {"low", "lower", "lo", "lb", "lcl", "inf", "inferior", "inferieure", "inferiore", "unten", "untere", "onder",
       "nedre", "dolna"}
HIGH = {"high", "upper", "hi", "ub", "ucl", "sup", "superior", "superieure", "superiore", "oben", "obere", "boven",
        "ovre", "gorna"}
MOST = 200                     # tables of one text; a book has fewer


@dataclass(frozen=True)
class PrintedTable:
    """A table as it stands in a text."""

    names: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    caption: str = ""


@dataclass(frozen=True)
class Parted:
    """A text, taken apart."""

    prose: str                             # without the tables; of LaTeX, as plain text
    tables: tuple[PrintedTable, ...]


def tables_in(content: str) -> Parted:
    r"""The tables of a text, and the text without them.

    >>> found = tables_in("Table 1. Test set.\n\n| model | F1 |\n|---|--:|\n| svm | **0.91** |\n\nIt is good.")
    >>> found.tables[0].rows, found.tables[0].caption, found.prose.split()[-1]
    (({'model': 'svm', 'F1': '**0.91**'},), 'Table 1. Test set.', 'good.')
    >>> tables_in(r"\begin{tabular}{lr} model & F1 \\ \hline svm & \textbf{0.91} \\ \end{tabular}").tables[0].rows
    ({'model': 'svm', 'F1': '**0.91**'},)
    """
    if DOCUMENT.search(content):
        bare = "\n".join(COMMENT.sub("", line) for line in content.splitlines())
        tables = [table for found in list(ENVIRONMENT.finditer(bare))[:MOST]
                  if (table := _of_latex(found["body"], found["kind"], _caption(bare, found))) is not None]
        if tables:
            return Parted(_prose(bare), tuple(tables))
        content = _prose(bare) if re.search(r"\\(?:documentclass|begin\{document\}|section)", bare) else content
    lines, tables = _of_markdown(content.splitlines())
    return Parted("\n".join(lines), tuple(tables))


def _prose(content: str) -> str:
    """LaTeX without its tables, paragraph by paragraph as plain text; captions stay."""
    captions = [plain_latex(found["text"]) for found in CAPTION.finditer(content)]
    bare = ENVIRONMENT.sub("\n\n", FLOAT.sub("\n\n", content))
    bare = re.sub(r"\\(?:begin|end|documentclass|usepackage|bibliography\w*|input|include)\*?(?:\[[^\]]*\])?\{[^}]*\}",
                  "\n", CAPTION.sub("", bare))
    return "\n\n".join(filter(None, [*map(plain_latex, re.split(r"\n\s*\n", bare)), *captions]))


def _caption(content: str, found: re.Match[str]) -> str:
    inside = next((one for one in FLOAT.finditer(content) if one.start() < found.start() < one.end()), None)
    said = CAPTION.search(inside[0]) if inside else None
    return plain_latex(said["text"]) if said else ""


def _of_latex(body: str, kind: str, caption: str) -> PrintedTable | None:
    for _ in range(2 if kind in {"tabularx", "tabulary", "tabular*"} else 1):
        body = ARGUMENT.sub("", body, count=1)
    if body.lstrip().startswith("{"):                       # [t]{lrr}
        body = ARGUMENT.sub("", body, count=1)
    lines = re.split(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline", PART_RULE.sub("", CAPTION.sub("", body)))
    heads, rows = _head_and_rows(lines)
    return _named([" ".join(filter(None, parts)) for parts in _across(heads)], rows, caption) if heads else None


def _head_and_rows(lines: Sequence[str]) -> tuple[list[list[str]], list[list[str]]]:
    """The lines above the first rule that has something above it, else the first line; and those below."""
    heads: list[list[str]] = []
    rows: list[list[str]] = []
    below = False
    for line in lines:
        below = below or bool(heads and RULE.search(line))
        cells, spanned = _cells(RULE.sub("", line), head=not below)
        if not any(cells) or (below and sum(map(bool, cells)) == 1 and spanned):
            continue                                        # nothing, or a title between the rows
        if not below:
            heads.append(cells)
            continue
        if not cells[0] and rows:                           # one cell for several rows
            cells[0] = rows[-1][0]
        rows.append(cells)
    return (heads, rows) if rows else (heads[:1], heads[1:])


def _cells(line: str, *, head: bool) -> tuple[list[str], bool]:
    """The cells of a row; one that spans several stands in each of them, in a head, and in the first, in a row."""
    cells: list[str] = []
    spanned = False
    for part in re.split(r"(?<!\\)&", line):
        span = SPAN.match(part.strip())
        text = span["text"] if span else part
        down = DOWN.match(text.strip())
        plain = plain_latex(down["text"] if down else text)
        many = min(int(span["many"]), 50) if span else 1
        spanned = spanned or many > 1
        cells += [plain, *[plain if head else ""] * (many - 1)]
    return cells, spanned


def _across(heads: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    for column in range(max(map(len, heads))):
        yield [head[column] if column < len(head) else "" for head in heads]


def _of_markdown(lines: Sequence[str]) -> tuple[list[str], list[PrintedTable]]:
    left: list[str] = []
    tables: list[PrintedTable] = []
    k = 0
    while k < len(lines):
        head = lines[k]
        if "|" not in head or k + 1 >= len(lines) or "|" not in lines[k + 1] or not DASHES.match(lines[k + 1]):
            left.append(head)
            k += 1
            continue
        end = k + 2
        while end < len(lines) and "|" in lines[end] and lines[end].strip():
            end += 1
        rows = [[_plain(cell) for cell in _bars(line)] for line in lines[k + 2:end]]
        table = _named([_plain(cell).strip("*_ ") for cell in _bars(head)], rows, _title(left, lines[end:]))
        tables += [table] if table is not None and len(tables) < MOST else []
        left.append("")
        k = end
    return left, tables


def _bars(line: str) -> list[str]:
    return re.split(r"(?<!\\)\|", re.sub(r"(?<!\\)\|\s*$", "", line.strip().removeprefix("|")))


def _plain(cell: str) -> str:
    text = re.sub(r"<br\s*/?>|&nbsp;", " ", cell.replace("\\|", "|"), flags=re.IGNORECASE)
    text = plain_latex(text) if "$" in text or re.search(r"\\[a-z]", text) else text
    return " ".join(re.sub(r"</?(?:sup|sub|small|span)[^>]*>|\[\^[^\]]*\]", "", text).split())


def _title(before: Sequence[str], after: Sequence[str]) -> str:
    """The paragraph above a table, or the one below it where that begins as titles do."""
    above = "\n".join(before).rstrip().split("\n\n")[-1].strip() if before else ""
    below = "\n".join(after).lstrip().split("\n\n")[0].strip()
    return " ".join((below if TITLE.match(below) and not TITLE.match(above) else above).split())


def _named(names: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> PrintedTable | None:
    """Rows by the names of their columns; names that stand twice are told apart by number."""
    if len(names) < 2 or not rows:
        return None
    seen: dict[str, int] = {}
    own = []
    for number, name in enumerate(names):
        said = name or ("row" if number == 0 else f"column {number + 1}")
        seen[said] = seen.get(said, 0) + 1
        own.append(said if seen[said] == 1 else f"{said} ({seen[said]})")
    cells = [{name: row[k] if k < len(row) else "" for k, name in enumerate(own)} for row in rows]
    return with_intervals(PrintedTable(tuple(own), tuple(cells), caption))


def with_intervals(table: PrintedTable) -> PrintedTable:
    """Intervals that have a column of their own, beside the number before them: "0.91 (0.88–0.93)"."""
    names = list(table.names)
    rows = [dict(row) for row in table.rows]
    for before, name in zip(table.names[1:], table.names[2:], strict=False):
        ends = [ENDS.match(row[name].replace("**", "")) for row in rows]
        if not OWN_INTERVAL.match(name.split(" (")[0]) or not all(
                end or not row[name] for end, row in zip(ends, rows, strict=True)):
            continue
        names.remove(name)
        for row, end in zip(rows, ends, strict=True):
            row.pop(name)
            if end and row[before]:
                row[before] = f"{row[before].replace('**', '')} ({end['low']}–{end['high']})"
    return _with_ends(PrintedTable(tuple(names), tuple(rows), table.caption))


def _with_ends(table: PrintedTable) -> PrintedTable:
    """Intervals whose two ends have columns that are called by the score, beside it: auc, auc_ci_low, auc_ci_high."""
    words = {name: [word for word in re.split(r"[\W_]+", name.lower()) if word] for name in table.names}
    ends = {(" ".join(word for word in some[:-1] if word not in OF_INTERVALS), some[-1] in HIGH): name
            for name, some in words.items() if len(some) > 1 and some[-1] in LOW | HIGH}
    names, rows = list(table.names), [dict(row) for row in table.rows]
    for score in table.names:
        low, high = (ends.get((" ".join(words[score]), side)) for side in (False, True))
        if not words[score] or low is None or high is None:
            continue
        for row in rows:
            a, b = (row.pop(name).replace("**", "").strip() for name in (low, high))
            if a and b and row[score] and "(" not in row[score]:
                row[score] = f"{row[score].replace('**', '').strip()} ({a}–{b})"
        names = [name for name in names if name not in (low, high)]
    return PrintedTable(tuple(names), tuple(rows), table.caption)
