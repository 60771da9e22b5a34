"""A sensitivity study as a page, as JSON and as a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.report.dictionary import json_ready
from referee.report.document import Drawing, Page, Section
from referee.report.sensitivity.figure import sensitivity_figure
from referee.report.sensitivity.text import how_sentence, sensitivity_sentences, sensitivity_table
from referee.report.study_sections import again_section, data_section, how_section
from referee.study.sensitivity import Sensitivity

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1


def sensitivity_page(study: Sensitivity) -> Page:
    """The base, its variants, and what moves it."""
    lead, *rest = sensitivity_sentences(study) or [""]
    drawing = Drawing(
        draw=lambda: sensitivity_figure(study), spoken=f"{study.metric.title} of {study.learner} and its variants",
        caption="The first row is the base; its interval is the band behind all rows. Diamonds marked “moved” differ "
                "from it by more than noise; hollow points do not, or could not be tested.")
    how = [how_sentence(study)]
    return Page(
        kind="sensitivity", about=study.problem.name, question=f"What moves the estimate of {study.learner}",
        title=f"{study.problem.name}: sensitivity of {study.learner}", lead=lead, rest=rest, how=how,
        sections=[Section(key="variants", title="One thing varied at a time", gist=True,
                          blocks=[drawing, sensitivity_table(study)]),
                  data_section(study.problem), how_section(how), again_section(study.study, study.problem)])


def sensitivity_dict(study: Sensitivity) -> Json:
    """Everything for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "sensitivity",
        "sentences": {"sensitivity": sensitivity_sentences(study), "how": how_sentence(study)},
        "study": {"name": study.study.name, "fingerprint": study.study.fingerprint, "created": study.study.created,
                  "declared": study.study.declaration.to_dict(), "level": study.level, "missing": study.missing},
        "data": study.problem.to_dict(), "learner": study.learner, "metric": study.metric.name,
        "base": study.base.to_dict(), "variants": [v.to_dict() for v in study.variants],
        "sources": [s.to_dict() for s in study.sources],
    })
    return clean


def sensitivity_frame(study: Sensitivity) -> pd.DataFrame:
    """One row for each variant, the base first."""
    import pandas as pd

    rows = []
    for variant in (study.base, *study.variants):
        row = variant.to_dict()
        for key in ("interval", "move_interval"):
            ends = row.pop(key) or {"low": None, "high": None}
            before = "move_" if key.startswith("move") else ""
            row |= {f"{before}low": ends["low"], f"{before}high": ends["high"]}
        rows.append(row)
    return pd.DataFrame(rows).astype(dict.fromkeys(["value", "low", "high", "move", "move_low", "move_high"], float))
