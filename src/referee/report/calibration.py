"""Calibration for people: the reliability diagram, its table, its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from referee.metrics.reliability_diagram import Calibration, Reliability
from referee.report.document import Cell, Drawing, Page, Row, Section, Table
from referee.report.figures import BLUE, DOTS, FAINT, INK, LINE, blank_figure
from referee.report.reliability_svg import COLUMNS, GAP, MARGIN, SIDE, STRIP, calibration_svg, thinned
from referee.report.study_sections import how_section
from referee.report.wording import count, level_text, p_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure



def calibration_figure(calibration: Calibration) -> Figure:
    """One diagram for each class, or for the top label; a strip below each counts the rows."""
    diagrams = calibration.diagrams
    across = min(COLUMNS, len(diagrams))
    down = -(-len(diagrams) // across)
    side = SIDE * 1.35 if len(diagrams) == 1 else SIDE
    cell, tall = side + GAP, side + STRIP + 0.95
    width, height = MARGIN + across * cell - GAP + 0.15, down * tall
    figure = blank_figure(width, height)
    for i, diagram in enumerate(diagrams):
        left, top = MARGIN + (i % across) * cell, height - (i // across) * tall - 0.42
        main = figure.add_axes((left / width, (top - side) / height, side / width, side / height))
        strip = figure.add_axes((left / width, (top - side - STRIP - 0.06) / height, side / width, STRIP / height))
        _main(main, diagram, first=i % across == 0)
        _strip(strip, diagram)
    return figure


def _main(axes: Axes, diagram: Reliability, *, first: bool) -> None:
    _dress(axes)
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=2)
    x, low, high, observed = thinned(diagram)
    axes.fill_between(x, low, high, color=LINE, linewidth=0, zorder=1)
    axes.plot(x, observed, color=BLUE, linewidth=2.0, zorder=3, marker="o" if diagram.bins else None, markersize=4.5)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xticklabels([])
    if first:
        axes.set_ylabel("happened", color=FAINT, fontsize=9)
    axes.set_title(diagram.of, color=INK, fontsize=10, loc="left", pad=15, parse_math=False)
    c = diagram.corp
    axes.annotate(f"MCB {c.miscalibration:.3f}   DSC {c.discrimination:.3f}   UNC {c.uncertainty:.3f}", (0, 1),
                  xycoords="axes fraction", xytext=(0, 4), textcoords="offset points", color=FAINT, fontsize=7.5)
    if first:
        axes.annotate(f"grey: {level_text(diagram.level)} of curves\nif all were right", (0, 1),
                      xycoords="axes fraction", xytext=(5, -4), textcoords="offset points", color=INK, fontsize=7,
                      va="top")


def _strip(axes: Axes, diagram: Reliability) -> None:
    """How many rows were given each probability."""
    _dress(axes)
    parts = diagram.counts.size
    axes.bar((np.arange(parts) + 0.5) / parts, diagram.counts, width=0.86 / parts, color=DOTS, zorder=2)
    most = int(diagram.counts.max())
    axes.set_ylim(0, most * 1.05)
    axes.set_yticks([most], [f"{most:,}"])
    axes.grid(visible=False)
    axes.set_xlabel("announced probability", color=FAINT, fontsize=9)


def _dress(axes: Axes) -> None:
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xlim(-0.02, 1.02)
    ticks = (0, 0.25, 0.5, 0.75, 1)
    axes.set_xticks(ticks, ["0", "¼", "½", "¾", "1"])
    axes.set_yticks(ticks, ["0", "¼", "½", "¾", "1"])
    axes.tick_params(colors=FAINT, labelsize=8, length=0)
    axes.grid(color=LINE, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)


def calibration_page(calibration: Calibration) -> Page:
    """Whether the probabilities can be believed, a row for each class."""
    lead, *rest = [str(diagram) for diagram in calibration.diagrams]
    rows: list[Row] = [
        [d.of, Cell(word="yes", kind="worse") if d.p <= 1 - d.level else Cell(word="no sign", kind="open"),
         p_text(d.p).removeprefix("p = ").removeprefix("p "), *(f"{term:.4f}" for term in (
             d.corp.score, d.corp.miscalibration, d.corp.discrimination, d.corp.uncertainty))]
        for d in calibration.diagrams]
    table = Table(header=["probability of", "off by more than chance?", "p", "Brier score", "miscalibration",
                          "discrimination", "uncertainty"], rows=rows,
                  caption="Brier score = miscalibration − discrimination + uncertainty.")
    how = how_sentences(calibration)
    return Page(
        kind="calibration", about=count(calibration.n_rows, "row"), title="Calibration",
        question="Can the probabilities be believed?", lead=lead, rest=rest, how=how,
        sections=[Section(key="diagrams", title="Announced and happened", gist=True,
                          blocks=[calibration_drawing(calibration, f"reliability diagram: {calibration}"), table]),
                  how_section(how)])


def calibration_drawing(calibration: Calibration, spoken: str) -> Drawing:
    """The reliability diagram, with what is to be seen in it."""
    level = level_text(calibration.diagrams[0].level)
    corp = calibration.diagrams[0].bins is None
    curve = ", recalibrated without bins (CORP)," if corp else f", in {calibration.diagrams[0].bins} bins,"
    return Drawing(
        draw=lambda: calibration_figure(calibration), spoken=spoken,
        svg=lambda: calibration_svg(calibration, title=spoken),
        caption=f"How often it happened against the probability that was announced{curve} on {calibration.n_rows:,} "
                f"rows, each predicted once. On the dashed line announced and happened agree. The grey band is where "
                f"{level} of curves would lie, point by point, if the probabilities were right; the strip counts rows.")


def how_sentences(calibration: Calibration) -> list[str]:
    """Where the p-values and the band come from."""
    several = (f" They are multiplied by {len(calibration.diagrams)}, the number of diagrams."
               if len(calibration.diagrams) > 1 else "")
    return [(f"the p-values and the band are from {calibration.draws:,} draws in which the probabilities were right."
             f"{several}"),
            ("Miscalibration, discrimination and uncertainty are the parts of the Brier score (CORP, Dimitriadis, "
             "Gneiting and Jordan 2021).")]


def calibration_frame(calibration: Calibration) -> pd.DataFrame:
    """One row for each class, or for the top label."""
    import pandas as pd

    return pd.DataFrame([{
        "of": d.of, "p": d.p, "level": d.level, "brier": d.corp.score, "miscalibration": d.corp.miscalibration,
        "discrimination": d.corp.discrimination, "uncertainty": d.corp.uncertainty,
        "spiegelhalter_z": None if d.spiegelhalter is None else d.spiegelhalter.z,
        "spiegelhalter_p": None if d.spiegelhalter is None else d.spiegelhalter.p} for d in calibration.diagrams])
