"""A growing evaluation for people: sentences, a picture, a table, a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from referee.comparisons.sequential.growing import Growing
from referee.kinds import Array
from referee.report.document import Drawing, Page, Section, Table
from referee.report.figures import BLUE, FAINT, INK, LINE, blank_figure
from referee.report.study_sections import how_section
from referee.report.wording import count, interval_text, level_text, p_text, signed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 600             # of a curve that are drawn
LEFT, WIDE, TALL = 0.62, 4.6, 1.7      # inches

HOW = ("the confidence sequence and the e-value hold at every moment, so one may look after each case and stop when "
       "one likes; the cases are independent of each other and of the models.")


def watch_sentences(said: Growing) -> list[str]:
    """What can be said now; it may be read after every case."""
    level = level_text(said.level)
    gap = f"{signed(said.difference, 3)} ({level} sequence {interval_text(said.interval, 3, sign=True)})"
    sentences = [f"{said.better} is better, decided after {count(said.decided_at or 0, 'case')}. You may stop."
                 if said.better is not None else
                 "Not decided yet. You may look again at any time, and stop whenever you like.",
                 f"{count(said.n, 'case')} so far: {said.a} − {said.b} = {gap}."]
    if said.e_value is not None and said.p is not None:
        sentences.append(f"They disagree on {said.only_a + said.only_b:,}: {said.only_a:,} only {said.a} got right, "
                         f"{said.only_b:,} only {said.b}. e-value {said.e_value:.3g}, {p_text(said.p)}, valid at every "
                         f"moment.")
    return sentences


def watch_figure(said: Growing) -> Figure:
    """The difference with its sequence and, for right and wrong answers, the e-value above it."""
    panels = 1 if said.e_values is None else 2
    width, height = LEFT + WIDE + 0.2, panels * (TALL + 0.55) + 0.35
    figure = blank_figure(width, height)
    shown = _shown(said.n)
    for i in range(panels):
        bottom = height - (i + 1) * (TALL + 0.55) + 0.2
        axes = figure.add_axes((LEFT / width, bottom / height, WIDE / width, TALL / height))
        _dress(axes)
        if i == 0 and said.e_values is not None:
            _evidence(axes, said, shown)
        else:
            _difference(axes, said, shown)
            axes.set_xlabel("cases", color=FAINT, fontsize=9)
    return figure


def _evidence(axes: Axes, said: Growing, shown: Array) -> None:
    assert said.e_values is not None
    axes.plot(shown + 1, said.e_values[shown], color=BLUE, linewidth=1.6)
    axes.set_yscale("log")
    axes.axhline(1 / (1 - said.level), color=FAINT, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set_title(f"e-value; decided above {1 / (1 - said.level):.3g}", color=INK, fontsize=9.5, loc="left")


def _difference(axes: Axes, said: Growing, shown: Array) -> None:
    axes.fill_between(shown + 1, said.low[shown], said.high[shown], color=LINE, linewidth=0)
    axes.plot(shown + 1, said.means[shown], color=BLUE, linewidth=1.6)
    axes.axhline(0, color=FAINT, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set_title(f"{said.a} − {said.b}, with {level_text(said.level)} sequence", color=INK, fontsize=9.5, loc="left",
                   parse_math=False)


def _dress(axes: Axes) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(LINE)
    axes.tick_params(colors=FAINT, labelsize=8, length=2.5)


def _shown(n: int) -> Array:
    return np.unique(np.linspace(0, n - 1, min(n, POINTS)).astype(int))


def watch_page(said: Growing) -> Page:
    """What can be said so far, and how the evidence grew."""
    lead, *rest = watch_sentences(said)
    level = level_text(said.level)
    drawing = Drawing(draw=lambda: watch_figure(said), spoken=" ".join([lead, *rest]),
                      caption=f"The mean of {said.a} − {said.b} after each case; the grey band is the {level} "
                              f"confidence sequence, which holds at all moments together.")
    return Page(kind="watch", about=f"{said.a} and {said.b}", title=f"{said.a} against {said.b}",
                question=f"Is {said.a} better than {said.b}?", lead=lead, rest=rest, how=[HOW],
                sections=[Section(key="evidence", title="The evidence as it grew", gist=True,
                                  blocks=[drawing, _table(said)]), how_section([HOW])])


def _table(said: Growing) -> Table:
    """The state after some of the cases, the last among them."""
    rows = [[f"{i + 1:,}", signed(float(said.means[i]), 3),
             f"{signed(float(said.low[i]), 3)} to {signed(float(said.high[i]), 3)}",
             *([] if said.e_values is None else [f"{said.e_values[i]:.3g}"])] for i in _milestones(said.n)]
    return Table(header=["cases", f"{said.a} − {said.b}", f"{level_text(said.level)} sequence",
                         *([] if said.e_values is None else ["e-value"])], rows=rows)


def _milestones(n: int) -> list[int]:
    """About ten of the cases, ever further apart, and the last."""
    return sorted({min(n, max(1, round(n * 10 ** (-i / 5)))) - 1 for i in range(10)})


def watch_frame(said: Growing) -> pd.DataFrame:
    """One row for each case."""
    import pandas as pd

    frame = pd.DataFrame({"cases": np.arange(1, said.n + 1), "difference": said.means, "low": said.low,
                          "high": said.high})
    return frame if said.e_values is None else frame.assign(e_value=said.e_values)
