"""The picture of single tests beside the joint one, for two targets or metrics at a time.

Reich, Y. and Barai, S. V. (1999), figure 7: the band of each single interval may hold the point of no difference
while the ellipse of Hotelling's T² leaves it out, because the outputs move together. The other way round happens too.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from referee.comparisons.many_models.several_outputs import Targets
from referee.errors import BadInput, Undefined
from referee.kinds import Array
from referee.report.figures import BLUE, FAINT, INK, LINE, VERMILION, blank_figure
from referee.report.wording import level_text, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = 3
SIDE = 2.75             # inches of a panel


def joint_figure(found: Targets) -> Figure:
    """Mean differences A − B: bands are single intervals, the ellipse the joint region, the cross no difference."""
    if len(found.names) < 2:
        raise BadInput(f"a picture of {found.kind} together needs two at least.")
    pairs = list(combinations(range(len(found.names)), 2))[:PANELS]
    width = 0.85 + SIDE
    figure = blank_figure(width * len(pairs), SIDE + 0.75)
    for place, (i, j) in enumerate(pairs):
        axes = figure.add_axes(((place * width + 0.75) / (width * len(pairs)), 0.55 / (SIDE + 0.75),
                                SIDE / (width * len(pairs)), SIDE / (SIDE + 0.75)))
        _panel(axes, found, i, j)
    return figure


def _panel(axes: Axes, found: Targets, i: int, j: int) -> None:
    axes.set_facecolor("none")
    for name, spine in axes.spines.items():
        spine.set_visible(name in {"left", "bottom"})
        spine.set_color(LINE)
    axes.tick_params(colors=FAINT, labelsize=8, length=3)
    axes.locator_params(nbins=5)
    for which, draw in ((i, axes.axvspan), (j, axes.axhspan)):
        interval = found.each[which].interval
        if interval is not None:
            draw(interval.low, interval.high, facecolor=BLUE, alpha=0.13, linewidth=0)
    mean = found.differences[:, [i, j]].mean(axis=0)
    outline = _ellipse(found, i, j)
    if outline is not None:
        axes.plot(*outline, color=BLUE, linewidth=1.8)
    axes.plot([mean[0]], [mean[1]], marker="o", markersize=5, color=BLUE)
    axes.plot([0], [0], marker="+", markersize=13, markeredgewidth=2, color=VERMILION, linestyle="none")
    axes.annotate("no difference", (0, 0), xytext=(6, 6), textcoords="offset points", color=INK, size=8)
    short = shortened([found.names[i], found.names[j]], 30)
    axes.set_xlabel(short[0], color=INK, size=9, parse_math=False)
    axes.set_ylabel(short[1], color=INK, size=9, parse_math=False)
    axes.margins(0.12)


def _ellipse(found: Targets, i: int, j: int) -> Array | None:
    """The edge of the joint region; none where one column decides the other."""
    try:
        region = found.region(i, j)
    except Undefined:
        return None
    turn = np.linspace(0, 2 * np.pi, 181)
    circle = np.vstack([np.cos(turn), np.sin(turn)]) * region.critical**0.5
    edge: Array = region.mean[:, None] + np.linalg.cholesky(region.covariance) @ circle
    return edge


def joint_caption(found: Targets) -> str:
    """What is to be seen."""
    return (f"Mean of {found.a} minus {found.b} over rows. Bands are the {level_text(found.level)} intervals of each "
            f"of the {found.kind} by itself; the ellipse is where two of them lie together with the same confidence "
            f"(Hotelling). Where the ellipse leaves out the cross, the two differ jointly, whatever the bands say.")
