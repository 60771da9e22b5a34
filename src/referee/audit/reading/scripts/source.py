"""The code of a script or a notebook, parsed and not run: its tree, and where each line stands."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.errors import BadInput
from referee.foreign_file import json_of, text_of

ENDINGS = {".py", ".pyw", ".ipynb"}
OTHER_CODE = {
    ".r": "R", ".rmd": "R", ".rnw": "R", ".qmd": "Quarto", ".jl": "Julia", ".m": "MATLAB or Octave", ".sas": "SAS",
    ".do": "Stata", ".sps": "SPSS", ".scala": "Scala", ".java": "Java", ".sql": "SQL", ".c": "C", ".cpp": "C++",
    ".js": "JavaScript", ".ts": "TypeScript", ".sh": "a shell", ".pl": "Perl", ".rs": "Rust", ".go": "Go",
}
MOST_CODE = 2 << 20                 # bytes of code
MOST_NOTEBOOK = 64 << 20            # with its outputs
OTHER_LANGUAGES = re.compile(r"%%(?:bash|sh|script|html|javascript|js|latex|markdown|svg|writefile|file|R|perl|ruby|sql"
                             r"|cython|system|cmd)\b")
MAGIC = re.compile(r"^\s*(?:[%!]|[\w.()]+\?{1,2}\s*$|\?)")
ASSIGNED_MAGIC = re.compile(r"^(\s*[\w, ]+=\s*)[!%].*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What was parsed, and how its lines are named."""

    name: str
    tree: ast.Module
    cells: tuple[tuple[int, int], ...] = ()      # of each line of a notebook: its cell, and its line there
    shown: frozenset[int] = frozenset()          # lines whose expression a notebook shows: the last of a cell
    unread: tuple[str, ...] = field(default=())  # cells that could not be parsed
    lines: tuple[str, ...] = ()                  # as they were parsed
    numbers: tuple[int, ...] = ()                # of each code cell: its place among all cells
    prose: tuple[tuple[int, str], ...] = ()      # cells of text: their places among all, and what they say

    def text(self, line: int) -> str:
        """A line as it stands."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    def comment(self, line: int) -> str:
        """What a comment says at the end of a line, or alone on the line before."""
        own, before = self.text(line), self.text(line - 1)
        return own.partition("#")[2] + (f" {before.strip()[1:]}" if before.lstrip().startswith("#") else "")

    def place(self, line: int) -> str:
        """A line as people find it again."""
        if not self.cells:
            return f"{self.name}:{line}"
        cell, inside = self.cells[min(line, len(self.cells)) - 1]
        return f"{self.name}, cell {cell}, line {inside}"


def other_language(path: Path) -> str | None:
    """The language of a script that is not read; None where it is one that is read, or no script."""
    return OTHER_CODE.get(path.suffix.lower())


def not_read(path: Path, language: str) -> BadInput:
    """A refusal of code in another language, with what may be done instead."""
    return BadInput(f"{path} is code in {language}, which is not read: scripts and notebooks are read in Python alone "
                    f"(.py, .ipynb). Let somebody who reads it answer the questions that --questions writes, write "
                    f"what it does with the rows, step by step, into a text (.txt, .md) and audit that, or audit the "
                    f"predictions it writes.")


def source_of(path: Path) -> Source:
    """A script, or the code cells of a notebook in their order."""
    if path.suffix.lower() == ".ipynb":
        return _notebook(path)
    text = text_of(path, MOST_CODE)
    try:
        return Source(name=path.name, tree=_parsed(text), lines=tuple(text.split("\n")))
    except SyntaxError as error:
        raise BadInput(f"{path}, line {error.lineno or 1} is not Python 3 ({error.msg}); mend the line, or give the "
                       f"script that runs.") from error


def shown_text(path: Path) -> str:
    """The code as a person sees it: of a notebook its cells, one after another, each with what it printed."""
    if path.suffix.lower() != ".ipynb":
        return text_of(path, MOST_CODE)
    content = json_of(text_of(path, MOST_NOTEBOOK), path)
    cells = content.get("cells", _older(content)) if isinstance(content, dict) else None
    return "\n\n".join("\n".join([_text(cell), *_printed(cell)]) for cell in cells or () if isinstance(cell, dict))


def _printed(cell: dict[str, Any]) -> Iterator[str]:
    """The texts that a cell has below it: what was printed, and the values that are shown as text."""
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        data = output.get("data") if isinstance(output, dict) else None
        shown = data.get("text/plain") if isinstance(data, dict) else output.get("text") if isinstance(
            output, dict) else None
        if isinstance(shown, str | list):
            yield "".join(map(str, shown)) if isinstance(shown, list) else shown


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")             # odd escapes are the author's business
        return ast.parse(text)


def _notebook(path: Path) -> Source:
    content = json_of(text_of(path, MOST_NOTEBOOK), path)
    cells = content.get("cells", _older(content)) if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise BadInput(f"{path} is no notebook: it has no list of cells; save it again in Jupyter.")
    language = _language(content)
    if language not in {"", "python"}:
        raise not_read(path, language)
    code: list[str] = []
    places: list[tuple[int, int]] = []
    shown, unread = set[int](), list[str]()
    for number, text in enumerate(_codes(cells), 1):
        lines = _plain(text)
        try:
            tree = _parsed("\n".join(lines))
        except SyntaxError as error:
            unread.append(f"{path.name}, cell {number} is not Python ({error.msg}, line {error.lineno or 1})")
            continue
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            shown.add(len(code) + tree.body[-1].lineno)
        code += lines
        places += [(number, line) for line in range(1, len(lines) + 1)]
    if sum(map(len, code)) > MOST_CODE:
        raise BadInput(f"{path} has more than {MOST_CODE >> 20} MB of code; give a part of it.")
    kinds = [cell.get("cell_type") if isinstance(cell, dict) else None for cell in cells]
    return Source(name=path.name, tree=_parsed("\n".join(code)), cells=tuple(places) or ((1, 1),),
                  numbers=tuple(n for n, kind in enumerate(kinds, 1) if kind == "code") or (1,),
                  prose=tuple((n, _text(cells[n - 1])) for n, kind in enumerate(kinds, 1) if kind == "markdown"),
                  shown=frozenset(shown), unread=tuple(unread), lines=tuple(code))


def _language(content: dict[str, Any]) -> str:
    """The language that a notebook says it is in; empty where it does not say."""
    told = content.get("metadata")
    for key, word in (("kernelspec", "language"), ("language_info", "name")):
        about = told.get(key) if isinstance(told, dict) else None
        if isinstance(about, dict) and isinstance(about.get(word), str):
            name: str = about[word]
            return "python" if "python" in name.lower() else name
    return ""


def _older(content: dict[str, Any]) -> Any:
    """The cells of a notebook as Jupyter wrote them before 2015."""
    sheets = content.get("worksheets")
    return sheets[0].get("cells") if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else None


def _codes(cells: list[Any]) -> list[str]:
    """The text of each code cell."""
    return [_text(cell) for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]


def _text(cell: dict[str, Any]) -> str:
    text = cell.get("source", cell.get("input", ""))
    return "".join(map(str, text)) if isinstance(text, list) else str(text)


def _plain(text: str) -> list[str]:
    """The lines of a cell, with what is said to the notebook and not to Python left out."""
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if OTHER_LANGUAGES.match(first):
        return ["" for _ in lines]
    return [re.sub(r"\S.*", "pass", line) if MAGIC.match(line) else ASSIGNED_MAGIC.sub(r"\1None", line)
            for line in lines]
