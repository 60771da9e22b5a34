"""Prechelt's survey, which Flexer follows and quotes."""

from __future__ import annotations

from referee.api import survey
from referee.replications._base import Found, How, Item, number
from referee.replications.printed_survey import survey_rows


def redo(_: How) -> Found:
    """What Prechelt's abstract prints, and how many articles Flexer says it was."""
    result = survey("prechelt-1996")
    return Found(rows=[number("articles", 119, result.survey.n, digits=0, erratum=10), *survey_rows(result)],
                 answers={"shares of 190 articles with their intervals": result})


ITEM = Item(name="prechelt", title="Prechelt's survey (section 1)",
            data="shipped: the percentages of Prechelt's abstract, and the counts of 190 nearest to them",
            procedure="survey prechelt-1996", redo=redo)
