"""What mkdocs calls as it builds the site: the pages of the reference are added, examples are coloured as sessions."""

from __future__ import annotations

import re
from typing import Any

from commands import command_pages
from functions import function_pages
from mkdocs.structure.files import File, Files
from names import name_pages

SESSION = re.compile(r"^```python\n(?=>{3} )", re.MULTILINE)
INDENTED = re.compile(r"(?:^|(?<=\n\n))((?: {4}.*\n)+)")


def on_files(files: Files, config: Any) -> Files:
    """The pages there are, with those that are made from the code."""
    for path, text in {**command_pages(), **function_pages(), **name_pages()}.items():
        files.append(File.generated(config, f"reference/{path}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Examples with prompts are sessions of Python, whichever way they are set."""
    return INDENTED.sub(_session, SESSION.sub("```pycon\n", markdown)).replace("<BLANKLINE>\n", "\n")


def _session(block: re.Match[str]) -> str:
    """An indented example with prompts as a fence, which can be coloured and copied."""
    lines = [line[4:] for line in block[1].splitlines()]
    if not lines[0].startswith(">" * 3):
        return block[1]
    return "\n".join(["```pycon", *lines, "```", ""])
