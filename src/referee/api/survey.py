"""survey: the checklist over a set of papers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer
from referee.api.keywords import keywords
from referee.audit.survey import Survey
from referee.report.audit.survey import survey_figure, survey_frame, survey_page, survey_text
from referee.report.document import Page

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.audit.reading.survey_file import PaperSaid
    from referee.audit.survey import Survey


@dataclass(frozen=True, eq=False, repr=False)
class SurveyResult(Answer):
    """A survey: printed, in a notebook, as a table, as JSON, as a picture."""

    filename: ClassVar[str] = "survey.html"
    survey: Survey

    def page(self) -> Page:
        """The answer laid out in sections."""
        return survey_page(self.survey)

    def table(self) -> pd.DataFrame:
        """One row for each question and answer."""
        return survey_frame(self.survey)

    def figure(self) -> Figure:
        """Every share with its interval."""
        return survey_figure(self.survey)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return self.survey.to_dict()

    def __str__(self) -> str:
        return survey_text(self.survey)


@keywords()
def survey(papers: str | Path, *, level: float = 0.95) -> SurveyResult:
    """How many papers meet each demand, with counts, shares and intervals.

    `papers` is a file that lists papers with their answers (or with files to audit, whose score sheets answer), or the
    counts of a published survey; or the name of one that comes along: "flexer-1995", "prechelt-1996",
    "reich-barai-1999".

    >>> share = survey("flexer-1995").survey["third set for tuning"]["yes"]
    >>> share.count, share.percent, share.interval.high
    (3, 4.92, 0.1349)
    """
    from referee.audit.reading.survey_file import read_survey
    from referee.audit.survey import Survey, counted_answers
    from referee.estimates._base import check_level

    check_level(level)
    said, path = read_survey(papers)
    if said.questions:
        questions = tuple(counted_answers(q.question, q.totals, by=q.by, printed=q.printed, decimals=q.decimals,
                                          level=level)
                          for q in said.questions)
        n = said.n or max(sum(q.totals.values()) for q in said.questions)
        return SurveyResult(Survey(name=said.survey, n=n, unit=said.unit, questions=questions, about=said.about,
                                   source=said.source))
    return SurveyResult(_one_by_one(said.survey, said.papers, path.parent, said.unit, level))


def _one_by_one(name: str, papers: list[PaperSaid], folder: Path, unit: str, level: float) -> Survey:
    from referee.audit.reading.survey_file import CHECKLIST
    from referee.audit.survey import ANSWERS, Survey, tally

    sheets = [_answers(paper, folder) for paper in papers]
    asked = dict.fromkeys([*CHECKLIST, *(what for sheet in sheets for what in sheet)])
    questions = tuple(tally(what, [sheet.get(what, _silence(what)) for sheet in sheets],
                            of=CHECKLIST.get(what, ANSWERS), level=level)
                      for what in asked if any(what in sheet for sheet in sheets))
    return Survey(name=name, n=len(papers), unit=unit, questions=questions)


def _silence(what: str) -> str:
    """What a paper says that does not answer."""
    return "NM" if what == "evaluation method" else "unclear"


def _answers(paper: PaperSaid, folder: Path) -> dict[str, str]:
    """The answers given, before those of an audit of the paper's file."""
    if paper.audit is None:
        return paper.answers
    from referee.api.audit import audit
    from referee.audit.reading.survey_file import CHECKLIST
    from referee.audit.score_sheet import NOT_KNOWN

    beside = folder / paper.audit
    sheet = audit(beside if beside.exists() else paper.audit).sheet
    method = sheet.method if sheet.method in CHECKLIST["evaluation method"] else "NM"
    said = {what: "unclear" if answer == NOT_KNOWN else answer for what, answer in sheet.flexer}
    return said | {"evaluation method": method} | paper.answers
