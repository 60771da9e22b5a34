"""Figures of an analysis for a paper or the page; matplotlib's objects, no global state.

The colours are those of Okabe and Ito (2008), which people with colour-blindness can tell apart; no meaning is
carried by colour alone: every cell has its word and every interval its number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from referee.comparisons.verdict import Outcome, Verdict
from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.kinds import Array, Direction
from referee.metrics import Metric
from referee.report.best_first import BestFirst, Place, best_first, difference_text, verdict_on
from referee.report.text import heading
from referee.report.wording import WORDS, column_decimals, level_text, shortened
from referee.study import Analysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, LINE, DOTS = "#1b1f24", "#57606a", "#d0d7de", "#9fb4c7"
BLUE, VERMILION, GREEN = "#0072b2", "#d55e00", "#009e73"
PAINT = {Outcome.BETTER: "#cfe5f3", Outcome.WORSE: "#f9dcc7", Outcome.EQUIVALENT: "#cdeee2",
         Outcome.IDENTICAL: "#cdeee2", Outcome.UNDECIDED: "#eef0f2"}
EDGE = "#ffffff"
ROW, WIDTH, LONGEST_NAME = 0.34, 7.2, 34          # inches a row, inches wide, characters
MANY = 6                                          # more learners than this are numbered in the head of the matrix
FAR = 2.0                                         # a baseline that makes the range so much wider is left outside


def estimates_figure(analysis: Analysis, metric: Metric) -> Figure:
    """Estimates with their intervals, best on top, baselines hollow, the numbers at the right."""
    return _forest(analysis, metric, dots=False)


def scores_figure(analysis: Analysis, metric: Metric) -> Figure:
    """The same, with the score of every test part as a dot behind its interval."""
    return _forest(analysis, metric, dots=True)


def comparison_matrix_figure(analysis: Analysis, metric: Metric) -> Figure:
    """Row minus column for every pair, as a number, a word and a colour."""
    where = best_first(analysis, metric)
    if where.family is None:
        raise BadInput(f"{metric.title}: a single learner has nothing to be compared with; show its estimate instead.")
    names = [p.learner for p in where.places]
    n, numbered = len(names), len(names) > MANY
    short = shortened([p.label for p in where.places], LONGEST_NAME)
    rows = [f"{label}   {i + 1}" for i, label in enumerate(short)] if numbered else short
    heads = [str(i + 1) for i in range(n)] if numbered else [_folded(label) for label in short]
    wide = max([0.95, *(text_width(line, 8.5) + 0.15 for head in heads for line in head.split("\n"))])
    left, top = 0.25 + text_width(rows, 9.5), 0.45 + 0.14 * max(head.count("\n") + 1 for head in heads)
    figure = blank_figure(left + n * wide + 0.1, top + 0.46 * n + 0.1)
    axes = bare_axes(figure, left=left, right=0.1, top=top, bottom=0.1)
    axes.set_xlim(0, n)
    axes.set_ylim(n, 0)
    column = column_decimals([v.comparison.interval for v in where.family.every_verdict])
    for i, name in enumerate(names):
        put_text(axes, 0, i + 0.5, rows[i], ha="right", points=(-8, 0))
        put_text(axes, (i + 0.5) / n, 0, heads[i], ha="center", va="bottom", size=8.5, points=(0, 4))
        for j, other in enumerate(names):
            _cell(axes, i, j, verdict_on(where.family, name, other)[0] if i != j else None, column)
    put_text(axes, 0, 0, f"{heading(metric)}: row minus column", ha="left", va="bottom", color=FAINT, size=9,
          points=(2, 72 * (top - 0.22)))
    return figure


def _cell(axes: Axes, i: int, j: int, verdict: Verdict | None, column: int) -> None:
    from matplotlib.patches import Rectangle

    colour = PAINT[verdict.outcome] if verdict else "none"
    axes.add_patch(Rectangle((j, i), 1, 1, facecolor=colour, edgecolor=EDGE, linewidth=1.5))
    if verdict is None:
        put_text(axes, j + 0.5, i + 0.5, "–" if i == j else "not compared", ha="center", color=FAINT, size=8.5)
        return
    number = difference_text(verdict, column).partition(" (")[0]
    put_text(axes, j + 0.5, i + 0.34, number, ha="center", size=9.5, color="#1b1f25",
          weight="bold" if verdict.outcome in {Outcome.BETTER, Outcome.WORSE} else "normal")
    put_text(axes, j + 0.5, i + 0.69, WORDS[verdict.outcome], ha="center", size=8, color="#3d444e")


def _forest(analysis: Analysis, metric: Metric, *, dots: bool) -> Figure:
    figure = blank_figure(WIDTH, forest_height(analysis))
    draw_forest(figure, analysis, metric, top=0.1, bottom=0.58, dots=dots)
    return figure


def forest_height(analysis: Analysis) -> float:
    """Inches that the intervals of all learners take."""
    return 0.75 + ROW * len(analysis.learners)


def draw_forest(figure: Figure, analysis: Analysis, metric: Metric, *, top: float, bottom: float,
                dots: bool = False) -> None:
    """Estimates with their intervals, with so many inches of the figure left above and below."""
    where = best_first(analysis, metric)
    n = len(where.places)
    labels, numbers = forest_texts(where)
    axes = bare_axes(figure, left=0.25 + text_width(labels, 9.5), right=0.25 + text_width(numbers, 9), top=top,
                     bottom=bottom)
    axes.set_ylim(n - 0.4, -0.6)
    _horizontal_axis(axes, where, analysis)
    low, high = shown_range(analysis, where, dots=dots)
    axes.set_xlim(low, high)
    for y, (place, label, number) in enumerate(zip(where.places, labels, numbers, strict=True)):
        if dots:
            _dots(axes, analysis, metric, place, y)
        _interval(axes, place, y, (low, high))
        put_text(axes, 0, y, label, ha="right", points=(-10, 0))
        put_text(axes, 1, y, number, ha="left", points=(10, 0), size=9, color=INK if place.interval else FAINT)


def forest_texts(where: BestFirst) -> tuple[list[str], list[str]]:
    """The names at the left of the intervals, and the numbers at their right."""
    numbers = [f"{where.value_text(p)} ({where.interval_text(p)})" if p.interval else where.value_text(p)
               for p in where.places]
    return shortened([p.label for p in where.places], LONGEST_NAME), numbers


def shown_range(analysis: Analysis, where: BestFirst, *, dots: bool) -> tuple[float, float]:
    """From the lowest to the highest number shown; a baseline far from the learners is left outside."""
    def ends(place: Place) -> list[float]:
        if not isinstance(place.estimate, Estimate):
            return []
        found = [place.estimate.value, *((place.interval.low, place.interval.high) if place.interval else ())]
        scores = analysis.table.scores[place.learner, where.metric.name]
        return [*found, *(float(v) for v in scores.values[scores.kept])] if dots else found

    everyone = [v for place in where.places for v in ends(place)] or [0.0, 1.0]
    able = [v for place in where.places if not place.baseline for v in ends(place)] or everyone
    shown = everyone if max(everyone) - min(everyone) <= FAR * (max(able) - min(able)) else able
    low, high = min(shown), max(shown)
    margin = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - margin, high + margin


def text_width(text: str | list[str], size: float) -> float:
    """Inches that the longest of some lines takes in print."""
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.font_manager import FontProperties

    pen: Any = RendererAgg(1, 1, 72)  # type: ignore[no-untyped-call]
    font = FontProperties(size=size)
    lines = [text] if isinstance(text, str) else text
    return float(max(pen.get_text_width_height_descent(line, font, ismath=False)[0] for line in lines)) / 72


def _interval(axes: Axes, place: Place, y: int, limits: tuple[float, float]) -> None:
    if not isinstance(place.estimate, Estimate):
        return
    colour = FAINT if place.baseline else BLUE
    if not limits[0] <= place.estimate.value <= limits[1]:
        below = place.estimate.value < limits[0]
        put_text(axes, 0 if below else 1, y, "◂ far below" if below else "far above ▸", size=8.5, color=FAINT,
              ha="left" if below else "right", points=(2 if below else -2, 0))
        return
    if place.interval is not None:
        axes.plot([place.interval.low, place.interval.high], [y, y], color=colour, linewidth=2.4,
                  solid_capstyle="butt", zorder=3)
    axes.plot([place.estimate.value], [y], marker="D" if place.baseline else "o", markersize=6.5, color=colour,
              markerfacecolor="#ffffff" if place.baseline else colour, markeredgewidth=1.4, zorder=4)


def _dots(axes: Axes, analysis: Analysis, metric: Metric, place: Place, y: int) -> None:
    """All dots of a learner as one path of round-capped strokes of next to no length: a fraction of the size in SVG."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    spots = dots_of(analysis, metric, place)
    if not len(spots):
        return
    points = np.repeat(spots + np.array([0.0, y]), 2, axis=0)
    points[1::2, 1] += 0.01                             # strokes of no length at all are not drawn
    codes = np.tile([Path.MOVETO, Path.LINETO], len(spots))
    axes.add_patch(PathPatch(Path(points, codes), facecolor="none", edgecolor=DOTS, linewidth=2.2,
                             capstyle="round", snap=False,
                             zorder=1))


def dots_of(analysis: Analysis, metric: Metric, place: Place) -> Array:
    """The score of every test part and how far from the middle of its row it stands, so that ties can be seen."""
    scores = analysis.table.scores[place.learner, metric.name]
    values = np.asarray(scores.values[scores.kept], dtype=float)
    if values.size < 2:
        return np.empty((0, 2))
    return np.column_stack([values, 0.26 * (np.arange(values.size) % 7 - 3) / 3])


def axis_title(where: BestFirst, analysis: Analysis) -> str:
    """What is shown, and which way is better."""
    arrow = "→" if where.metric.direction is Direction.MAXIMISE else "←"
    return f"{where.metric.title}, {level_text(analysis.level)} interval ({where.metric.direction.word} {arrow})"


def _horizontal_axis(axes: Axes, where: BestFirst, analysis: Analysis) -> None:
    """Ticks, grid, and what is shown."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axes.set_xlabel(axis_title(where, analysis), color=FAINT, fontsize=9, parse_math=False)


def blank_figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor="none")
    FigureCanvasAgg(figure)
    return figure


def bare_axes(figure: Figure, *, left: float, right: float, top: float, bottom: float) -> Axes:
    """Axes without a frame, with margins in inches."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((left / width, bottom / height, 1 - (left + right) / width, 1 - (top + bottom) / height))
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.xaxis.set_visible(False)
    axes.yaxis.set_visible(False)
    return axes


def _folded(label: str) -> str:
    return label.replace(" (baseline)", "\n(baseline)")


def put_text(axes: Axes, x: float, y: float, text: str, *, points: tuple[float, float] | None = None,
          **style: Any) -> None:
    """Text in data coordinates; with `points`, so far from (x of the axes' width, y). Names are never formulas."""
    options: dict[str, Any] = {"color": INK, "size": 9.5, "va": "center", "parse_math": False,
                               "annotation_clip": False} | style
    if points is None:
        axes.annotate(text, (x, y), xycoords="data", **options)
    else:
        axes.annotate(text, (x, y), xycoords=("axes fraction", "data"), xytext=points, textcoords="offset points",
                      **options)
