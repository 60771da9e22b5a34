"""Figures 3 to 5: the five tests side by side, as printed above, and ours below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.estimates import t_from_summary
from referee.replications.reich_barai.printed import Output, Spread
from referee.report.figures import BLUE, DOTS, FAINT, INK, LINE, blank_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, HIGH = 2.3, 2.1              # inches a panel
METHODS = ("R", ".632B", "L", "K", "H")


def five_tests_figure(rows: dict[str, tuple[Output, ...]]) -> Figure:
    """A row of panels for each of these, a panel an output; bars are intervals of eq. 8, lines least to most."""
    columns = max(map(len, rows.values()))
    figure = blank_figure(columns * WIDE, len(rows) * HIGH)
    for i, (said, outputs) in enumerate(rows.items()):
        for j, output in enumerate(outputs):
            left, bottom = j * WIDE + 0.45, (len(rows) - 1 - i) * HIGH + 0.35
            axes = figure.add_axes((left / (columns * WIDE), bottom / (len(rows) * HIGH),
                                    (WIDE - 0.55) / (columns * WIDE), (HIGH - 0.75) / (len(rows) * HIGH)))
            _draw(axes, f"{said}: {output.name}", output)
    return figure


def _draw(axes: Axes, title: str, output: Output) -> None:
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.tick_params(colors=FAINT, labelsize=7.5, length=0)
    axes.plot([0, 2], [output.resubstitution, output.leave_one_out], marker="o", markersize=4.5, color=BLUE,
              linestyle="none")
    for x, method in ((1, ".632B"), (3, "K-fold"), (4, "hold-out")):
        _spread(axes, x, output.spreads[method], interval=x > 1)
    axes.set_xlim(-0.5, 4.5)
    axes.set_ylim(bottom=0)
    axes.set_xticks(range(5), METHODS)
    axes.set_title(title, fontsize=8, color=INK, loc="left", parse_math=False)


def _spread(axes: Axes, x: float, one: Spread, *, interval: bool) -> None:
    axes.plot([x, x], [one.low, one.high], color=DOTS, linewidth=1.2)
    if interval:
        of = t_from_summary(one.mean, one.sd, one.n).interval
        axes.plot([x, x], [of.low, of.high], color=BLUE, linewidth=4, alpha=0.45, solid_capstyle="butt")
    axes.plot([x], [one.mean], marker="o", markersize=4.5, color=BLUE, linestyle="none")
