"""One self-contained HTML page about learning curves."""

from __future__ import annotations

from typing import Any

from referee.report.curve.figure import curve_figure
from referee.report.curve.sentences import curve_sentences, how_sentences, places_of
from referee.report.curve.text import complexity_text, contrast_text, size_text, value_text
from referee.report.metric_view import KIND, drawn
from referee.report.page import environment
from referee.report.text import heading
from referee.report.wording import bound, column_decimals, duration, level_text, number
from referee.study.curve import Curves


def curve_html(curves: Curves, *, fragment: bool = False) -> str:
    """The page, or what a notebook shows of it."""
    name = "curve_fragment.html.j2" if fragment else "curve.html.j2"
    return environment().get_template(name).render(page=_page(curves))


def _page(curves: Curves) -> dict[str, Any]:
    said = [bound(s) for s in curve_sentences(curves)]
    study = curves.study
    return {
        "title": f"{curves.problem.name}: learning curves", "data_name": curves.problem.name,
        "lead": said[0] if said else "", "rest": said[1:], "how": how_sentences(curves),
        "level": level_text(curves.level), "metrics": [_metric(curves, m.name) for m in curves.metrics],
        "costs": _costs(curves), "data": curves.problem.describe(), "notices": list(curves.problem.notices),
        "command": study.declaration.command,
        "again": [("Seed", str(study.declaration.seed)), ("Design", curves.plan.description),
                  ("Declared", study.created), ("Study", study.fingerprint), ("Data", curves.problem.fingerprint),
                  ("Splits", curves.plan.fingerprint),
                  ("Versions", ", ".join(f"{k} {v}" for k, v in study.declaration.versions.items()))],
    }


def _metric(curves: Curves, metric: str) -> dict[str, Any]:
    m = next(m for m in curves.metrics if m.name == metric)
    places = places_of(curves, metric)
    spoken = f"{m.title} by training size for {', '.join(curves.learners)}"
    rows = [{"size": size_text(curves, i),
             "cells": [value_text(curves.curves[name, metric].points[i], places) for name in curves.learners]}
            for i in range(len(curves.sizes))]
    return {"title": m.title, "heading": heading(m), "learners": list(curves.learners), "rows": rows,
            "figure": drawn(curve_figure(curves, metric), spoken), **_differences(curves, metric)}


def _differences(curves: Curves, metric: str) -> dict[str, Any]:
    family = curves.contrasts[metric]
    places = column_decimals([c.interval for c in family.found])
    rows = []
    for i, size in enumerate(curves.sizes):
        cells = []
        for a, b in family.pairs:
            c = next((c for c in family.of(a, b) if c.size == size), None)
            cells.append({"text": contrast_text(c, places), "kind": KIND[c.outcome] if c else "none"})
        rows.append({"size": size_text(curves, i), "cells": cells})
    return {"pairs": [f"{a} − {b}" for a, b in family.pairs], "differences": rows}


def _costs(curves: Curves) -> list[dict[str, str]]:
    primary = curves.primary.name
    places = places_of(curves, primary)
    rows = []
    for name in curves.learners:
        for i, p in enumerate(curves.curves[name, primary].points):
            rows.append({"name": name, "size": size_text(curves, i), "complexity": complexity_text(p),
                         "training": "—" if p.training is None else number(p.training, places),
                         "fit": "—" if p.fit_seconds is None else duration(p.fit_seconds),
                         "predict": "—" if p.predict_seconds is None else duration(p.predict_seconds),
                         "lost": f"{p.lost:,}"})
    return rows
