"""A page as Markdown with GitHub's tables: for an issue, a wiki, a README."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import singledispatch

from referee.report.document import Block, Bullets, Code, Drawing, Folded, Heading, Items, Page, Table, Terms, Text

MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(page: Page) -> str:
    """The answer first, then every section; what is folded on the page is written out."""
    parts = [f"# {escaped(page.question)}", *(f"> **{escaped(sentence)}**" for sentence in page.loud)]
    parts += [f"**{escaped(page.lead)}**"] if page.lead else []
    parts += [_listed(page.rest) if len(page.rest) > 1 else escaped(sentence) for sentence in page.rest[:1]]
    parts += map(_written, page.head)
    for section in page.sections:
        parts += [f"## {escaped(section.title)}", *map(_written, section.blocks)]
    return "\n\n".join(filter(None, parts)) + "\n"


def escaped(text: str) -> str:
    r"""Text that Markdown shows as it is, on one line.

    >>> escaped("a_b | <x>")
    'a\\_b \\| \\<x\\>'
    """
    return " ".join(MARKS.sub(r"\\\1", text).split())


def _listed(items: Sequence[str]) -> str:
    return "\n".join(f"- {escaped(item)}" for item in items)


@singledispatch
def _written(block: Block) -> str:
    """A block as Markdown."""
    raise TypeError(f"a page is not made of {type(block).__name__}")


@_written.register
def _text(block: Text) -> str:
    return f"> **{escaped(block.text)}**" if block.style == "loud" else escaped(block.text)


@_written.register
def _heading(block: Heading) -> str:
    return f"### {escaped(block.text)}"


@_written.register
def _bullets(block: Bullets) -> str:
    return _listed(block.items)


@_written.register
def _terms(block: Terms) -> str:
    return "\n".join(f"- {escaped(term)}: {escaped(text)}" for term, text in block.pairs if text)


@_written.register
def _code(block: Code) -> str:
    return f"```\n{block.text}\n```"


@_written.register
def table_markdown(table: Table) -> str:
    """GitHub's table."""
    rows = [[escaped(cell) for cell in row] for row in [list(table.header), *table.texts()]]
    lines = [f"| {' | '.join(cell or ' ' for cell in row)} |" for row in rows]
    lines.insert(1, f"|{'|'.join([' --- '] * len(table.header))}|")
    caption = f"{escaped(table.caption)}\n\n" if table.caption else ""
    return caption + "\n".join(lines)


@_written.register
def _drawing(_block: Drawing) -> str:
    return ""                       # Markdown holds no pictures; `save` writes them


@_written.register
def _folded(block: Folded) -> str:
    said = f"### {escaped(' '.join(filter(None, [block.summary, block.gist])))}"
    inside = list(filter(None, map(_written, block.blocks)))
    return "\n\n".join([said, *inside]) if inside else ""


@_written.register
def _items(block: Items) -> str:
    return "\n".join(f"- **{item.kind}** {escaped(item.code)} {escaped(item.title)}: "
                     f"{escaped(' '.join([*item.messages, item.todo, item.source]))}" for item in block.items)
