r"""An analysis as a LaTeX table for a paper (needs \usepackage{booktabs}).

The best value is bold only where the verdict supports it: some learner is worse, and those the
best could not be told from are bold too.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.verdict import Outcome
from referee.reading.differences.named import TESTS
from referee.report.best_first import BestFirst, Place, best_first
from referee.report.booktabs import booktabs
from referee.report.document import Cell
from referee.report.text import against_heading, verdict_word
from referee.report.wording import CORRECTIONS, capitalised, count, level_text
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
    """What the numbers are, of which rows, by which test; bold is explained only where something is bold."""
    metric, rows = analysis.primary, analysis.problem.n_rows
    what = f"{metric.title} ({metric.direction.word}) on {analysis.problem.name} ({count(rows, 'row')})"
    said = [f"{what}, with {level_text(analysis.level)} intervals.",
            "" if analysis.study.declaration.judged else f"{capitalised(analysis.plan.description).rstrip('.')}.",
            *_differences(where)]
    if any(_bold(where, place) for place in where.places):
        said.append("Bold: the best, with all that the test could not tell from it.")
    return " ".join(filter(None, said))


def _differences(where: BestFirst) -> Iterator[str]:
    """How the last columns were made."""
    family = where.family
    if family is None or where.reference is None or not family.every_verdict:
        return
    test = family.every_verdict[0].comparison.method + TESTS[family.test].by
    side = "one-sided" if family.ask.side else "two-sided"
    corrected = (f", {CORRECTIONS.get(family.ask.adjust, family.ask.adjust)} over {family.size} comparisons"
                 if family.size > 1 else "")
    halves = f", of models trained on half of the rows ({where.n_half:,})" if where.n_half is not None else ""
    alone = "; intervals of differences are for each pair by itself" if family.size > 1 else ""
    yield f"Differences from {where.reference}{halves}: {test}, {side}{corrected}{alone}."


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
