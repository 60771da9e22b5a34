"""A panel of a picture: a place on a sheet with a grid, lines with bands, and a legend below.

The colours are those of Okabe and Ito (2008); lines differ in their dashes too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from referee.kinds import Array
from referee.report.document import Drawing
from referee.report.figures import BLUE, FAINT, INK, LINE
from referee.report.pictures.figure_sheet import FigureSheet
from referee.report.sheet import Place, Sheet
from referee.report.wording import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = (BLUE, "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK, "#8c8c8c")
DASHES = ("", "5 1.8", "1.6 1.6", "6 1.6 1.6 1.6", "9 2", "3 2", "", "2 3")
MOST_LINES = len(COLOURS)
BANDS = 3                           # with more lines only the first keeps its band
LEGEND, LONGEST = 0.17, 24          # inches a line; characters of a name
FINEST = 250                        # points of a line as drawn

Size = tuple[float, float]
Draw = Callable[[Sheet], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """A rectangle on a sheet, in inches, and the numbers at its edges."""

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)

    def at(self, x: float, y: float) -> Place:
        """Where a pair of numbers stands."""
        across, up = (x - self.x[0]) / (self.x[1] - self.x[0]), (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * self.width, self.top + (1 - up) * self.height

    def grid(self, x: Sequence[tuple[float, str]], y: Sequence[tuple[float, str]]) -> None:
        """Lines at some numbers, with their texts."""
        for value, text in x:
            self.sheet.line([self.at(value, self.y[0]), self.at(value, self.y[1])], colour=LINE, width=0.6)
            place = self.at(value, self.y[0])
            self.sheet.words((place[0], place[1] + 0.1), text, size=8, colour=FAINT, anchor="middle")
        for value, text in y:
            self.sheet.line([self.at(self.x[0], value), self.at(self.x[1], value)], colour=LINE, width=0.6)
            place = self.at(self.x[0], value)
            self.sheet.words((place[0] - 0.05, place[1]), text, size=8, colour=FAINT, anchor="end")

    def titles(self, *, above: str = "", x: str = "", y: str = "") -> None:
        """What the panel is of, and what is on its axes."""
        self.sheet.words((self.left, self.top - 0.13), above, size=9, colour=INK)
        self.sheet.words((self.left + self.width / 2, self.top + self.height + 0.28), x, size=8.5, colour=FAINT,
                         anchor="middle")
        if y:
            self.sheet.words((self.left - 0.38, self.top + self.height / 2), y, size=8.5, colour=FAINT,
                             anchor="middle", turned=True)

    def curve(self, x: Array, y: Array, *, number: int) -> None:
        """The line of one learner, in its colour and dashes."""
        self.sheet.line([self.at(*point) for point in self._inside(x, y)], colour=COLOURS[number], width=1.6,
                        dash=DASHES[number])

    def band(self, x: Array, low: Array, high: Array, *, number: int) -> None:
        """The band of one learner, in its colour."""
        if not x.size:
            return
        around = [*self._inside(x, low), *reversed(self._inside(x, high))]
        self.sheet.area([self.at(*point) for point in around], colour=COLOURS[number], opacity=0.16)

    def _inside(self, x: Array, y: Array) -> list[Place]:
        heights = np.clip(y, *self.y)
        return [(float(a), float(b)) for a, b in zip(x, heights, strict=True)]


def legend(sheet: Sheet, texts: Sequence[str], *, left: float, top: float) -> None:
    """Each learner's line and name, one below the other."""
    for i, text in enumerate(texts):
        y = top + LEGEND * i
        sheet.line([(left, y), (left + 0.32, y)], colour=COLOURS[i], width=1.6, dash=DASHES[i])
        sheet.words((left + 0.4, y), text, size=8, colour=INK)


def names_of(learners: Sequence[str]) -> list[str]:
    """Names short enough for a legend, told apart still."""
    return shortened(list(learners), LONGEST)


def thinned(x: Array, y: Array) -> tuple[Array, Array]:
    """A line of so few points that the page stays small; x never falls."""
    if x.size <= FINEST:
        return x, y
    keep = np.unique(np.linspace(0, x.size - 1, FINEST).round().astype(int))
    return x[keep], y[keep]


def drawing(draw: Draw, size: Size, *, spoken: str, caption: str) -> Drawing:
    """A picture by one way of drawing, on the page and as a figure."""
    def svg() -> str:
        sheet = Sheet(width=size[0], height=size[1])
        draw(sheet)
        return sheet.svg(spoken, natural=True)

    def figure() -> Figure:
        sheet = FigureSheet(width=size[0], height=size[1])
        draw(sheet)
        return sheet.figure

    return Drawing(draw=figure, spoken=spoken, caption=caption, svg=svg)
