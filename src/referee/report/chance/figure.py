"""The picture of a study of chance: scores on shuffled data as bars, the score on the data as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from referee.errors import BadInput
from referee.kinds import Direction
from referee.report.chance.sentences import places_of
from referee.report.figures import BLUE, FAINT, INK, LINE, VERMILION, WIDTH, bare_axes, blank_figure, put_text
from referee.report.figures import text_width as wide
from referee.report.wording import number, p_text, shortened
from referee.study.chance import Chance, Reference

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.95            # inches for one reference distribution
BINS = 60
TALL = 0.74


def chance_figure(study: Chance, metric: str | None = None) -> Figure:
    """One row a learner and test: where shuffles score, where no skill would, and where the data do."""
    wanted = metric or study.metrics[0].name
    shown = [r for r in study.references if r.metric.name == wanted and r.values.size and r.observed is not None]
    if not shown:
        raise BadInput(f"there are no scores of {wanted} on shuffles to draw; there are metrics "
                       f"{', '.join(m.name for m in study.metrics)}.")
    several = len({r.kind for r in shown}) > 1
    labels = shortened([f"{r.learner}, {r.kind}" if several else r.learner for r in shown], 34)
    texts = ["—" if r.p is None else p_text(r.p) for r in shown]
    figure = blank_figure(WIDTH, 0.85 + ROW * len(shown))
    axes = bare_axes(figure, left=0.25 + wide(labels, 9.5), right=0.3 + wide(texts, 9), top=0.22, bottom=0.58)
    edges = _edges(shown)
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(len(shown) - 0.05, -0.25)
    for row, (r, label, text) in enumerate(zip(shown, labels, texts, strict=True)):
        _row(axes, r, row, edges)
        put_text(axes, 0, row + 0.5, label, ha="right", points=(-10, 0))
        put_text(axes, 1, row + 0.5, text, ha="left", points=(10, 0), size=9)
    _axis(axes, shown[0])
    return figure


def _edges(shown: list[Reference]) -> np.ndarray:
    """Bins that all rows share, with some room at both ends."""
    ends = [v for r in shown for v in (r.values.min(), r.values.max(), r.observed, r.no_skill) if v is not None]
    low, high = float(min(ends)), float(max(ends))
    room = 0.06 * (high - low) or 0.01 * max(abs(low), 1.0)
    return np.linspace(low - room, high + room, BINS + 1)


def _row(axes: Axes, r: Reference, row: int, edges: np.ndarray) -> None:
    assert r.observed is not None
    heights, _ = np.histogram(r.values, edges)
    base = row + 0.9
    axes.bar(edges[:-1], -TALL * heights / heights.max(), width=np.diff(edges), bottom=base, align="edge",
             color="#b9c4d0", edgecolor="#ffffff", linewidth=0.4, zorder=2)
    axes.plot([edges[0], edges[-1]], [base, base], color=LINE, linewidth=0.8, zorder=1)
    if r.no_skill is not None:
        axes.plot([r.no_skill] * 2, [base, base - TALL - 0.08], color=FAINT, linewidth=1.1, linestyle=(0, (3, 2)),
                  zorder=3)
    colour = BLUE if not r.optimistic else VERMILION
    axes.plot([r.observed] * 2, [base, base - TALL], color=colour, linewidth=1.8, zorder=4)
    axes.plot([r.observed], [base - TALL], marker="D", markersize=6, color=colour, zorder=5)
    middle = (edges[0] + edges[-1]) / 2
    side = "right" if r.observed > middle else "left"
    axes.annotate(number(r.observed, places_of(r)), (r.observed, base - TALL), color=INK, fontsize=9, va="center",
                  ha=side, xytext=(-7 if side == "right" else 7, 0), textcoords="offset points", zorder=6,
                  bbox={"facecolor": "#ffffff", "edgecolor": "none", "pad": 1.0, "alpha": 0.8})


def _axis(axes: Axes, r: Reference) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    arrow = "→" if r.metric.direction is Direction.MAXIMISE else "←"
    made = "shuffled" if r.times is None else "shifted"
    axes.set_xlabel(f"{r.metric.title} ({r.metric.direction.word} {arrow}); bars: on {made} data, line: on the data",
                    color=FAINT, fontsize=9, parse_math=False)
