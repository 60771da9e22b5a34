"""The reliability diagram as the page shows it; `calibration_figure` draws the same for papers and files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.kinds import Array
from referee.metrics.reliability_diagram import Calibration, Reliability
from referee.report.figures import BLUE, DOTS, FAINT, INK, LINE
from referee.report.sheet import Sheet
from referee.report.wording import level_text

SIDE, STRIP, GAP, MARGIN, ABOVE, TALLER = 2.35, 0.42, 0.62, 0.55, 0.42, 0.95        # inches
COLUMNS = 3
EDGE = 0.02                                                     # beyond 0 and 1
QUARTERS = ((0.0, "0"), (0.25, "¼"), (0.5, "½"), (0.75, "¾"), (1.0, "1"))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Square:
    """One diagram's place on the sheet, in inches."""

    sheet: Sheet
    left: float
    top: float
    side: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where an announced and an observed share stand."""
        span = 1 + 2 * EDGE
        return self.left + (x + EDGE) / span * self.side, self.top + (1 + EDGE - y) / span * self.side


def calibration_svg(calibration: Calibration, *, title: str) -> str:
    """One diagram for each class, or for the top label; a strip below each counts the rows."""
    diagrams = calibration.diagrams
    across = min(COLUMNS, len(diagrams))
    side = SIDE * 1.35 if len(diagrams) == 1 else SIDE
    cell, tall = side + GAP, side + STRIP + TALLER
    sheet = Sheet(width=MARGIN + across * cell - GAP + 0.15, height=-(-len(diagrams) // across) * tall)
    for i, diagram in enumerate(diagrams):
        square = Square(sheet=sheet, left=MARGIN + (i % across) * cell, top=(i // across) * tall + ABOVE, side=side)
        _grid(square)
        _curve(square, diagram)
        _words(square, diagram, first=i % across == 0)
        _strip(square, diagram)
    return sheet.svg(title)


def _grid(square: Square) -> None:
    for share, text in QUARTERS:
        square.sheet.line([square.at(share, -EDGE), square.at(share, 1 + EDGE)], colour=LINE, width=0.6)
        square.sheet.line([square.at(-EDGE, share), square.at(1 + EDGE, share)], colour=LINE, width=0.6)
        x, y = square.at(-EDGE, share)
        square.sheet.words((x - 0.05, y), text, size=8, colour=FAINT, anchor="end")


def _curve(square: Square, diagram: Reliability) -> None:
    x, low, high, observed = thinned(diagram)
    band = [*zip(x, low, strict=True), *reversed(list(zip(x, high, strict=True)))]
    square.sheet.area([square.at(*point) for point in band], colour=LINE)
    square.sheet.line([square.at(0, 0), square.at(1, 1)], colour=FAINT, width=0.9, dash="3.6 2.7")
    curve = [square.at(*point) for point in zip(x, observed, strict=True)]
    square.sheet.line(curve, colour=BLUE, width=2.0, cap="round")
    for point in curve if diagram.bins else ():
        square.sheet.mark(point, colour=BLUE, size=3.8)


def _words(square: Square, diagram: Reliability, *, first: bool) -> None:
    sheet, terms = square.sheet, diagram.corp
    sheet.words((square.left, square.top - 0.28), diagram.of, size=10, colour=INK)
    sheet.words((square.left, square.top - 0.09), f"MCB {terms.miscalibration:.3f}   DSC {terms.discrimination:.3f}   "
                f"UNC {terms.uncertainty:.3f}", size=7.5, colour=FAINT)
    if first:
        sheet.words((square.left - 0.36, square.top + square.side / 2), "happened", size=9, colour=FAINT,
                    anchor="middle", turned=True)
        for line, text in enumerate((f"grey: {level_text(diagram.level)} of curves", "if all were right")):
            sheet.words((square.left + 0.07, square.top + 0.11 + 0.12 * line), text, size=7, colour=INK)


def _strip(square: Square, diagram: Reliability) -> None:
    """How many rows were given each probability."""
    most, parts = float(diagram.counts.max()), diagram.counts.size
    floor = square.top + square.side + 0.06 + STRIP
    for i, rows in enumerate(diagram.counts):
        left, right = (square.at((i + share) / parts, 0)[0] for share in (0.07, 0.93))
        top = floor - STRIP * float(rows) / (1.05 * most)
        square.sheet.area([(left, floor), (left, top), (right, top), (right, floor)], colour=DOTS)
    square.sheet.words((square.left - 0.05, floor - STRIP / 1.05), f"{int(most):,}", size=8, colour=FAINT, anchor="end")
    for share, text in QUARTERS:
        square.sheet.words((square.at(share, 0)[0], floor + 0.1), text, size=8, colour=FAINT, anchor="middle")
    square.sheet.words((square.left + square.side / 2, floor + 0.3), "announced probability", size=9, colour=FAINT,
                       anchor="middle")


def thinned(diagram: Reliability) -> tuple[Array, Array, Array, Array]:
    """Only the points where a line bends, so that a picture of a thousand rows stays small."""
    lines = (diagram.said, diagram.low, diagram.high, diagram.observed)
    if diagram.bins is not None or diagram.said.size < 3:
        return lines
    curve = np.column_stack([np.round(line, 2) for line in lines[1:]])
    moves = (np.diff(curve, axis=0) != 0).any(axis=1)
    keep = np.ones(diagram.said.size, dtype=bool)
    keep[1:-1] = moves[:-1] | moves[1:]
    x, low, high, observed = (line[keep] for line in lines)
    return x, low, high, observed
