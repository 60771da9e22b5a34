"""A study of chance as a page, as JSON and as a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.errors import BadInput
from referee.kinds import Json
from referee.report.chance.figure import chance_figure
from referee.report.chance.sentences import chance_sentences, how_sentences
from referee.report.chance.text import tables_of
from referee.report.dictionary import json_ready
from referee.report.metric_view import drawn
from referee.report.sections import Page, Section, Table, sections_html
from referee.study.chance import Chance

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
FRAME = ["learner", "metric", "shuffled", "observed", "p", "p_adjusted", "shuffles", "reaching", "lost", "missing",
         "mean", "monte_carlo_error", "no_skill", "bias", "optimistic", "adjusted", "reason"]


def chance_html(study: Chance, *, fragment: bool = False) -> str:
    """The page, or what a notebook cell shows."""
    how = how_sentences(study)
    page = Page(
        kind="chance", title=f"{study.problem.name}: better than chance?", question="Better than chance?",
        sentences=chance_sentences(study), how=[sentence[:1].upper() + sentence[1:] for sentence in how],
        sections=[_section(study, m.name, table) for m, table in zip(study.metrics, tables_of(study), strict=True)],
        note="Ojala and Garriga (2010), Permutation tests for studying classifier performance, JMLR 11, 1833–1863.",
    )
    return sections_html(page, study.study, study.problem, fragment=fragment)


def _section(study: Chance, metric: str, table: tuple[list[str], list[list[str]]]) -> Section:
    try:
        figure: Any = drawn(chance_figure(study, metric), "Scores on shuffled data and on the data: see the table")
    except BadInput:
        figure = ""
    return Section(title=f"By {table[0][0]}", figure=figure, tables=[Table(header=table[0], rows=table[1])],
                   caption="Bars: scores on shuffled data. Line with a diamond: the score on the data as they are. "
                           "Dashes: what no skill is worth, where that is known.")


def chance_dict(study: Chance) -> Json:
    """Everything for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "chance",
        "sentences": {"gist": chance_sentences(study), "how": how_sentences(study)},
        "study": {"name": study.study.name, "fingerprint": study.study.fingerprint, "created": study.study.created,
                  "declared": study.study.declaration.to_dict(), "level": study.level, "missing": study.missing},
        "data": study.problem.to_dict(),
        "design": {"description": study.plan.description, "parameters": study.plan.parameters,
                   "fingerprint": study.plan.fingerprint},
        "tests": [told.model_dump() for told in study.tests], "references": [r.to_dict() for r in study.references],
        "failures": [{"learner": name, "on": where, "error": why} for name, where, why in study.failures],
    })
    return clean


def chance_frame(study: Chance) -> pd.DataFrame:
    """One row for each learner, metric and test."""
    import pandas as pd

    return pd.DataFrame([r.to_dict() for r in study.references], columns=FRAME)
