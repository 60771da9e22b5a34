"""The panorama as one self-contained HTML page, or as a fragment for a notebook."""

from __future__ import annotations

from typing import Any

from referee.errors import BadInput
from referee.reading.panorama import Column, Line, Panorama
from referee.report.metric_view import drawn
from referee.report.page import environment
from referee.report.panorama.figure import panorama_figure
from referee.report.panorama.sentences import SPREAD, decimals_of, how_sentences, label, panorama_sentences
from referee.report.panorama.text import interval_cell, spread_text, value_text
from referee.report.text import heading
from referee.report.wording import bound, duration, level_text


def panorama_html(panorama: Panorama, *, fragment: bool = False) -> str:
    """A whole document that refers to nothing outside itself; `fragment`: only what a notebook cell shows."""
    lead, *rest = [bound(s) for s in panorama_sentences(panorama)] or [""]
    said = panorama.study.declaration
    page = {
        "title": f"{panorama.problem.name}: panorama of {', '.join(panorama.learners)}",
        "data_name": panorama.problem.name, "lead": lead, "rest": rest, "how": [*how_sentences(panorama), SPREAD],
        "level": level_text(panorama.level), "data": panorama.problem.describe(),
        "notices": list(panorama.problem.notices), "design": panorama.plan.description.split("; "),
        "columns": [_column(panorama, number, column) for number, column in enumerate(panorama.columns)],
        "command": said.command,
        "again": [("Seed", str(said.seed)), ("Declared", panorama.study.created),
                  ("Versions", ", ".join(f"{n} {v}" for n, v in said.versions.items())),
                  ("Study", panorama.study.fingerprint), ("Data", panorama.problem.fingerprint)],
    }
    name = "panorama_fragment.html.j2" if fragment else "panorama.html.j2"
    return environment().get_template(name).render(page=page)


def _column(panorama: Panorama, number: int, column: Column) -> dict[str, Any]:
    places = decimals_of(column)
    metric = panorama.metric_of(column)
    title = f"{column.learner}: {metric.title}" + (f" of {column.target}" if column.target else "")
    spoken = "; ".join(f"{line.estimator.title} {value_text(line, places)}" for line in column.lines)
    try:
        figure: Any = drawn(panorama_figure(panorama, number), f"{title}: {spoken}")
    except BadInput:
        figure = ""
    return {"title": title, "heading": heading(metric), "label": label(panorama, column), "figure": figure,
            "rows": [_row(line, places) for line in column.lines]}


def _row(line: Line, places: int) -> dict[str, str]:
    low, high, mean, sd = spread_text(line, places)
    lost = f"{line.lost:,}" + (f" ({line.why_lost[0]})" if line.lost and line.why_lost else "")
    return {"title": line.estimator.title, "value": value_text(line, places), "interval": interval_cell(line, places),
            "method": line.interval.method if line.interval else line.reason, "low": low, "high": high, "mean": mean,
            "sd": sd, "fits": f"{line.fits:,}", "lost": lost, "seconds": duration(line.seconds) if line.fits else "—"}
