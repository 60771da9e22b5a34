"""The picture in the shape of Fig. 2 of Reich & Barai (1999): estimators side by side around the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.lab.estimators.cells import LETTERS
from referee.lab.estimators.summary import Worth
from referee.report.figures import BLUE, DOTS, FAINT, INK, LINE, VERMILION, blank_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS, WIDE, HIGH = 2, 4.3, 2.6           # inches a panel
ORDER = ("resubstitution", "optimism", "632", "632-by-sample", "632plus", "kfold", "kfold-repeated", "loo",
         "out-of-bag", "holdout", "holdout-repeated")
SHORT = {name: letter for letter, name in LETTERS.items()} | {
    "optimism": "opt", "632-by-sample": ".632\neq10", "default": "ours", "632plus": ".632\n+"}
Panel = tuple[str, Sequence[Worth]]


def profile_figure(panels: Sequence[Panel]) -> Figure:
    """A panel a cell: points are means over D, thick bars a standard deviation each way, thin ones hold nine of ten."""
    columns = min(COLUMNS, len(panels))
    lines = -(-len(panels) // columns)
    figure = blank_figure(columns * WIDE, lines * HIGH)
    for i, (title, found) in enumerate(panels):
        left, bottom = (i % columns) * WIDE + 0.62, (lines - 1 - i // columns) * HIGH + 0.5
        axes = figure.add_axes((left / (columns * WIDE), bottom / (lines * HIGH), (WIDE - 0.75) / (columns * WIDE),
                                (HIGH - 0.9) / (lines * HIGH)))
        _draw(axes, title, in_order(found))
    return figure


def in_order(found: Sequence[Worth]) -> list[Worth]:
    """From the estimator that Fig. 2 has lowest to the highest, then those it does not know."""
    place = {name: i for i, name in enumerate(ORDER)}
    return sorted(found, key=lambda worth: place.get(worth.estimator, len(place)))


def _draw(axes: Axes, title: str, found: Sequence[Worth]) -> None:
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.tick_params(colors=FAINT, labelsize=8, length=0)
    axes.axhline(found[0].truth, color=VERMILION, linewidth=1.3, linestyle=(0, (5, 3)))
    for x, worth in enumerate(found):
        axes.plot([x, x], worth.ends, color=DOTS, linewidth=1.4)
        axes.plot([x, x], [worth.mean - worth.sd, worth.mean + worth.sd], color=BLUE, linewidth=4, alpha=0.45,
                  solid_capstyle="butt")
        axes.plot([x], [worth.mean], marker="o", markersize=4.5, color=BLUE, linestyle="none")
    axes.set_xlim(-0.6, len(found) - 0.4)
    axes.set_xticks(range(len(found)), [_short(worth.estimator) for worth in found], fontsize=6.5)
    axes.set_title(title, fontsize=9, color=INK, loc="left", parse_math=False)


def _short(name: str) -> str:
    return SHORT.get(name, name.partition(":")[0])
