"""The panorama as a page."""

from __future__ import annotations

from referee.reading.panorama import Column, Line, Panorama
from referee.report.document import Block, Bullets, Cell, Drawing, Page, Section, Table, Text
from referee.report.panorama.figure import panorama_figure
from referee.report.panorama.in_time import CAPTION, NOTE
from referee.report.panorama.sentences import how_sentences, panorama_sentences, spread_sentence
from referee.report.panorama.text import interval_cell, spread_text, value_text
from referee.report.panorama.wording import decimals_of
from referee.report.study_sections import again_section, data_section, how_section
from referee.report.text import heading
from referee.report.wording import duration, level_text

EXPECTED = ("The expected picture is that of Reich and Barai (1999): resubstitution has the least error, then the "
            "bootstrap, cross-validation, and hold-out, whose models saw the fewest rows.")


def panorama_page(panorama: Panorama) -> Page:
    """Every estimator side by side, a section for each column."""
    lead, *rest = panorama_sentences(panorama) or [""]
    how = [*how_sentences(panorama), spread_sentence(panorama)]
    divisions: list[Block] = [Text("The divisions of the rows:"), Bullets(panorama.plan.description.split("; "))]
    return Page(
        kind="panorama", about=panorama.problem.name, question="Every estimator side by side",
        title=f"{panorama.problem.name}: panorama of {', '.join(panorama.learners)}", lead=lead, rest=rest, how=how,
        sections=[*(_section(panorama, number, column) for number, column in enumerate(panorama.columns)),
                  data_section(panorama.problem),
                  how_section(how, more=divisions, note=NOTE if panorama.of_a_series else EXPECTED),
                  again_section(panorama.study, panorama.problem)])


def _section(panorama: Panorama, number: int, column: Column) -> Section:
    places, metric, level = decimals_of(column), panorama.metric_of(column), level_text(panorama.level)
    title = f"{column.learner}: {metric.title}" + (f" of {column.target}" if column.target else "")
    spoken = "; ".join(f"{line.estimator.title} {value_text(line, places)}" for line in column.lines)
    drawing = Drawing(
        draw=lambda: panorama_figure(panorama, number), spoken=f"{title}: {spoken}",
        caption=CAPTION if panorama.of_a_series else
                f"Points are estimates, thick bars {level} intervals, thin lines the least and the most of the "
                f"iterations; hollow points have no interval. The light band joins the estimators whose order is "
                f"expected: from the top down it should lean to the worse side.")
    table = Table(header=[heading(metric), "estimate", f"{level} interval", "least", "most", "mean", "sd", "fits",
                          "lost", "time"], rows=[_row(line, places) for line in column.lines])
    return Section(key=f"column-{number + 1}", title=title, blocks=[drawing, table], gist=True)


def _row(line: Line, places: int) -> list[str | Cell]:
    lost = f"{line.lost:,}" + (f" ({line.why_lost[0]})" if line.lost and line.why_lost else "")
    interval = Cell(text=interval_cell(line, places), title=line.interval.method if line.interval else line.reason)
    return [line.estimator.title, value_text(line, places), interval, *spread_text(line, places),
            f"{line.fits:,}", lost, duration(line.seconds) if line.fits else "—"]
