"""A page as HTML: one document that needs nothing but itself, or the gist of it for a notebook.

No network, no outside file: it can be mailed, printed and read in twenty years. Its scripts, always the same, sort
tables, switch between metrics, pick a pair and sift rows; everything is there without them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from referee.discreet import masked
from referee.errors import BadInput
from referee.report.document import Block, Drawing, Folded, Page
from referee.report.place import writable, write_whole
from referee.report.wording import bound

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


PIXELS = 5 / 3         # of the page for a point of a picture: its words are then as large as those around it


def page_html(page: Page) -> str:
    """The page, as one document that refers to nothing outside itself."""
    return masked(environment().get_template("page.html.j2").render(page=page))


def notebook_html(page: Page) -> str:
    """The answer with its tables and pictures, for a notebook cell."""
    return masked(environment().get_template("notebook.html.j2").render(page=page))


def write_page(page: Page, path: str | Path) -> Path:
    """Write the page to a file and say where it is."""
    return write_whole(writable(path), page_html(page))


@cache
def environment(*rooms: str) -> Environment:
    """The templates, compiled once; those of other rooms, where they are named, may build on them."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    loaders = [PackageLoader(room, "templates") for room in (*rooms, "referee.report")]
    made = Environment(loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True)
    made.filters["soft"] = soft
    made.filters["drawn"] = _drawn_or_nothing
    made.filters["shown"] = _shown
    return made


def soft(text: str) -> Markup:
    """Escaped text in which a long specification may break after a comma or a colon, an option or “p < 0.001” may not.

    >>> print(soft("forest:depth=3,trees=<9>"))
    forest:<wbr>depth=3,<wbr>trees=&lt;9&gt;
    """
    from markupsafe import Markup, escape

    broken = re.sub(r"([,:])(?=\S)", r"\1<wbr>", str(escape(bound(text))))
    return Markup(re.sub(r"--[a-z-]+", r'<span class="whole">\g<0></span>', broken))     # noqa: S704 - escaped above


def drawn(block: Drawing) -> Markup:
    """Inline SVG whose colours follow the page: light, dark or print."""
    from markupsafe import Markup

    from referee.report import figures
    from referee.report.svg import to_svg

    text = block.svg() if block.svg is not None else to_svg(block.draw(), title=block.spoken)
    for colour, name in ((figures.INK, "ink"), (figures.FAINT, "faint"), (figures.LINE, "line"),
                         (figures.BLUE, "accent"), (figures.DOTS, "dots"), ("#ffffff", "paper")):
        for part in ("fill", "stroke"):
            text = text.replace(f"{part}: {colour}", f"{part}: var(--{name}, {colour})")
    return Markup(_at_most_natural(text))     # noqa: S704 - matplotlib and our own sheet escape every text


def _at_most_natural(svg: str) -> str:
    """A picture whose words are drawn no larger than those of the page, unless it says its size itself."""
    tag, _, rest = svg.partition(">")
    size = re.search(r' viewBox="0 0 ([\d.]+) ', tag)
    if size is None or " style=" in tag:
        return svg
    return f'{tag} style="--natural: {float(size[1]) * PIXELS:.0f}px">{rest}'


def _drawn_or_nothing(block: Drawing) -> Markup | str:
    """The picture; nothing where there is nothing to draw, which the table beside it says."""
    try:
        return drawn(block)
    except BadInput:
        return ""


def _shown(blocks: list[Block]) -> list[Block]:
    """What a notebook shows of a section: not what is folded away."""
    return [block for block in blocks if not isinstance(block, Folded)]
