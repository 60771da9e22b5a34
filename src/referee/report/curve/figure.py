"""The figure of learning curves: scores with bands, differences with intervals, training times.

The colours are those of Okabe and Ito (2008); learners differ in their marks too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.errors import UnknownName
from referee.kinds import Direction
from referee.report.curve.sentences import FURTHER
from referee.report.figures import FAINT, INK, LINE, blank_figure
from referee.report.multiples import COLOURS, MARKS
from referee.report.wording import level_text, shortened
from referee.study.curve import Curve, Curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 9.2, 6.4
MOST_PAIRS = 4


def curve_figure(curves: Curves, metric: str | None = None) -> Figure:
    """Scores on top; below them differences of pairs and training times."""
    name = metric or curves.primary.name
    if name not in curves.contrasts:
        raise UnknownName("metric of this study", name, list(curves.contrasts))
    figure = blank_figure(WIDTH, HEIGHT)
    ahead = any(curves.curves[learner, name].law for learner in curves.learners)
    _scores(figure.add_axes((0.075, 0.47, 0.685, 0.48)), curves, name)
    _legend(figure.add_axes((0.785, 0.47, 0.21, 0.48)), curves, ahead=ahead)
    if curves.contrasts[name].found:
        _differences(figure.add_axes((0.075, 0.085, 0.415, 0.27)), curves, name)
    _times(figure.add_axes((0.575, 0.085, 0.415, 0.27)), curves, name)
    return figure


def _plain(axes: Axes, sizes: Sequence[float], title: str) -> None:
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=FAINT, labelsize=8, length=0)
    axes.set_xscale("log")
    axes.minorticks_off()
    shown = _apart(sizes)
    axes.set_xticks(shown, [f"{size:,.0f}" for size in shown])
    axes.set_title(title, fontsize=9, color=INK, loc="left", parse_math=False)


def _apart(sizes: Sequence[float]) -> list[float]:
    """Sizes whose numbers have room beside each other."""
    kept: list[float] = []
    span = np.log(max(sizes) / min(sizes)) or 1.0
    for size in sorted(set(sizes)):
        if not kept or np.log(size / kept[-1]) / span > 0.075:
            kept.append(size)
    return kept


def _scores(axes: Axes, curves: Curves, metric: str) -> None:
    m = next(m for m in curves.metrics if m.name == metric)
    sizes: set[float] = set()
    for i, learner in enumerate(curves.learners):
        curve = curves.curves[learner, metric]
        points = [p for p in curve.points if p.value is not None]
        sizes |= {p.rows for p in points}
        banded = [p for p in points if p.band]
        axes.fill_between([p.rows for p in banded], [p.band.low for p in banded if p.band],
                          [p.band.high for p in banded if p.band], color=COLOURS[i % 8], alpha=0.13, linewidth=0)
        axes.plot([p.rows for p in points], _numbers(p.value for p in points), color=COLOURS[i % 8],
                  marker=MARKS[i % 8], markersize=4.5, linewidth=1.6, zorder=4)
        trained = [p for p in points if p.training is not None]
        axes.plot([p.rows for p in trained], _numbers(p.training for p in trained), color=COLOURS[i % 8],
                  linewidth=1.0, linestyle=(0, (4, 3)), zorder=3)
        sizes |= _ahead(axes, curve, COLOURS[i % 8])
    arrow = "up" if m.direction is Direction.MAXIMISE else "down"
    _plain(axes, sorted(sizes) or [1.0, 2.0], f"{m.title}: {arrow} is better")
    _span(axes, curves, metric)


def _numbers(values: Any) -> list[float]:
    return [float(v) for v in values]


def _ahead(axes: Axes, curve: Curve, colour: str) -> set[float]:
    """The power law, dotted, from the largest size on, with its range at the end."""
    if curve.law is None:
        return set()
    last = curve.points[-1].rows
    xs = np.geomspace(last, FURTHER * last, 12)
    found = [curve.score_at(float(x)) for x in xs]
    known = [f for f in found if f is not None]
    axes.plot(xs, [value for value, _ in known], color=colour, linewidth=1.3, linestyle=(0, (1, 1.5)), zorder=3)
    end = known[-1][1]
    axes.plot([xs[-1], xs[-1]], [end.low, end.high], color=colour, linewidth=2.2, alpha=0.6, zorder=3)
    return {float(xs[-1])}


def _span(axes: Axes, curves: Curves, metric: str) -> None:
    """The range of the values, and of the bands as far as they do not flatten them."""
    points = [p for learner in curves.learners for p in curves.curves[learner, metric].points if p.value is not None]
    values = [v for p in points for v in (p.value, p.training) if v is not None]
    ends = [e for p in points if p.band for e in (p.band.low, p.band.high)]
    if not values:
        return
    low, high = min(values), max(values)
    reach = 0.5 * (high - low) or 0.05
    low, high = max(min([*ends, low]), low - reach), min(max([*ends, high]), high + reach)
    room = 0.04 * (high - low)
    axes.set_ylim(low - room, high + room)


def _differences(axes: Axes, curves: Curves, metric: str) -> None:
    """Pairs against zero; small sideways steps keep the intervals apart."""
    family = curves.contrasts[metric]
    pairs = family.pairs[:MOST_PAIRS]
    sizes: set[float] = set()
    for i, (a, b) in enumerate(pairs):
        rows = {p.size: p.rows for p in curves.curves[a, metric].points}
        some = [c for c in family.of(a, b) if c.interval]
        x = [rows[c.size] * 1.05 ** (i - (len(pairs) - 1) / 2) for c in some]
        sizes |= {rows[c.size] for c in some}
        colour = COLOURS[(i + 3) % 8]
        for at, c in zip(x, some, strict=True):
            assert c.interval is not None
            axes.plot([at, at], [c.interval.low, c.interval.high], color=colour, linewidth=1.8, alpha=0.75)
        axes.plot(x, [c.difference for c in some], color=colour, marker=MARKS[(i + 3) % 8], markersize=4, linewidth=0.8,
                  label=shortened([f"{a} − {b}"], 34)[0])
    axes.axhline(0.0, color=INK, linewidth=0.9)
    more = f" (first {MOST_PAIRS} of {len(family.pairs)} pairs)" if len(family.pairs) > MOST_PAIRS else ""
    _plain(axes, sorted(sizes) or [1.0, 2.0], f"Differences, simultaneous {level_text(curves.level)} intervals{more}")
    axes.legend(fontsize=7, frameon=False, labelcolor=INK, loc="best", ncols=1 if len(pairs) < 3 else 2)


def _times(axes: Axes, curves: Curves, metric: str) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator

    sizes: set[float] = set()
    for i, learner in enumerate(curves.learners):
        points = [p for p in curves.curves[learner, metric].points if p.fit_seconds]
        sizes |= {p.rows for p in points}
        axes.plot([p.rows for p in points], _numbers(p.fit_seconds for p in points), color=COLOURS[i % 8],
                  marker=MARKS[i % 8], markersize=4, linewidth=1.3)
    _plain(axes, sorted(sizes) or [1.0, 2.0], "Seconds to train, by rows")
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0), numticks=8))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:g}"))


def _legend(axes: Axes, curves: Curves, *, ahead: bool) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    names = shortened(list(curves.learners), 24)
    lines = [(name, {"color": COLOURS[i % 8], "marker": MARKS[i % 8], "linewidth": 1.6, "markersize": 4.5})
             for i, name in enumerate(names)]
    if not curves.of_a_series:
        lines.append(("score on training rows", {"color": FAINT, "linewidth": 1.0, "linestyle": (0, (4, 3))}))
    lines.append((f"{level_text(curves.level)} band, all sizes", {"color": FAINT, "linewidth": 7, "alpha": 0.25}))
    if ahead:
        lines.append(("power law beyond the data", {"color": FAINT, "linewidth": 1.3, "linestyle": (0, (1, 1.5))}))
    for i, (text, style) in enumerate(lines):
        y = 0.97 - i * 0.09
        axes.plot([0.02, 0.08, 0.14], [y, y, y], markevery=[1], **style)  # type: ignore[arg-type]
        axes.annotate(text, (0.19, y), fontsize=8, color=INK, va="center", parse_math=False, annotation_clip=False)
