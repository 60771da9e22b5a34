r"""An analysis as a LaTeX table for a paper (needs \usepackage{booktabs}).

The best value is bold only where the verdict supports it: some learner is worse, and those the
best could not be told from are bold too.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.verdict import Outcome
from referee.report.best_first import BestFirst, Place, best_first
from referee.report.booktabs import booktabs
from referee.report.document import Cell
from referee.report.sentences import design_sentence, method_sentence
from referee.report.text import against_heading, verdict_word
from referee.report.wording import level_text
from referee.study import Analysis


def as_latex(analysis: Analysis) -> str:
    """A booktabs table of the primary metric, each learner against the best, with a caption naming the method."""
    where = best_first(analysis, analysis.primary)
    header = ["", where.metric.title, f"{level_text(analysis.level)} interval"]
    compared = where.reference is not None
    if compared:
        header += [against_heading(where).capitalize(), "Verdict"]
    return booktabs(header, list(_rows(where, compared=compared)), caption=_caption(analysis, where),
                    columns=f"l{'r' * (2 + compared)}{'l' * compared}")


def _caption(analysis: Analysis, where: BestFirst) -> str:
    metric, bold = analysis.primary, any(_bold(where, place) for place in where.places)
    best = " Bold: the best, with all that could not be told from it." if bold else ""
    return (f"{metric.title} ({metric.direction.word}) on {analysis.problem.name}. {design_sentence(analysis)} "
            f"{method_sentence(analysis)}{best}")


def _rows(where: BestFirst, *, compared: bool) -> Iterator[list[str | Cell]]:
    for place in where.places:
        cells: list[str | Cell] = [place.label, Cell(text=where.value_text(place), strong=_bold(where, place)),
                                   where.interval_text(place)]
        yield [*cells, where.difference_text(place), verdict_word(place)] if compared else cells


def _bold(where: BestFirst, place: Place) -> bool:
    """Whether the verdict allows to point this learner out."""
    if where.family is None or where.family.ask.against is not None or where.reference is None:
        return False
    beaten = any(p.verdict is not None and p.verdict.outcome is Outcome.WORSE and not p.baseline for p in where.places)
    if place.learner == where.reference:
        return beaten
    return beaten and place.verdict is not None and place.verdict.outcome is not Outcome.WORSE
