"""Complexity of what was learned, as a curve over training sizes (Mooney's slide on learning curves)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.report.multiples import Line, Panel, multiples_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def complexity_panels(curves: Sequence[dict[str, Any]]) -> list[Panel]:
    """A panel for each measure of complexity that every point of some learner has, a line a learner."""
    names = list(dict.fromkeys(what for curve in curves for point in curve["points"] for what in point["complexity"]))
    return [Panel(title=f"{what} in the model", flipped=False, lines=tuple(_lines(curves, what))) for what in names]


def _lines(curves: Sequence[dict[str, Any]], what: str) -> list[Line]:
    found = []
    for curve in curves:
        kept = [(point["size"], float(point["complexity"][what])) for point in curve["points"]
                if what in point["complexity"]]
        values = tuple(value for _, value in kept)
        found.append(Line(name=curve["learner"], sizes=tuple(size for size, _ in kept), values=values, low=values,
                          high=values))
    return found


def complexity_figure(curves: Sequence[dict[str, Any]]) -> Figure:
    """Means over folds; what has no size of its own, such as a baseline, has no line."""
    return multiples_figure(complexity_panels(curves))
