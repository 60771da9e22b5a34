"""The pages people read, with what they link to and what can be linked to in them."""

import re
from pathlib import Path

from pymdownx.slugs import slugify

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
         *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n|\n)+")
slug = slugify(case="lower")


def name_of(page):
    return str(page.relative_to(ROOT))


def prose(text):
    """A page without its examples."""
    return INDENTED.sub("\n", FENCE.sub("", text))


def links(text):
    """Where its links lead, pictures too."""
    spoken = re.sub(r"(`+).+?\1", lambda code: "x" * len(code[0]), prose(text), flags=re.DOTALL)
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", spoken) if "://" not in target]


def anchors(text):
    """Its headings, as addresses, and the anchors set by hand."""
    spoken, seen = prose(text), {}
    for heading in re.findall(r"^#+ (.+)$", spoken, re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.strip()).replace("`", "")
        name = slug(plain, "-")
        seen[name] = seen.get(name, -1) + 1
        yield name if not seen[name] else f"{name}_{seen[name]}"
    yield from re.findall(r'<a id="([^"]+)">', spoken)


def broken(page, text):
    """Its links that lead nowhere."""
    return [target for target in links(text) if not leads(target, page, text)]


def leads(target, page, text):
    """Whether a link of a page leads to a file, or to a section of one."""
    path, _, anchor = target.partition("#")
    there = (page.parent / path).resolve()
    if path and not there.exists():
        return False
    return not anchor or anchor in set(anchors(there.read_text(encoding="utf-8") if path else text))
