"""Small multiples: many metrics side by side by training size, losses upside down, so that higher is better everywhere.

The colours are those of Okabe and Ito (2008); learners differ in their marks too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from referee.report.document import Drawing, Page, Section, Table
from referee.report.figures import FAINT, INK, LINE, blank_figure
from referee.report.wording import joined, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c")
MARKS = "osD^vPX*"
COLUMNS, WIDE, HIGH = 3, 2.95, 2.0        # inches a panel
TITLE_LINE = 40                           # characters
LEGEND_COLUMNS, LEGEND_LINE = 4, 0.24     # inches a line
LONGEST_NAME = 26                         # characters
NAMED = 4                                 # metrics that are named first; more are counted
Score = tuple[str, float, float | None, float | None]     # title, pairs separated, agreement of repeats and of sizes

SHOWN = ("Every metric by training size, losses (↓) upside down: higher is better everywhere. Shaded: intervals over "
         "repeats.")
SHARP = ("A metric that separates many pairs and repeats itself is sharp; whether it is right is another question, "
         "which only simulated problems answer.")
READ = ("Separated: the share of pairs of learners that differ by the corrected resampled t, Holm over all pairs, on "
        "average over training sizes. Repeats agree and sizes agree: the mean Kendall tau-b between the rankings of "
        "two repeats, and of two training sizes; 1 is the same order, 0 is chance.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One learner's scores by training size, with intervals."""

    name: str
    sizes: tuple[int, ...]
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One metric."""

    title: str
    flipped: bool
    lines: tuple[Line, ...]


def metric_table(title: str, scores: Sequence[Score]) -> str:
    """What each metric did on one data set, as text."""
    wide = max(len(name) for name, *_ in scores)
    head = f"  {'metric'.ljust(wide)}  separated  repeats agree  sizes agree"
    rows = [f"  {name.ljust(wide)}  {power:9.0%}  {_tau(repeats):>13}  {_tau(sizes):>11}"
            for name, power, repeats, sizes in scores]
    return "\n".join([title, head, *rows])


def _tau(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def multiples_figure(panels: Sequence[Panel]) -> Figure:
    """The legend on top, then a panel for each metric, learners as lines."""
    names = [line.name for line in panels[0].lines]
    top = -(-len(names) // LEGEND_COLUMNS) * LEGEND_LINE + 0.1
    width, height = COLUMNS * WIDE, -(-len(panels) // COLUMNS) * HIGH + top
    figure = blank_figure(width, height)
    for i, panel in enumerate(panels):
        left, upper = (i % COLUMNS) * WIDE + 0.5, height - top - (i // COLUMNS) * HIGH - 0.42
        _draw(figure.add_axes((left / width, (upper - HIGH + 0.72) / height,
                               (WIDE - 0.65) / width, (HIGH - 0.72) / height)), panel)
    _legend(figure.add_axes((0.5 / width, 1 - top / height, 1 - 0.5 / width, top / height)), names)
    return figure


def _draw(axes: Axes, panel: Panel) -> None:
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(color=LINE, linewidth=0.6)
    axes.tick_params(colors=FAINT, labelsize=8, length=0)
    ticks: set[int] = set()
    for i, line in enumerate(panel.lines):
        ticks |= set(line.sizes)
        if line.sizes:
            axes.fill_between(line.sizes, line.low, line.high, color=COLOURS[i % 8], alpha=0.12, linewidth=0)
            axes.plot(line.sizes, line.values, color=COLOURS[i % 8], marker=MARKS[i % 8], markersize=3, linewidth=1.3)
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.set_xticks(sorted(ticks), [f"{size:,}" for size in sorted(ticks)])
    _span(axes, panel)
    title = panel.title + (" ↓" if panel.flipped else "")
    lines = wrap(title, TITLE_LINE, break_on_hyphens=False)
    axes.set_title("\n".join(lines), fontsize=8.5, color=INK, loc="left", parse_math=False)


def _span(axes: Axes, panel: Panel) -> None:
    """The range of the estimates with some room: intervals far wider than all differences would flatten the lines."""
    values = [value for line in panel.lines for value in line.values]
    if not values:
        return
    room = 0.15 * (max(values) - min(values)) or 0.05
    low, high = min(values) - room, max(values) + room
    axes.set_ylim((high, low) if panel.flipped else (low, high))


def _legend(axes: Axes, names: Sequence[str]) -> None:
    axes.set_axis_off()
    axes.set_facecolor("none")
    lines = -(-len(names) // LEGEND_COLUMNS)
    for i, name in enumerate(names):
        x, y = i % LEGEND_COLUMNS, lines - i // LEGEND_COLUMNS
        axes.plot([x, x + 0.12], [y, y], color=COLOURS[i % 8], marker=MARKS[i % 8], markersize=4, linewidth=1.6)
        axes.annotate(shortened([name], LONGEST_NAME)[0], (x + 0.16, y), fontsize=8.5, color=INK, va="center",
                      parse_math=False, annotation_clip=False)
    axes.set_xlim(-0.03, LEGEND_COLUMNS)
    axes.set_ylim(0.4, lines + 0.6)


def multiples_page(parts: Sequence[tuple[str, Sequence[Panel], Sequence[Score]]], *,
                   told: Sequence[str] = ()) -> Page:
    """A table and the small multiples of every data set; `told` is what else must be said first."""
    sections = [Section(key=f"part-{i}", title=title, gist=True, blocks=[
        Table(header=["metric", "separated", "repeats agree", "sizes agree"],
              rows=[[name, f"{power:.0%}", _tau(repeats), _tau(sizes)] for name, power, repeats, sizes in scores]),
        Drawing(draw=lambda panels=panels: multiples_figure(panels),          # type: ignore[misc]
                spoken=f"every metric by training size; {title}", caption=SHOWN)])
        for i, (title, panels, scores) in enumerate(parts, start=1)]
    lead, *others = [_sharpest(title.partition(":")[0], scores) for title, _, scores in parts]
    return Page(kind="metric study", about=", ".join(title.partition(":")[0] for title, *_ in parts),
                title="Metric study", question="Which metric tells learners apart?", lead=lead,
                rest=[*others, SHARP, *told, READ], sections=sections)


def _sharpest(data: str, scores: Sequence[Score]) -> str:
    """Which metrics separate most pairs of learners."""
    most = max(power for _, power, *_ in scores)
    best = [name for name, power, *_ in scores if power == most]
    if not most:
        return f"On {data} no metric separates any pair of learners."
    named = joined(best if len(best) <= NAMED else [*best[:NAMED - 1], f"{len(best) - NAMED + 1} more"])
    return f"On {data} {named} {'separates' if len(best) == 1 else 'separate'} most pairs of learners ({most:.0%})."


def surface_figure(points: Sequence[tuple[float, float, float]], names: tuple[str, str, str]) -> Figure:
    """Contours of a third number over two others, with the line on which it is 0."""
    across, up, height = zip(*points, strict=True)
    figure = blank_figure(5.6, 3.9)
    axes = figure.add_axes((0.12, 0.15, 0.7, 0.75))
    bar = figure.add_axes((0.85, 0.15, 0.03, 0.75))
    levels = sorted({round(end * i / 6, 2) for end in (min(height), max(height)) for i in range(7)})
    filled = axes.tricontourf(across, up, height, levels=levels, cmap="cividis", extend="both")
    axes.tricontour(across, up, height, levels=[0.0], colors="white", linewidths=2)
    axes.plot(across, up, ".", color="white", markersize=2, alpha=0.6)
    figure.colorbar(filled, cax=bar).ax.tick_params(labelsize=8)
    axes.set_xlabel(names[0], fontsize=9)
    axes.set_ylabel(names[1], fontsize=9)
    axes.set_title(f"{names[2]}; white line: 0, as good as the prior", fontsize=9, loc="left")
    axes.tick_params(labelsize=8)
    return figure
