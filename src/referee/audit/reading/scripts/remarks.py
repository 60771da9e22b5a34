"""What a script or a notebook says in words: comments, docstrings, cells of text. No code in comments."""

from __future__ import annotations

import ast
import io
import re
import textwrap
import tokenize
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from referee.audit.reading.scripts.source import Source

TO_TOOLS = re.compile(r"!|-\*-|(?:vim?|ex):|(?:en)?coding[:=]|%%|(?:noqa|nosec|type|fmt|isort|pylint|mypy|ruff|flake8|"
                      r"pyright|pragma|yapf|region|endregion|jupytext|cython|distutils)\b(?:\s*:|\s*$)", re.IGNORECASE)
"""Lines that are written for programs, and not for people."""
LICENCE = re.compile(r"copyright|\(c\)\s+\d{4}|spdx-|licen[sc]ed? (?:under|to|:)|all rights reserved|without warranty|"
                     r"permission is hereby", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]{2}")
HEADING = re.compile(r"^(#{1,6}[^\S\n][^\n]*)$", re.MULTILINE)
OF_CODE = (ast.Call, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.Subscript, ast.Attribute,
           ast.Return, ast.Delete, ast.Assert, ast.Raise, ast.For, ast.While, ast.If, ast.With, ast.Try,
           ast.FunctionDef, ast.ClassDef, ast.Dict, ast.List, ast.Tuple, ast.Pass, ast.Break, ast.Continue, ast.Compare)
LONGEST = 4000                  # characters of a remark that are looked at


@dataclass(frozen=True, slots=True)
class Remark:
    """Some sentences that stand together, and where they begin: a line of a script, a cell of a notebook."""

    text: str
    at: int
    cell: bool = False          # whether the place is a cell, counted with those of text


def remarks_of(source: Source) -> tuple[Remark, ...]:
    """All that a source says in words, in its order."""
    found = [*_comments(source), *_docstrings(source)]
    if source.cells:
        numbers = source.numbers
        found = [Remark(one.text, numbers[source.cells[min(one.at, len(source.cells)) - 1][0] - 1], cell=True)
                 for one in found]
        found += [Remark(HEADING.sub(r"\1\n", text), number, cell=True) for number, text in source.prose]
    return tuple(sorted((one for one in found if LETTERS.search(one.text) and not LICENCE.search(one.text)),
                        key=lambda one: one.at))


def _comments(source: Source) -> Iterator[Remark]:
    """Comments that stand alone, those of consecutive lines together; and those behind code, each by itself."""
    block: list[str] = []
    begun, last = 0, 0
    for line, column, text in _tokens(source):
        alone = not source.text(line)[:column].strip()
        if block and (not alone or line != last + 1):
            yield from _said(block, begun)
            block = []
        if not alone:
            yield from _said([text], line)
            continue
        begun, last = (line if not block else begun), line
        block.append(text)
    yield from _said(block, begun)


def _tokens(source: Source) -> list[tuple[int, int, str]]:
    """Each comment: its line, where in it, and its words."""
    reader = io.StringIO("\n".join(source.lines)).readline
    found: list[tokenize.TokenInfo] = []
    with suppress(tokenize.TokenError, SyntaxError):        # then as far as it was read
        found.extend(tokenize.generate_tokens(reader))
    return [(*one.start, one.string.lstrip("#").rstrip()) for one in found if one.type == tokenize.COMMENT]


def _said(block: list[str], begun: int) -> Iterator[Remark]:
    """The words of a block of comments; lines to programs, rules and code end a sentence."""
    if not block or _is_code("\n".join(block)):
        return
    kept = ["" if TO_TOOLS.match(line.strip()) or not LETTERS.search(line) or _is_code(line) else line.strip()
            for line in block]
    while kept and not kept[0]:
        kept, begun = kept[1:], begun + 1
    if kept:
        yield Remark("\n".join(kept)[:LONGEST], begun)


def _is_code(text: str) -> bool:
    """Whether a comment is code that was taken out: it is Python, and no words that happen to be.

    >>> [_is_code(one) for one in ("X = scale(X)", "for seed in range(9):", "not used", "scaled on the training part")]
    [True, True, False, False]
    """
    plain = textwrap.dedent(text[:LONGEST].expandtabs()).strip("\n")
    plain = plain.strip() if "\n" not in plain else plain
    for tried in (plain, f"{plain} pass" if plain.endswith(":") else ""):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(tried)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if any(isinstance(node, OF_CODE) for node in ast.walk(tree)):
            return True
    return False


def _docstrings(source: Source) -> Iterator[Remark]:
    """Docstrings, and other strings that stand alone as comments do."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = node.value.value
            if not _is_code(text):
                yield Remark(textwrap.dedent(text)[:LONGEST], node.lineno)
