"""A figure as inline SVG: small, the same every time, its text as text."""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "referee", "path.simplify": False}


def to_svg(figure: Figure, *, title: str = "") -> str:
    """The figure as one `<svg>` element without dates, document type or references; `title` is read out loud."""
    import matplotlib as mpl

    out = io.StringIO()
    known: Any = STYLE
    with mpl.rc_context(known):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _slim(out.getvalue(), title)


def _slim(text: str, title: str) -> str:
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'\s+xmlns:xlink="[^"]*"', "", text).replace("xlink:href", "href")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda m: m.group(0) if m.group(1) in used else "", text)
    text = re.sub(r"font-family: [^;\"]*; ?", "", text)
    text = re.sub(r' transform="rotate\(-0[^)]*\)"', "", text)
    # Coordinates need two decimals; what is printed keeps its own.
    text = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(\d\.\d{2})\d+", r"\1", tag.group()), text)
    text = re.sub(r">\s+<", "><", text)
    text = re.sub(r' d="([^"]*)"', lambda m: f' d="{" ".join(m.group(1).split())}"', text)
    named = f' aria-label="{escape(title)}"' if title else ""
    text = text.replace("<svg", f'<svg role="img"{named} font-family="{FONT}"', 1)
    return re.sub(r'(<svg[^>]*?) width="[\d.]+pt" height="[\d.]+pt"', r"\1", text, count=1).strip()
