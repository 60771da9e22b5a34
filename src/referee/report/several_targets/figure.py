"""The picture of several targets: a panel each, in its own unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.report.figures import INK, WIDTH, blank_figure, draw_forest, forest_height
from referee.study import SeveralTargets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = 0.32            # inches


def targets_figure(found: SeveralTargets) -> Figure:
    """Estimates with their intervals by the primary metric, target below target."""
    panel = forest_height(found.one) + TITLE
    height = panel * len(found.targets)
    figure = blank_figure(WIDTH, height)
    for i, (name, analysis) in enumerate(found.targets.items()):
        draw_forest(figure, analysis, analysis.primary, top=i * panel + TITLE + 0.1,
                    bottom=height - (i + 1) * panel + 0.58)
        figure.text(0.01, 1 - (i * panel + 0.8 * TITLE) / height, name, color=INK, size=10, weight="bold",
                    parse_math=False)
    return figure
