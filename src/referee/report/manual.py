"""The pages of the documentation, which come along with the program: found by name, read by section.

>>> print(read("audit#f-14").splitlines()[0])
### F-14 No baseline
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee.errors import BadInput, UnknownName, did_you_mean

BESIDE = Path(__file__).parents[1] / "docs"          # as installed …
IN_THE_SOURCE = Path(__file__).parents[3] / "docs"   # … and in the tree it is installed from
FENCE = re.compile(r"^(```|~~~).*?^\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r'^<a id="([^"]+)"></a>$')


def pages() -> dict[str, Path]:
    """The pages by name."""
    folder = BESIDE if BESIDE.is_dir() else IN_THE_SOURCE
    if not (folder / "index.md").is_file():
        raise BadInput(f"the documentation is not at its place, {BESIDE}; install referee again.")
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.md")}
    return dict(sorted(found.items()))


def titles() -> dict[str, str]:
    """What each page is called by its first line."""
    return {name: path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            for name, path in pages().items()}


def path_of(address: str) -> Path:
    """The file in which a page, or a section of it, is to be read."""
    name = address.partition("#")[0].removeprefix("docs:").strip().removeprefix("docs/").removesuffix(".md")
    known = pages()
    if name not in known:
        raise UnknownName("page", name, known, hint="`referee docs` lists all")
    return known[name]


def read(address: str) -> str:
    """A page, or one section of it: `audit`, `audit#f-14`, as messages name them."""
    path, anchor = path_of(address), address.partition("#")[2].strip()
    lines = path.read_text(encoding="utf-8").splitlines()
    if not anchor:
        return _shown(lines)
    marks = list(sections(lines))
    found = next((number for number, mark in marks if mark == anchor.lower()), None)
    if found is None:
        known = [mark for _, mark in marks]
        raise BadInput(f"{path.name} has no section {anchor!r}{did_you_mean(anchor, known)} "
                       f"`referee docs {path.stem}` shows the page.")
    return _shown(_section(lines[found:]))


def sections(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Where each section begins, and its address: of a heading, its words; or an anchor set by hand above it."""
    inside = _in_examples(lines)
    for number, line in enumerate(lines):
        if number in inside:
            continue
        if mark := MARK.match(line):
            yield number, mark[1]
        elif line.startswith("#"):
            yield number, slug(line.lstrip("# "))


def slug(heading: str) -> str:
    """The address of a heading.

    >>> slug("What is safe to open: `report`, `judge`")
    'what-is-safe-to-open-report-judge'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _section(lines: list[str]) -> list[str]:
    """From its heading up to the next that is not beneath it."""
    inside = _in_examples(lines)
    first = next(number for number, line in enumerate(lines) if line.startswith("#"))
    depth = len(lines[first]) - len(lines[first].lstrip("#"))
    following = re.compile(f"#{{1,{depth}}} ")
    end = next((number for number, line in enumerate(lines)
                if number > first and number not in inside and following.match(line)), len(lines))
    return lines[first:end]


def _in_examples(lines: list[str]) -> set[int]:
    text, inside = "\n".join(lines), set()
    for fence in FENCE.finditer(text):
        start = text.count("\n", 0, fence.start())
        inside |= set(range(start, start + fence[0].count("\n") + 1))
    return inside


def _shown(lines: list[str]) -> str:
    return "\n".join(line for line in lines if not MARK.match(line) and not line.startswith("<!--")).strip()
