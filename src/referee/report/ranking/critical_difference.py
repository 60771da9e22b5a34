"""The critical-difference picture: models on a line by mean rank, bars over those that were not told apart.

Demšar, J. (2006). JMLR 7, 1–30, figure 1. Unlike there, the bars come from the pairwise decisions and not from a
distance of mean ranks, so a bar has a dot for each of its members: a model under it without a dot is not one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.comparisons.data_sets.ranking import Ranking
from referee.report.figures import BLUE, FAINT, INK, LINE, bare_axes, blank_figure, put_text, text_width
from referee.report.ranking.sentences import rank_places, rank_text
from referee.report.wording import WORDS, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RULER_SIZE = 8.5
MOST = 30               # models shown; of more, the best
ROW, BAR_ROW, AXIS = 0.21, 0.13, 3.6      # inches: a label, a bar, the least width of the line
LONGEST_NAME = 30


def critical_difference_figure(ranking: Ranking) -> Figure:
    """Mean ranks on a line, the best at the left, with names at both sides and a bar for each group."""
    shown = ranking.models[:MOST]
    ranks = [float(ranking.mean_ranks[ranking.board.models.index(name)]) for name in shown]
    labels = _labels(ranking, shown, ranks)
    half = (len(shown) + 1) // 2
    rows = bar_rows([group for group in ranking.groups().members if group[-1] < len(shown)], ranks)
    left, right = (0.3 + text_width(side, 9.5) if side else 0.3 for side in (labels[:half], labels[half:]))
    width = max(7.2, left + right + AXIS)
    low, high = _limits(ranks, len(ranking.models))
    said = _critical(ranking, high - low)
    beside = (1 - (ranking.critical_difference or 0) / (high - low)) * (width - left - right) + right
    fits = beside <= right or text_width(said, RULER_SIZE) < beside
    above = 0.0 if fits else 0.18               # inches for words that do not fit beside the ruler
    top, bars, names = 0.62 + above, BAR_ROW * (len(rows) + 1), ROW * (half + 0.5)
    figure = blank_figure(width, top + bars + names)
    axes = bare_axes(figure, left=left, right=right, top=0.0, bottom=0.0)
    axes.set_xlim(low, high)
    axes.set_ylim(top + bars + names, 0)        # inches from the top
    _scale(axes, low, high, y=top)
    _ruler(axes, ranking.critical_difference, said, above)
    for depth, row in enumerate(rows):
        for group in row:
            _bar(axes, [ranks[i] for i in group], y=top + BAR_ROW * (depth + 1))
    _names(axes, labels, ranks, (top, top + bars), half)
    return figure


def _labels(ranking: Ranking, shown: Sequence[str], ranks: Sequence[float]) -> list[str]:
    short, digits = shortened(shown, LONGEST_NAME), rank_places(ranking)
    labels = []
    for i, (name, rank) in enumerate(zip(short, ranks, strict=True)):
        number = rank_text(rank, digits)
        word = ""
        if ranking.ask.against is not None:
            word = " (control)" if shown[i] == ranking.reference else (
                f" ({WORDS[ranking.pair(shown[i], ranking.reference).outcome]})")
        labels.append(f"{name}{word}  {number}" if i < (len(shown) + 1) // 2 else f"{number}  {name}{word}")
    return labels


def bar_rows(groups: Sequence[tuple[int, ...]], ranks: Sequence[float]) -> list[list[tuple[int, ...]]]:
    """Groups laid out in rows so that bars of one row keep apart.

    >>> bar_rows([(0, 1), (1, 2), (3, 4)], [1.0, 2.0, 3.0, 4.0, 5.0])
    [[(0, 1), (3, 4)], [(1, 2)]]
    """
    apart = 0.02 * (ranks[-1] - ranks[0])
    rows: list[list[tuple[int, ...]]] = []
    for group in sorted(groups, key=lambda g: (ranks[g[0]], -ranks[g[-1]])):
        for row in rows:
            if ranks[row[-1][-1]] + apart < ranks[group[0]]:
                row.append(group)
                break
        else:
            rows.append([group])
    return rows


def _limits(ranks: Sequence[float], models: int) -> tuple[float, float]:
    """From 1 to the number of models; only around the ranks shown where those are a small part of it."""
    spread = ranks[-1] - ranks[0]
    if len(ranks) == models and spread > 0.25 * (models - 1):
        return 1.0, float(models)
    margin = 0.04 * spread or 0.5
    return ranks[0] - margin, ranks[-1] + margin


def _scale(axes: Axes, low: float, high: float, *, y: float) -> None:
    axes.plot([low, high], [y, y], color=INK, linewidth=1.2)
    for tick in _ticks(low, high):
        axes.plot([tick, tick], [y, y - 0.06], color=INK, linewidth=1)
        put_text(axes, tick, y - 0.15, f"{tick:g}", ha="center", size=8.5, color=FAINT)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers within; a line that begins at the best possible rank has a mark there."""
    from matplotlib.ticker import MaxNLocator

    if low == 1 and high <= 24:
        return [float(i) for i in range(1, int(high) + 1, 1 if high <= 12 else 2)]
    within = MaxNLocator(nbins=10, steps=[1, 2, 5, 10]).tick_values(low, high)
    return [float(tick) for tick in within if low - 1e-9 <= tick <= high + 1e-9]


def _critical(ranking: Ranking, long: float) -> str:
    """How far apart mean ranks would have to be by Nemenyi's test, for orientation."""
    wide = ranking.critical_difference
    if wide is None:
        return ""
    return f"Nemenyi's critical difference {wide:.2f}" + ("" if wide < long else ", wider than this line")


def _ruler(axes: Axes, wide: float | None, said: str, above: float) -> None:
    """That difference as a line, with what it is beside it, or above it where there is no room."""
    low, high = axes.get_xlim()
    if wide is None:
        return
    if wide < high - low:
        axes.plot([low, low + wide], [0.2 + above] * 2, color=FAINT, linewidth=1.2, marker="|", markersize=6)
    begun = low if above or wide >= high - low else low + wide + 0.015 * (high - low)
    put_text(axes, begun, 0.2, said, ha="left", size=RULER_SIZE, color=FAINT)


def _bar(axes: Axes, ranks: Sequence[float], *, y: float) -> None:
    axes.plot([ranks[0], ranks[-1]], [y, y], color=BLUE, linewidth=2.6, solid_capstyle="round", zorder=4)
    axes.plot(ranks, [y] * len(ranks), linestyle="none", marker="o", markersize=4.6, color=BLUE, zorder=5)


def _names(axes: Axes, labels: Sequence[str], ranks: Sequence[float], between: tuple[float, float], half: int) -> None:
    """Names beside the line, each joined to its rank by an elbow; the outermost are the highest, so none cross."""
    top, below = between
    for i, (label, rank) in enumerate(zip(labels, ranks, strict=True)):
        at_left = i < half
        depth = i if at_left else len(labels) - 1 - i
        y = below + ROW * (depth + 0.5)
        edge = axes.get_xlim()[0 if at_left else 1]
        axes.plot([rank, rank, edge], [top, y, y], color=LINE, linewidth=1, zorder=1)
        axes.plot([rank], [top], marker="o", markersize=4, color=INK, zorder=6)
        put_text(axes, 0 if at_left else 1, y, label, ha="right" if at_left else "left",
                 points=(-5 if at_left else 5, 0))
