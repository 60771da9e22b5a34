"""The page about learning curves."""

from __future__ import annotations

from referee.report.curve.figure import curve_figure
from referee.report.curve.sentences import curve_sentences, how_sentences, places_of
from referee.report.curve.text import complexity_text, score_heading, size_text, value_text
from referee.report.document import Block, Cell, Drawing, Folded, Page, Row, Section, Table
from referee.report.metric_view import KIND
from referee.report.study_sections import again_section, data_section, how_section
from referee.report.wording import WORDS, column_decimals, duration, level_text, number, signed
from referee.study.curve import Contrast, Curves

LAW = "Dotted: a power law beyond the data, where one was fitted, with its range at the end."
COSTS = ["to train", "to predict 1,000", "size of the model", "fits lost"]


def curve_page(curves: Curves) -> Page:
    """Scores, differences and costs by training size."""
    lead, *rest = curve_sentences(curves) or [""]
    how = how_sentences(curves)
    more = [("Design", curves.plan.description), ("Splits", curves.plan.fingerprint)]
    return Page(
        kind="learning curves", about=curves.problem.name, question="How the learners grow with data",
        title=f"{curves.problem.name}: learning curves", lead=lead, rest=rest, how=how,
        sections=[_section(curves), *_others(curves), _costs(curves),
                  data_section(curves.problem), how_section(how),
                  again_section(curves.study, curves.problem, more=more)])


def _section(curves: Curves) -> Section:
    return Section(key="metric-1", title=curves.primary.title, gist=True, metric=curves.primary.title,
                   blocks=_blocks(curves, 0))


def _others(curves: Curves) -> list[Section]:
    folded = [Folded(summary=metric.title, metric=metric.title, blocks=_blocks(curves, i))
              for i, metric in enumerate(curves.metrics[1:], start=1)]
    return [Section(key="others", title="Other metrics", blocks=folded)] if folded else []


def _blocks(curves: Curves, which: int) -> list[Block]:
    metric, level = curves.metrics[which], level_text(curves.level)
    places = places_of(curves, metric.name)
    drawing = Drawing(
        draw=lambda: curve_figure(curves, metric.name),
        spoken=f"{metric.title} by training size for {', '.join(curves.learners)}",
        caption=f"On top: {_shown(curves)} by the number of rows trained on. "
                f"With {level} confidence the expected scores of a learner lie in its band at every size at once. "
                f"{'' if curves.of_a_series else LAW + ' '}Below: "
                f"differences of pairs with intervals that hold for all pairs and sizes at once, and the time a fit "
                f"took.")
    scores = Table(header=[score_heading(curves, metric.name), *curves.learners], rows=[
        [size_text(curves, i), *(value_text(curves.curves[name, metric.name].points[i], places)
                                 for name in curves.learners)] for i in range(len(curves.sizes))])
    return [drawing, scores, *_differences(curves, metric.name, metric.title)]


def _shown(curves: Curves) -> str:
    return ("scores on the times after each window" if curves.of_a_series else
            "scores on test rows (solid) and on training rows (dashed)")


def _differences(curves: Curves, metric: str, title: str) -> list[Table]:
    family = curves.contrasts[metric]
    if not family.pairs:
        return []
    places = column_decimals([c.interval for c in family.found])
    by_size = {(c.a, c.b, c.size): c for c in family.found}
    rows: list[Row] = [
        [size_text(curves, i), *(_cell(by_size.get((a, b, size)), places) for a, b in family.pairs)]
        for i, size in enumerate(curves.sizes)]
    return [Table(header=[f"difference in {title}", *(f"{a} − {b}" for a, b in family.pairs)], rows=rows)]


def _cell(contrast: Contrast | None, places: int) -> Cell:
    if contrast is None:
        return Cell(word="not compared", kind="none")
    return Cell(text=signed(contrast.difference, places), word=WORDS[contrast.outcome], kind=KIND[contrast.outcome])


def _costs(curves: Curves) -> Section:
    primary = curves.primary.name
    places = places_of(curves, primary)
    trained = [] if curves.of_a_series else ["training score"]
    rows = [[name, size_text(curves, i), *("—" if p.training is None else number(p.training, places) for _ in trained),
             "—" if p.fit_seconds is None else duration(p.fit_seconds),
             "—" if p.predict_seconds is None else duration(p.predict_seconds), complexity_text(p), f"{p.lost:,}"]
            for name in curves.learners for i, p in enumerate(curves.curves[name, primary].points)]
    header = ["learner", "trained on", *trained, *COSTS]
    return Section(key="costs", title="What it costs", blocks=[Table(header=header, rows=rows)])
