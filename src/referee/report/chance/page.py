"""A study of chance as a page, as JSON and as a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.report.chance.figure import chance_figure
from referee.report.chance.sentences import chance_sentences, how_sentences
from referee.report.chance.text import tables_of
from referee.report.dictionary import json_ready
from referee.report.document import Drawing, Page, Section, Table
from referee.report.study_sections import again_section, data_section, how_section
from referee.study.chance import Chance

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
FRAME = ["learner", "metric", "shuffled", "observed", "p", "p_adjusted", "shuffles", "reaching", "lost", "missing",
         "mean", "monte_carlo_error", "no_skill", "bias", "optimistic", "adjusted", "reason"]

SOURCE = "Ojala and Garriga (2010), Permutation tests for studying classifier performance, JMLR 11, 1833–1863."
IN_TIME = "Theiler et al. (1992), Testing for nonlinearity in time series, Physica D 58, 77–94: surrogate data."


def chance_page(study: Chance) -> Page:
    """Scores beside those on shuffled data, a section for each metric."""
    lead, *rest = chance_sentences(study) or [""]
    how = how_sentences(study)
    return Page(
        kind="chance", about=study.problem.name, title=f"{study.problem.name}: better than chance?",
        question="Better than chance?", lead=lead, rest=rest, how=how,
        sections=[*(_section(study, number, table) for number, table in enumerate(tables_of(study))),
                  data_section(study.problem), how_section(how, note=IN_TIME if study.along_times else SOURCE),
                  again_section(study.study, study.problem)])


def _section(study: Chance, number: int, table: Table) -> Section:
    metric = study.metrics[number].name
    made = "data whose target was moved along the times" if study.along_times else "shuffled data"
    drawing = Drawing(draw=lambda: chance_figure(study, metric),
                      spoken=f"Scores on {made} and on the data: see the table",
                      caption=f"Bars: scores on {made}. Line with a diamond: the score on the data as they are. "
                              "Dashes: what no skill is worth, where that is known.")
    return Section(key=f"metric-{number + 1}", title=f"By {table.header[0]}", blocks=[drawing, table], gist=True)


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
