"""The figure of the panorama: one row an estimator, in the families of Reich & Barai (1999), figures 2 to 5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.kinds import Direction
from referee.reading.panorama import Column, Line, Panorama
from referee.reading.panorama.bias_order import EXPECTED
from referee.report.figures import (
    BLUE,
    DOTS,
    FAINT,
    INK,
    LINE,
    ROW,
    VERMILION,
    WIDTH,
    bare_axes,
    blank_figure,
    put_text,
    text_width,
)
from referee.report.panorama.text import interval_cell, value_text
from referee.report.panorama.wording import decimals_of
from referee.report.wording import level_text, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FAMILY_GAP = 0.45            # rows between families


def panorama_figure(panorama: Panorama, column: int = 0) -> Figure:
    """Points with intervals and the range of the iterations; the expected order as a light line, the truth as a bar."""
    if not 0 <= column < len(panorama.columns):
        raise BadInput(f"the panorama has columns 0 to {len(panorama.columns) - 1}, not {column}.")
    shown = panorama.columns[column]
    lines = [line for line in shown.lines if line.value is not None]
    if not lines:
        raise BadInput(f"no estimator has a value for {shown.learner}; there is nothing to draw.")
    heights, bottom = _heights(lines)
    labels = [line.estimator.title for line in lines]
    places = decimals_of(shown)
    numbers = [value_text(line, places) + (f" ({interval_cell(line, places)})" if line.interval else "")
               for line in lines]
    figure = blank_figure(WIDTH, 0.95 + ROW * bottom)
    axes = bare_axes(figure, left=0.25 + text_width(labels, 9.5), right=0.25 + text_width(numbers, 9),
                 top=0.3 if shown.truth is not None else 0.1, bottom=0.58)
    axes.set_ylim(bottom - 0.4, -0.6)
    axes.set_xlim(*_limits(shown, lines))
    _axis(axes, panorama, shown)
    _guide(axes, lines, heights)
    if shown.truth is not None:
        axes.axvline(shown.truth, color=VERMILION, linewidth=1.4, linestyle=(0, (5, 3)), zorder=2)
        axes.annotate(f"truth {number(shown.truth, places)}", (shown.truth, 1), xycoords=("data", "axes fraction"),
                      xytext=(0, 3), textcoords="offset points", ha="center", va="bottom", color=VERMILION, size=8.5)
    for line, y, label, text in zip(lines, heights, labels, numbers, strict=True):
        _row(axes, line, y)
        put_text(axes, 0, y, label, ha="right", points=(-10, 0))
        put_text(axes, 1, y, text, ha="left", points=(10, 0), size=9, color=INK if line.interval else FAINT)
    return figure


def _heights(lines: list[Line]) -> tuple[list[float], float]:
    """Where each row stands, families apart, and where the last one ends."""
    heights: list[float] = []
    y = -1.0
    for i, line in enumerate(lines):
        new = i > 0 and line.estimator.family != lines[i - 1].estimator.family
        y += 1.0 + (FAMILY_GAP if new else 0.0)
        heights.append(y)
    return heights, y + 1.0


def _limits(column: Column, lines: list[Line]) -> tuple[float, float]:
    """From the least to the most shown."""
    ends = [line.value for line in lines if line.value is not None]
    ends += [end for line in lines if line.interval for end in (line.interval.low, line.interval.high)]
    ends += [end for line in lines if line.spread for end in (line.spread.low, line.spread.high)]
    ends += [column.truth] if column.truth is not None else []
    low, high = min(ends), max(ends)
    margin = 0.05 * (high - low) or 0.05 * abs(high) or 1.0
    return low - margin, high + margin


def _row(axes: Axes, line: Line, y: float) -> None:
    """A thin line from least to most, a thick one for the interval, a point; hollow where there is no interval."""
    assert line.value is not None
    if line.spread is not None:
        ends = [line.spread.low, line.spread.high]
        axes.plot(ends, [y, y], color=DOTS, linewidth=1.1, zorder=2)
        for end in ends:
            axes.plot([end, end], [y - 0.17, y + 0.17], color=DOTS, linewidth=1.1, zorder=2)
    colour = FAINT if line.estimator.optimistic else BLUE
    if line.interval is not None:
        axes.plot([line.interval.low, line.interval.high], [y, y], color=colour, linewidth=3.0, solid_capstyle="butt",
                  zorder=3)
    hollow = line.interval is None
    axes.plot([line.value], [y], marker="o", markersize=6.5, color=colour, markeredgewidth=1.4, zorder=5,
              markerfacecolor="#ffffff" if hollow else colour)


def _guide(axes: Axes, lines: list[Line], heights: list[float]) -> None:
    """The estimators whose order is expected, joined by a light line: it should lean to one side all the way."""
    found = {line.name: (line.value, y) for line, y in zip(lines, heights, strict=True) if line.value is not None}
    path = [found[name] for name in EXPECTED if name in found]
    axes.plot([x for x, _ in path], [y for _, y in path], color=LINE, linewidth=4.0, zorder=1, solid_joinstyle="round",
              solid_capstyle="round")


def _axis(axes: Axes, panorama: Panorama, column: Column) -> None:
    from matplotlib.ticker import MaxNLocator

    metric = panorama.metric_of(column)
    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    arrow = "→" if metric.direction is Direction.MAXIMISE else "←"
    of = f" of {column.target}" if column.target else ""
    axes.set_xlabel(f"{metric.title}{of}, {level_text(panorama.level)} interval ({metric.direction.word} {arrow})",
                    color=FAINT, fontsize=9, parse_math=False)
