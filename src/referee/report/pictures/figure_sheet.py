"""A sheet that is a matplotlib figure: what is drawn on a `Sheet` for the page is drawn so for files and notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.report.figures import blank_figure
from referee.report.sheet import Place, Sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ANCHORS = {"start": "left", "middle": "center", "end": "right"}


class FigureSheet(Sheet):
    """Lines, marks and words in inches from the upper left corner, as matplotlib draws them."""

    def __init__(self, *, width: float, height: float) -> None:
        super().__init__(width=width, height=height)
        self.figure: Figure = blank_figure(width, height)
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(height, 0)

    def line(self, points: Iterable[Place], *, colour: str, width: float, dash: str = "", cap: str = "butt") -> None:
        """A line through some points, so many points (1/72 inch) wide."""
        x, y = zip(*points, strict=True)
        style: Any = (0, [float(part) / width for part in dash.split()]) if dash else "solid"
        known: Any = cap
        self._axes.plot(x, y, color=colour, linewidth=width, linestyle=style, solid_capstyle=known)

    def area(self, points: Iterable[Place], *, colour: str, opacity: float = 1.0) -> None:
        """What some points enclose, filled."""
        x, y = zip(*points, strict=True)
        self._axes.fill(x, y, color=colour, alpha=opacity, linewidth=0)

    def mark(self, at: Place, *, colour: str, hollow: bool = False, size: float = 6.5) -> None:
        """A disc; a hollow diamond where asked."""
        self._axes.plot(*at, marker="D" if hollow else "o", markersize=size, color=colour,
                        markerfacecolor="#ffffff" if hollow else colour)

    def words(self, at: Place, text: str, *, size: float, colour: str, anchor: str = "start", turned: bool = False
              ) -> None:
        """Text at a place, its middle at that height; `turned` reads upwards."""
        where: Any = ANCHORS[anchor]
        self._axes.text(*at, text, size=size, color=colour, parse_math=False,
                        ha="center" if turned else where, va="center", rotation=90 if turned else 0)
