"""Every pair of a ranking as a coloured cell: how many data sets the row wins, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput
from referee.report.figures import FAINT, PAINT, bare_axes, blank_figure, put_text, text_width
from referee.report.wording import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 30               # models; beyond that cells are too small to be read
CELL, LONGEST_NAME = 0.38, 28
SIGNS = {Outcome.BETTER: "+", Outcome.WORSE: "−", Outcome.IDENTICAL: "="}


def pairwise_figure(ranking: Ranking) -> Figure:
    """Rows against columns, best first; a cell has the wins of the row and a sign where the pair was decided."""
    n = len(ranking.models)
    if n > MOST:
        raise BadInput(f"a picture of all pairs of {n} models cannot be read; there is one for up to {MOST}. The pairs "
                       f"are in the JSON and in comparisons().")
    names = [f"{name}  {i + 1}" for i, name in enumerate(shortened(ranking.models, LONGEST_NAME))]
    left, top = 0.2 + text_width(names, 9.5), 0.6
    figure = blank_figure(max(left + CELL * n + 0.15, 4.4), top + CELL * n + 0.1)
    width = float(figure.get_size_inches()[0])
    axes = bare_axes(figure, left=left, right=width - left - CELL * n, top=top, bottom=0.1)
    axes.set_xlim(0, n)
    axes.set_ylim(n, 0)
    for i, name in enumerate(ranking.models):
        put_text(axes, 0, i + 0.5, names[i], ha="right", points=(-6, 0))
        put_text(axes, (i + 0.5) / n, 0, str(i + 1), ha="center", va="bottom", size=8.5, points=(0, 3))
        for j, other in enumerate(ranking.models):
            compared = i != j and (ranking.ask.against is None or ranking.reference in {name, other})
            _cell(axes, i, j, ranking.pair(name, other) if compared else None)
    put_text(axes, 0, 0, f"data sets of {ranking.n_data_sets} won by the row; + better, − worse", ha="left",
             va="bottom", size=8.5, color=FAINT, points=(0, 20))
    return figure


def _cell(axes: Axes, i: int, j: int, duel: Duel | None) -> None:
    from matplotlib.patches import Rectangle

    colour = PAINT[duel.outcome] if duel else "none"
    axes.add_patch(Rectangle((j, i), 1, 1, facecolor=colour, edgecolor="#ffffff", linewidth=1.2))
    if duel is None:
        put_text(axes, j + 0.5, i + 0.5, "–" if i == j else "", ha="center", color=FAINT, size=8)
        return
    put_text(axes, j + 0.5, i + 0.5, f"{duel.wins}{SIGNS.get(duel.outcome, '')}", ha="center", size=8,
             color="#1b1f25", weight="bold" if duel.decided else "normal")
