"""Horizontal bars in pieces: what a whole is made of, a row each, told apart by colour, hatching and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.report.figures import (
    BLUE,
    DOTS,
    FAINT,
    INK,
    LINE,
    VERMILION,
    WIDTH,
    bare_axes,
    blank_figure,
    put_text,
    text_width,
)
from referee.report.wording import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, LONGEST_NAME = 0.46, 30
STYLES: tuple[dict[str, Any], ...] = (
    {"facecolor": BLUE}, {"facecolor": "#f2c6a8", "edgecolor": VERMILION, "hatch": "////"}, {"facecolor": DOTS},
)
INSIDE = ("#ffffff", "#1b1f25", INK)          # the second ground is the same in the dark, so is what stands on it


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a bar and what stands on it."""

    name: str
    length: float
    text: str


def bars_figure(labels: list[str], totals: list[str], bars: list[list[Piece]], *, axis: str) -> Figure:
    """One bar a row; the same pieces in every bar, named in the legend on top."""
    names = shortened(labels, LONGEST_NAME)
    figure = blank_figure(WIDTH, 1.1 + ROW * len(bars))
    axes = bare_axes(figure, left=0.25 + text_width(names, 9.5), right=0.3 + text_width(totals, 9), top=0.36,
                     bottom=0.6)
    longest = max(sum(p.length for p in bar) for bar in bars) or 1.0
    axes.set_xlim(0, longest * 1.02)
    axes.set_ylim(len(bars) - 0.45, -0.55)
    _axis(axes, axis)
    inches = WIDTH - 0.55 - text_width(names, 9.5) - text_width(totals, 9)
    for y, (bar, name, total) in enumerate(zip(bars, names, totals, strict=True)):
        _bar(axes, bar, y, inches / (longest * 1.02))
        put_text(axes, 0, y, name, ha="right", points=(-10, 0))
        put_text(axes, 1, y, total, ha="left", points=(10, 0), size=9)
    _legend(axes, [p.name for p in bars[0]])
    return figure


def _bar(axes: Axes, bar: list[Piece], y: int, inches_a_unit: float) -> None:
    start = 0.0
    for number, piece in enumerate(bar):
        axes.barh(y, piece.length, left=start, height=0.62, zorder=3, linewidth=0.6,
                  **({"edgecolor": "#ffffff"} | STYLES[number]))
        if piece.length * inches_a_unit > text_width(piece.text, 8.5) + 0.12:
            put_text(axes, start + piece.length / 2, y, piece.text, ha="center", size=8.5, color=INSIDE[number],
                     zorder=5, bbox=_patch(number))
        start += piece.length


def _patch(number: int) -> dict[str, Any] | None:
    """Numbers on hatching stand on a plain ground."""
    plain = STYLES[number]
    return {"facecolor": plain["facecolor"], "edgecolor": "none", "pad": 1.2} if "hatch" in plain else None


def _legend(axes: Axes, names: list[str]) -> None:
    from matplotlib.patches import Patch

    handles = [Patch(label=name, linewidth=0.6, **STYLES[i]) for i, name in enumerate(names)]
    legend = axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(names), frameon=False,
                         fontsize=9, handlelength=1.4, borderpad=0, borderaxespad=0.3, columnspacing=1.6)
    for text in legend.get_texts():
        text.set_color(FAINT)


def _axis(axes: Axes, label: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axes.set_xlabel(label, color=FAINT, fontsize=9, parse_math=False)
