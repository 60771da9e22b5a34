"""The picture of a sensitivity study: one row a variant, against the band of the base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.kinds import Direction
from referee.report.figures import BLUE, FAINT, INK, LINE, ROW, VERMILION, WIDTH, bare_axes, blank_figure, put_text
from referee.report.figures import text_width as wide
from referee.report.sensitivity.text import places_of
from referee.report.wording import level_text, number, shortened
from referee.study.sensitivity import Sensitivity, Variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAP = 0.45


def sensitivity_figure(study: Sensitivity) -> Figure:
    """Estimates with intervals, families apart; what moved by more than noise stands out by colour and mark."""
    shown = [v for v in (study.base, *study.variants) if isinstance(v.estimate, Estimate)]
    if not shown:
        raise BadInput(f"no variant of {study.learner} has an estimate; there is nothing to draw.")
    heights, y = [], -1.0
    for i, variant in enumerate(shown):
        y += 1.0 + (GAP if i and (variant.kind, variant.source) != (shown[i - 1].kind, shown[i - 1].source) else 0.0)
        heights.append(y)
    labels = shortened([study.learner if v is study.base else v.label for v in shown], 34)
    places = places_of(study)
    numbers = [number(v.estimate.value, places) + ("  moved" if v.beyond else "") for v in shown
               if isinstance(v.estimate, Estimate)]
    figure = blank_figure(WIDTH, 0.85 + ROW * (y + 1))
    axes = bare_axes(figure, left=0.25 + wide(labels, 9.5), right=0.25 + wide(numbers, 9), top=0.1, bottom=0.58)
    axes.set_ylim(y + 0.6, -0.6)
    _band(axes, study)
    for variant, at, label, text in zip(shown, heights, labels, numbers, strict=True):
        _row(axes, variant, at, base=variant is study.base)
        put_text(axes, 0, at, label, ha="right", points=(-10, 0))
        put_text(axes, 1, at, text, ha="left", points=(10, 0), size=9, color=VERMILION if variant.beyond else INK)
    _axis(axes, study)
    return figure


def _band(axes: Axes, study: Sensitivity) -> None:
    """The interval of the base behind all rows."""
    base = study.base.estimate
    if isinstance(base, Estimate):
        axes.axvline(base.value, color=BLUE, linewidth=0.9, zorder=1)
        if base.interval:
            axes.axvspan(base.interval.low, base.interval.high, color=BLUE, alpha=0.08, linewidth=0, zorder=0)


def _row(axes: Axes, variant: Variant, y: float, *, base: bool) -> None:
    found = variant.estimate
    assert isinstance(found, Estimate)
    colour = BLUE if base else VERMILION if variant.beyond else FAINT
    if found.interval is not None:
        axes.plot([found.interval.low, found.interval.high], [y, y], color=colour, linewidth=2.2 if base else 1.4,
                  solid_capstyle="butt", zorder=3)
    axes.plot([found.value], [y], marker="D" if variant.beyond else "o", markersize=6, color=colour, zorder=4,
              markerfacecolor=colour if base or variant.beyond else "#ffffff", markeredgewidth=1.3)


def _axis(axes: Axes, study: Sensitivity) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    arrow = "→" if study.metric.direction is Direction.MAXIMISE else "←"
    axes.set_xlabel(f"{study.metric.title}, {level_text(study.level)} interval ({study.metric.direction.word} {arrow})",
                    color=FAINT, fontsize=9, parse_math=False)
