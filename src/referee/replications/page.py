"""The page of a replication: what to believe first, then item by item, ours beside the printed numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.replications._base import Document, Found, Item, Row, Verdict
from referee.replications.belief import what_to_believe
from referee.report.document import Block, Cell, Drawing, Page, Section, Table, Text
from referee.report.figures import BLUE, FAINT, LINE, VERMILION, bare_axes, blank_figure, put_text, text_width
from referee.report.study_sections import command_block, how_section
from referee.report.wording import count, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = {Verdict.AGREES: "better", Verdict.HOLDS: "better", Verdict.ERRATUM: "worse", Verdict.DIFFERS: "worse",
         Verdict.FAILS: "worse", Verdict.NOT_PRINTED: "none", Verdict.OTHER_DATA: "none",
         Verdict.NOT_RUN: "open", Verdict.OPEN: "open"}
HOW = ("A number agrees where ours, rounded to the digits printed, is the printed one. Where the data are not public, "
       "or none are named, others are taken and only the pattern is compared. Errata are explained in docs/errata.md.")
ROW, PLOT, LONGEST = 0.28, 3.6, 46


def replication_page(document: Document, found: Sequence[tuple[Item, Found]], *, command: str = "") -> Page:
    """One section an item."""
    rows = [row for _, one in found for row in one.rows]
    about = document.title if len(found) > 1 else f"{document.title}: {found[0][0].title}"
    sections = [_section(item, one) for item, one in found]
    if any(row.ratio is not None for row in rows):
        sections.append(Section(key="beside", title="Ours beside the printed numbers", blocks=[Drawing(
            draw=lambda: replication_figure(rows), spoken="ours divided by printed, for every printed number",
            caption="Rings are the printed numbers, points ours, both divided by the printed one.")]))
    lead, beside = _lead(rows)
    believed = what_to_believe(document.beliefs, found)
    if believed:
        sections.append(Section(key="believe", title="What to believe", blocks=[Text(believed)], gist=True))
    return Page(kind="replicate", about=document.title, title=about, question="Does what is printed come out again?",
                lead=lead, rest=[*beside, *_differing(found)], how=[HOW],
                sections=[*sections, how_section([HOW], more=command_block(command))])


def _lead(rows: Sequence[Row]) -> tuple[str, list[str]]:
    """What decides, in the headline; what does not, in a sentence below it."""
    said = Counter(row.verdict for row in rows)
    numbers = said[Verdict.AGREES] + said[Verdict.ERRATUM] + said[Verdict.DIFFERS]
    printed = count(numbers, "printed number", "printed numbers")
    parts = [f"{said[Verdict.AGREES]} of {printed} {'agrees' if numbers == 1 else 'agree'}"] if numbers else []
    for verdict, how in ((Verdict.ERRATUM, "by known errata"), (Verdict.DIFFERS, "otherwise")):
        parts += [f"{said[verdict]} {'differs' if said[verdict] == 1 else 'differ'} {how}"] if said[verdict] else []
    patterns = said[Verdict.HOLDS] + said[Verdict.FAILS] + said[Verdict.OPEN]
    left = f" ({said[Verdict.OPEN]} not decided)" if said[Verdict.OPEN] else ""
    hold = "holds" if patterns == 1 else "hold"
    parts += [f"{said[Verdict.HOLDS]} of {count(patterns, 'pattern')} {hold}{left}"] if patterns else []
    beside = _beside(said)
    return "; ".join(parts or beside) + ".", ["; ".join(beside) + "."] if parts and beside else []


def _beside(said: Counter[Verdict]) -> list[str]:
    """What decides nothing, counted."""
    alone = said[Verdict.NOT_PRINTED]
    stand = "stands" if alone == 1 else "stand"
    parts = [f"{count(alone, 'result')} {stand} beside no printed number"] if alone else []
    parts += [f"{said[Verdict.OTHER_DATA]} numbers of other data stand beside printed ones"] * bool(
        said[Verdict.OTHER_DATA])
    not_run = count(said[Verdict.NOT_RUN], "row was", "rows were")
    return parts + [f"{not_run} not run, for want of a table"] * bool(said[Verdict.NOT_RUN])


def _differing(found: Sequence[tuple[Item, Found]]) -> list[str]:
    """What does not come out, in sentences."""
    said = []
    for item, one in found:
        for row in one.rows:
            if row.verdict in {Verdict.ERRATUM, Verdict.DIFFERS, Verdict.FAILS}:
                why = f" (erratum {row.erratum})" if row.erratum else f" ({row.note})" if row.note else ""
                said.append(f"{item.name}, {row.what}: printed {row.printed}, ours {row.ours}{why}.")
    return said


def _section(item: Item, found: Found) -> Section:
    blocks: list[Block] = [Text(f"Data: {item.data}.", "note"), Text(f"Procedure: {item.procedure}.", "note"),
                           _table(found.rows)]
    blocks += [Drawing(draw=answer.figure, spoken=what, caption=what[:1].upper() + what[1:])
               for what, answer in found.answers.items()]
    blocks += [Drawing(draw=draw, spoken=what, caption=what[:1].upper() + what[1:])
               for what, draw in found.pictures.items()]
    return Section(key=item.name, title=item.title, blocks=blocks, gist=True)


def _table(rows: Sequence[Row]) -> Table:
    """Notes stand below what came out: a column of their own would leave a telephone no room."""
    return Table(header=["what", "printed", "ours", "verdict"], style="wordy", rows=[
        [row.what, row.printed or "–", Cell(text=row.ours, small=row.note), Cell(
            word=verdict_word(row), kind=KINDS[row.verdict])] for row in rows])


def verdict_word(row: Row) -> str:
    """The verdict, with the number of its erratum."""
    return f"differs: erratum {row.erratum}" if row.erratum else row.verdict.value


def replication_figure(rows: Sequence[Row]) -> Figure:
    """Ours divided by printed; 1 is where a number agrees."""
    shown = [row for row in rows if row.ratio is not None]
    if not shown:
        raise BadInput("no picture: nothing was printed as a number that could be drawn.")
    labels = shortened([row.what for row in shown], LONGEST)
    left = 0.2 + text_width(labels, 9)
    height = ROW * len(shown) + 0.75
    figure = blank_figure(left + PLOT + 0.3, height)
    axes = bare_axes(figure, left=left, right=0.3, top=0.1, bottom=0.55)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    wide = max(0.05, *(abs((row.ratio or 1) - 1) for row in shown)) * 1.15
    axes.set_xlim(1 - wide, 1 + wide)
    axes.xaxis.set_visible(True)
    axes.tick_params(axis="x", colors=FAINT, labelsize=8.5, length=0)
    axes.locator_params(axis="x", nbins=5)
    axes.axvline(1, color=LINE, linewidth=1.0)
    for y, (row, label) in enumerate(zip(shown, labels, strict=True)):
        agrees = row.verdict is Verdict.AGREES
        axes.plot([1], [y], marker="o", markersize=8, markerfacecolor="none", color=FAINT, linestyle="none")
        axes.plot([row.ratio or 1.0], [y], marker="o", markersize=4.5, color=BLUE if agrees else VERMILION,
                  linestyle="none")
        put_text(axes, 0, y, label, points=(-8, 0), ha="right", size=9)
    axes.set_xlabel("ours ÷ printed", color=FAINT, fontsize=9)
    return figure
