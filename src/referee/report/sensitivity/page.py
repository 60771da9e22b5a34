"""A sensitivity study as a page, as JSON and as a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.kinds import Json
from referee.report.dictionary import json_ready
from referee.report.metric_view import drawn
from referee.report.page import environment
from referee.report.sensitivity.figure import sensitivity_figure
from referee.report.sensitivity.text import how_sentence, places_of, row_texts, sensitivity_sentences
from referee.report.text import heading
from referee.report.wording import bound, level_text
from referee.study.sensitivity import Sensitivity

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1


def sensitivity_html(study: Sensitivity, *, fragment: bool = False) -> str:
    """The page, or what a notebook shows of it."""
    name = "sensitivity_fragment.html.j2" if fragment else "sensitivity.html.j2"
    return environment().get_template(name).render(page=_page(study))


def _page(study: Sensitivity) -> dict[str, Any]:
    said = [bound(s) for s in sensitivity_sentences(study)]
    places, declared = places_of(study), study.study.declaration
    how = how_sentence(study)
    return {
        "title": f"{study.problem.name}: sensitivity of {study.learner}", "data_name": study.problem.name,
        "learner": study.learner, "lead": said[0] if said else "", "rest": said[1:],
        "heading": heading(study.metric), "level": level_text(study.level),
        "rows": [{"cells": row_texts(study, v, places), "moved": bool(v.beyond)}
                 for v in (study.base, *study.variants)],
        "figure": drawn(sensitivity_figure(study), f"{study.metric.title} of {study.learner} and its variants"),
        "how": how[:1].upper() + how[1:], "data": study.problem.describe(), "notices": list(study.problem.notices),
        "command": declared.command,
        "again": [("Seed", str(declared.seed)), ("Declared", study.study.created),
                  ("Study", study.study.fingerprint), ("Data", study.problem.fingerprint),
                  ("Versions", ", ".join(f"{k} {v}" for k, v in declared.versions.items()))],
    }


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
