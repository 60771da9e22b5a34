"""The picture of tested lines: every difference with its interval, and no difference as a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.comparisons.trials.judged import JudgedLine
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput
from referee.report.figures import BLUE, FAINT, LINE, bare_axes, blank_figure, put_text, text_width
from referee.report.wording import level_text, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROW, PLOT = 0.34, 4.2           # inches
LONGEST = 40


def trials_figure(lines: Sequence[JudgedLine], *, level: float) -> Figure:
    """A panel for each measure, in its own unit."""
    measures = list(dict.fromkeys(line.line.measure for line in lines if line.interval))
    if not measures:
        raise BadInput("no picture: none of these tests has an interval.")
    shown = {name: [line for line in lines if line.line.measure == name and line.interval] for name in measures}
    labels = [f"{line.a} − {line.b}" for line in lines]
    left = 0.25 + min(3.0, text_width(shortened(labels, LONGEST), 9.5))
    heights = [ROW * len(own) + 0.75 for own in shown.values()]
    figure = blank_figure(left + PLOT + 0.3, sum(heights))
    top = 0.0
    for (name, own), height in zip(shown.items(), heights, strict=True):
        _panel(figure, own, name=name, level=level, box=(left, top, sum(heights) - top - height))
        top += height
    return figure


def _panel(figure: Figure, lines: Sequence[JudgedLine], *, name: str, level: float,
           box: tuple[float, float, float]) -> None:
    left, top, bottom = box
    axes = bare_axes(figure, left=left, right=0.3, top=top + 0.1, bottom=bottom + 0.6)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.locator_params(axis="x", nbins=6)
    axes.grid(axis="x", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.axvline(0, color=FAINT, linewidth=1.0, linestyle=(0, (4, 3)))
    for y, line in enumerate(lines):
        interval = line.interval
        assert interval is not None
        ends = [end if abs(end) != float("inf") else line.difference for end in (interval.low, interval.high)]
        decided = line.outcome in {Outcome.BETTER, Outcome.WORSE}
        axes.plot(ends, [y, y], color=BLUE, linewidth=1.8)
        axes.plot([line.difference], [y], marker="o", markersize=6, color=BLUE,
                  markerfacecolor=BLUE if decided else "white")
        label = shortened([f"{line.a} − {line.b}"], LONGEST)[0]
        put_text(axes, 0, y, label, points=(-8, 0), ha="right")
    of = f" of {name}" if name else ""
    axes.set_xlabel(f"difference{of}, {level_text(level)} interval", color=FAINT, fontsize=9, parse_math=False)
