"""A survey of papers for people: text, a table, a picture of shares with their intervals, a page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.audit.survey import Share, Survey
from referee.report.document import Drawing, Page, Section, Table
from referee.report.figures import BLUE, FAINT, INK, LINE, bare_axes, blank_figure, put_text, text_width
from referee.report.study_sections import how_section
from referee.report.width import width_of_text
from referee.report.wording import joined, level_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW, GAP, PLOT = 0.26, 0.42, 3.4         # inches


def survey_text(survey: Survey) -> str:
    """A table of questions and answers, and what is odd about the shares that were printed."""
    lines = [textwrap.fill(headline(survey), width_of_text()), "", *_aligned(_rows(survey)), ""]
    lines += [textwrap.fill(sentence, width_of_text()) for sentence in _notes(survey)]
    return "\n".join(lines)


def headline(survey: Survey) -> str:
    """What was surveyed."""
    about = f": {survey.about}" if survey.about else ""
    return f"{survey.name}{about} ({survey.n} {survey.unit})"


def survey_page(survey: Survey) -> Page:
    """Every question with its shares."""
    header, *rows = _rows(survey)
    *odd, how = [note for note in _notes(survey) if not note.startswith("Source: ")]
    table = Table(header=header, rows=rows)
    drawing = Drawing(draw=lambda: survey_figure(survey), spoken=f"{survey.name}: the shares of the table",
                      caption=f"Points are shares of {survey.n} {survey.unit}, bars their {_level(survey)} intervals.")
    return Page(kind="survey", about=survey.name, title=survey.name, question="How many meet each demand?",
                lead=headline(survey), rest=[note.removeprefix("! ") for note in odd], how=[how],
                sections=[Section(key="shares", title="Questions and answers", blocks=[drawing, table], gist=True),
                          how_section([how], note=f"Source: {survey.source}." if survey.source else "")])


def survey_frame(survey: Survey) -> pd.DataFrame:
    """One row for each question and answer."""
    import pandas as pd

    return pd.DataFrame([{"question": q["question"], **answer} for q in survey.to_dict()["questions"]
                         for answer in q["answers"]])


def _rows(survey: Survey) -> list[tuple[str, ...]]:
    parts = list(dict.fromkeys(part for q in survey.questions for share in q.shares for part in share.by))
    printed = any(share.printed is not None for q in survey.questions for share in q.shares)
    rows = [("question", "answer", *parts, survey.unit, "share", f"{_level(survey)} interval",
             *(["printed"] if printed else []))]
    for question in survey.questions:
        for position, share in enumerate(question.shares):
            rows.append((question.question if position == 0 else "", share.answer,
                         *(str(share.by.get(part, "")) for part in parts), str(share.count), _percent(share),
                         f"{100 * share.interval.low:.1f}% to {100 * share.interval.high:.1f}%",
                         *([_printed(share)] if printed else [])))
    return rows


def _percent(share: Share) -> str:
    """To one decimal, half up, as people round: 31.25 is 31.3."""
    return f"{share.percent + 1e-9:.1f}%"


def _printed(share: Share) -> str:
    return "" if share.printed is None else f"{share.printed:.{share.decimals}f}%{'' if share.possible else ' !'}"


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in
                 enumerate(zip(row, widths, strict=True))]
        yield "  ".join(cells).rstrip()


def _notes(survey: Survey) -> Iterator[str]:
    if survey.impossible:
        said = [f"{share.printed:.{share.decimals}f}% ({share.count} are {_percent(share)})"
                for _, share in survey.impossible]
        yield f"! No number of {survey.n} {survey.unit} gives the printed {joined(said)}."
    yield (f"Intervals are Wilson's, each by itself, as if the {survey.unit} were drawn at random from others like "
           f"them.")
    if survey.source:
        yield f"Source: {survey.source}."


def _level(survey: Survey) -> str:
    return level_text(survey.questions[0].shares[0].interval.level)


def survey_figure(survey: Survey) -> Figure:
    """Points are shares, bars their intervals; the counts stand at the right."""
    labels = [share.answer for q in survey.questions for share in q.shares]
    titles = [q.question for q in survey.questions]
    left = 0.2 + max(text_width(labels, 9), text_width(titles, 9.5) * 0.6) + 0.3
    right = 0.3 + text_width([f"{survey.n} of {survey.n} (100%)"], 9)
    height = 0.55 + sum(GAP + ROW * len(q.shares) for q in survey.questions)
    figure = blank_figure(left + PLOT + right, height)
    axes = bare_axes(figure, left=left, right=right, top=0.1, bottom=0.45)
    axes.set_xlim(0, 100)
    axes.set_ylim(-(height - 0.55), 0)
    for tick in (0, 25, 50, 75, 100):
        axes.axvline(tick, color=LINE, linewidth=0.7, zorder=0)
        put_text(axes, tick, -(height - 0.55) - 0.16, f"{tick}%", ha="center", color=FAINT, size=8.5)
    y = 0.0
    for question in survey.questions:
        y -= GAP
        put_text(axes, 0, y + 0.08, question.question, ha="left", color=INK, weight="bold",
                 bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0})
        for share in question.shares:
            y -= ROW
            low, high = 100 * share.interval.low, 100 * share.interval.high
            axes.plot([low, high], [y + 0.06] * 2, color=BLUE, linewidth=3.2, alpha=0.4, solid_capstyle="butt")
            axes.plot([share.percent], [y + 0.06], marker="o", color=BLUE, markersize=5, clip_on=False)
            put_text(axes, -2, y + 0.06, share.answer, ha="right", color=INK, size=9)
            put_text(axes, 102, y + 0.06, f"{share.count} of {share.n} ({share.percent:.0f}%)", ha="left",
                     color=FAINT, size=9)
    return figure
