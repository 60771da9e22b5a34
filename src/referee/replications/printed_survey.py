"""A survey that comes along, cell by cell beside the printed shares."""

from __future__ import annotations

from referee.api import SurveyResult
from referee.replications._base import Row, Verdict


def survey_rows(result: SurveyResult) -> list[Row]:
    """A row for each printed share; one that no count gives differs."""
    rows = []
    for question in result.survey.questions:
        for share in question.shares:
            if share.printed is not None:
                ours = share.percent + 1e-9             # half up, as people round: 31.25 is 31.3
                rows.append(Row(
                    what=f"{question.question}: {share.answer}", printed=f"{share.printed:.{share.decimals}f}%",
                    ours=f"{ours:.{share.decimals}f}% ({share.count} of {share.n})",
                    verdict=Verdict.AGREES if share.possible else Verdict.DIFFERS,
                    note="" if share.possible else f"no number of {share.n} gives the printed share",
                    ratio=share.percent / share.printed if share.printed else None))
    return rows
