"""Estimates with their intervals, as the page shows them: best on top, baselines hollow, the numbers at the right.

What is in the picture is settled in `figures`, whose matplotlib figures are for papers and files.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.estimates._base import Estimate
from referee.metrics import Metric
from referee.report.best_first import Place, best_first
from referee.report.figures import (
    BLUE,
    DOTS,
    FAINT,
    INK,
    LINE,
    WIDTH,
    axis_title,
    dots_of,
    forest_height,
    forest_texts,
    shown_range,
)
from referee.report.sheet import POINTS, Sheet, ticks, words_width
from referee.study import Analysis

TOP, BOTTOM, ASIDE = 0.1, 0.58, 0.25        # inches
APART = 10 / POINTS                         # names and numbers from the intervals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Field:
    """Where the intervals stand on the sheet, in inches, and which numbers its left and right end are."""

    sheet: Sheet
    left: float
    right: float
    bottom: float
    low: float
    high: float

    def across(self, value: float) -> float:
        """Where a number stands."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)


def forest_svg(analysis: Analysis, metric: Metric, *, title: str, dots: bool = False) -> str:
    """The intervals of all learners by one metric; `dots` adds the score of every test part."""
    where = best_first(analysis, metric)
    labels, numbers = forest_texts(where)
    low, high = shown_range(analysis, where, dots=dots)
    sheet = Sheet(width=WIDTH, height=forest_height(analysis))
    field = Field(sheet=sheet, left=ASIDE + words_width(labels, 9.5), right=WIDTH - ASIDE - words_width(numbers, 9),
                  bottom=sheet.height - BOTTOM, low=low, high=high)
    _axis(field, axis_title(where, analysis))
    row = (field.bottom - TOP) / (len(labels) + 0.2)
    for i, (place, label, number) in enumerate(zip(where.places, labels, numbers, strict=True)):
        y = TOP + (i + 0.6) * row
        for x, up in dots_of(analysis, metric, place) if dots else ():
            sheet.line([(field.across(x), y + up * row), (field.across(x) + 0.001, y + up * row)], colour=DOTS,
                       width=2.2, cap="round")
        _interval(field, place, y)
        sheet.words((field.left - APART, y), label, size=9.5, colour=INK, anchor="end")
        sheet.words((field.right + APART, y), number, size=9, colour=INK if place.interval else FAINT)
    return sheet.svg(title)


def _axis(field: Field, title: str) -> None:
    sheet, bottom = field.sheet, field.bottom
    for value, text in ticks(field.low, field.high):
        sheet.line([(field.across(value), TOP), (field.across(value), bottom)], colour=LINE, width=0.8)
        sheet.words((field.across(value), bottom + 0.12), text, size=8.5, colour=FAINT, anchor="middle")
    sheet.words(((field.left + field.right) / 2, bottom + 0.34), title, size=9, colour=FAINT, anchor="middle")


def _interval(field: Field, place: Place, y: float) -> None:
    if not isinstance(place.estimate, Estimate):
        return
    value, colour = place.estimate.value, FAINT if place.baseline else BLUE
    if not field.low <= value <= field.high:
        below = value < field.low
        field.sheet.words((field.left if below else field.right, y), "◂ far below" if below else "far above ▸",
                          size=8.5, colour=FAINT, anchor="start" if below else "end")
        return
    if place.interval is not None:
        ends = (max(place.interval.low, field.low), min(place.interval.high, field.high))
        field.sheet.line([(field.across(end), y) for end in ends], colour=colour, width=2.4)
    field.sheet.mark((field.across(value), y), colour=colour, hollow=place.baseline)
