"""One metric as the page shows it: a table, a matrix, and figures in the page's own colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.comparisons.verdict import Outcome, Verdict
from referee.metrics import Metric
from referee.report.best_first import BestFirst, Place, best_first, difference_text, verdict_on
from referee.report.text import against_heading, heading, verdict_word
from referee.report.wording import WORDS, column_decimals, interval_text, level_text, p_text, row_decimals
from referee.study import Analysis

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.figure import Figure

MANY = 6             # with more learners the columns of the matrix are numbered and cells leave out the interval
KIND = {Outcome.BETTER: "better", Outcome.WORSE: "worse", Outcome.EQUIVALENT: "same", Outcome.IDENTICAL: "same",
        Outcome.UNDECIDED: "open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a template needs of one metric; every value is text."""

    title: str
    heading: str
    level: str
    against: str
    gist: str
    rows: list[dict[str, Any]]
    matrix: dict[str, Any] | None
    figure: Markup
    scores: Markup | str


def view(analysis: Analysis, metric: Metric, *, scores: bool = False) -> View:
    """Lay out one metric; with the score of every test part if asked for."""
    from referee.report.figures import estimates_figure, scores_figure

    where = best_first(analysis, metric)
    spoken = "; ".join(f"{p.label} {where.value_text(p)} ({where.interval_text(p)})" for p in where.places)
    several = scores and len(analysis.plan.entries) > 1
    return View(
        title=metric.title, heading=heading(metric), level=level_text(analysis.level),
        against=against_heading(where) if where.reference is not None else "", gist=_gist(where),
        rows=[_row(where, place) for place in where.places], matrix=_matrix(where) if where.family else None,
        figure=drawn(estimates_figure(analysis, metric), f"{metric.title} with intervals: {spoken}"),
        scores=drawn(scores_figure(analysis, metric), f"{metric.title} on every test part") if several else "",
    )


def _gist(where: BestFirst) -> str:
    """One line for a folded metric."""
    first = where.places[0]
    return f"{first.label} {where.value_text(first)}" + (f" ({where.interval_text(first)})" if first.interval else "")


def _row(where: BestFirst, place: Place) -> dict[str, Any]:
    kind = KIND[place.verdict.outcome] if place.verdict else "none"
    return {"label": place.label, "baseline": place.baseline, "value": where.value_text(place),
            "interval": where.interval_text(place), "difference": where.difference_text(place),
            "word": verdict_word(place), "kind": kind}


def _matrix(where: BestFirst) -> dict[str, Any]:
    assert where.family is not None
    names, many = [p.learner for p in where.places], len(where.places) > MANY
    column = column_decimals([v.comparison.interval for v in where.family.verdicts])
    rows = []
    for i, place in enumerate(where.places):
        cells = [_cell(verdict_on(where.family, place.learner, other), column, same=other == place.learner, many=many)
                 for other in names]
        rows.append({"label": f"{i + 1} {place.label}" if many else place.label, "cells": cells})
    return {"heads": [str(i + 1) for i in range(len(names))] if many else [p.label for p in where.places], "rows": rows}


def _cell(found: tuple[Verdict | None, str], column: int, *, same: bool, many: bool) -> dict[str, str]:
    verdict, reason = found
    if verdict is None:
        return {"kind": "none", "number": "", "interval": "", "word": "–" if same else "not compared",
                "title": "" if same else reason}
    c = verdict.comparison
    places = row_decimals(c.interval, column)
    return {"kind": KIND[verdict.outcome], "number": difference_text(verdict, column).partition(" (")[0],
            "interval": interval_text(c.interval, places, sign=True) if c.interval and not many else "",
            "word": WORDS[verdict.outcome], "title": "" if many else f"adjusted {p_text(verdict.p_adjusted)}"}


def drawn(figure: Figure, spoken: str) -> Markup:
    """Inline SVG whose colours follow the page: light, dark or print."""
    from markupsafe import Markup

    from referee.report import figures
    from referee.report.svg import to_svg

    text = to_svg(figure, title=spoken)
    for colour, name in ((figures.INK, "ink"), (figures.FAINT, "faint"), (figures.LINE, "line"),
                         (figures.BLUE, "accent"), (figures.DOTS, "dots"), ("#ffffff", "paper")):
        for part in ("fill", "stroke"):
            text = text.replace(f"{part}: {colour}", f"{part}: var(--{name}, {colour})")
    return Markup(text)     # noqa: S704 - made by matplotlib, which escapes every text in it


def together_views(analysis: Analysis) -> list[dict[str, Any]]:
    """All targets at once, the best learner against the others, each with its picture."""
    from referee.report.joint_figure import joint_caption, joint_figure
    from referee.report.supporting_sentences import joint_sentence, several_targets
    from referee.report.wording import bound

    return [{"sentence": bound(joint_sentence(found)), "caption": joint_caption(found),
             "figure": drawn(joint_figure(found), f"{found.a} minus {found.b} by {', '.join(found.names)}: {found}")}
            for found in several_targets(analysis, best_first(analysis, analysis.primary))]


def calibration_views(analysis: Analysis) -> list[dict[str, Any]]:
    """A reliability diagram for each learner that gave probabilities, baselines left out."""
    from referee.report.calibration import calibration_figure

    views = []
    for name, card in analysis.learners.items():
        if card.baseline or not _has_probabilities(analysis, name):
            continue
        found = analysis.calibration(name)
        worst = min(found.diagrams, key=lambda d: d.p)
        label = "" if len(found.diagrams) == 1 else f"{worst.of}: "
        views.append({"name": name, "gist": label + worst.finding, "sentences": [str(d) for d in found.diagrams],
                      "rows": f"{found.n_rows:,}", "level": level_text(analysis.level),
                      "figure": drawn(calibration_figure(found), f"reliability diagram of {name}: {found}")})
    return views


def _has_probabilities(analysis: Analysis, name: str) -> bool:
    first = analysis.table.first.get(name)
    return first is not None and first.predictions.probabilities is not None
