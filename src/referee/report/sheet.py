"""A sheet on which lines, marks and words are put down as SVG, in inches from its upper left corner.

For the pictures of the page: loading matplotlib takes longer than reading and judging a hundred thousand rows.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from referee.report.svg import FONT

POINTS = 72                     # an inch
EM, WIDE_EM = 0.56, 1.0         # how wide a letter is, of its size
BELOW = 0.35                    # from the middle of a word to the line it stands on, of its size
STEPS = (1, 2, 5, 10)
LEAST = 5.0                     # inches; what is wider may shrink to it on a small screen, and is scrolled then

Place = tuple[float, float]


@dataclass(kw_only=True, eq=False)
class Sheet:
    """What has been put down so far.

    >>> sheet = Sheet(width=1, height=0.5)
    >>> sheet.words((0.5, 0.25), "a < b", size=9, colour="#1b1f24", anchor="middle")
    >>> print(sheet.svg("two").partition("><")[2])
    text x="36" y="21.15" style="fill: #1b1f24; font-size: 9px; text-anchor: middle">a &lt; b</text></svg>
    """

    width: float
    height: float
    _parts: list[str] = field(default_factory=list)

    def line(self, points: Iterable[Place], *, colour: str, width: float, dash: str = "", cap: str = "butt") -> None:
        """A line through some points, so many points (1/72 inch) wide."""
        more = f"; stroke-dasharray: {dash}" if dash else ""
        self._parts.append(f'<path d="{_path(points)}" style="fill: none; stroke: {colour}; stroke-width: {width:g}; '
                           f'stroke-linecap: {cap}{more}"/>')

    def area(self, points: Iterable[Place], *, colour: str, opacity: float = 1.0) -> None:
        """What some points enclose, filled."""
        more = "" if opacity == 1 else f"; fill-opacity: {opacity:g}"
        self._parts.append(f'<path d="{_path(points)} Z" style="fill: {colour}{more}"/>')

    def mark(self, at: Place, *, colour: str, hollow: bool = False, size: float = 6.5) -> None:
        """A disc; a hollow diamond where asked."""
        x, y, r = at[0] * POINTS, at[1] * POINTS, size / 2
        if hollow:
            corners = [(x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r), (x - 1.2 * r, y)]
            path = _path((a / POINTS, b / POINTS) for a, b in corners)
            self._parts.append(f'<path d="{path} Z" style="fill: #ffffff; stroke: {colour}; stroke-width: 1.4"/>')
        else:
            self._parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{r + 0.7:g}" style="fill: {colour}"/>')

    def words(self, at: Place, text: str, *, size: float, colour: str, anchor: str = "start", turned: bool = False
              ) -> None:
        """Text at a place, its middle at that height; `turned` reads upwards."""
        x, y = at[0] * POINTS, at[1] * POINTS
        where = f'transform="translate({_n(x + BELOW * size)} {_n(y)}) rotate(-90)"' if turned else \
            f'x="{_n(x)}" y="{_n(y + BELOW * size)}"'
        self._parts.append(f'<text {where} style="fill: {colour}; font-size: {size:g}px; text-anchor: {anchor}">'
                           f"{escape(text, quote=False)}</text>")

    def svg(self, title: str, *, natural: bool = False) -> str:
        """The sheet as one element; `title` is read out loud. As `natural`, no more than half as large again."""
        named = f' aria-label="{escape(title)}"' if title else ""
        if natural:
            named += f' style="max-width: {_n(1.5 * self.width)}in; min-width: {_n(min(self.width, LEAST))}in"'
        return (f'<svg role="img"{named} font-family="{FONT}" xmlns="http://www.w3.org/2000/svg" version="1.1" '
                f'viewBox="0 0 {_n(self.width * POINTS)} {_n(self.height * POINTS)}">{"".join(self._parts)}</svg>')


def words_width(texts: Iterable[str], size: float) -> float:
    """Inches that the longest of some texts takes, about."""
    def ems(text: str) -> float:
        return sum(WIDE_EM if unicodedata.east_asian_width(letter) in "WF" else EM for letter in text)

    return max((ems(text) for text in texts), default=0.0) * size / POINTS


def ticks(low: float, high: float, most: int = 6) -> list[tuple[float, str]]:
    """At most so many round numbers within a range and one more, with the decimals that tell them apart.

    >>> ticks(0.871, 0.923)
    [(0.88, '0.88'), (0.89, '0.89'), (0.9, '0.90'), (0.91, '0.91'), (0.92, '0.92')]
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(power * times for times in STEPS if (high - low) / (power * times) <= most)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    found = [round(i * step, 12) + 0.0 for i in range(first, last + 1)]
    return [(value, f"{value:.{decimals}f}".replace("-", "\u2212")) for value in found]


def _path(points: Iterable[Place]) -> str:
    return "M " + " L ".join(f"{_n(x * POINTS)} {_n(y * POINTS)}" for x, y in points)


def _n(value: float) -> str:
    """Two decimals, and no more than are needed."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
