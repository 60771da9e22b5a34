"""Flexer's table of 61 articles."""

from __future__ import annotations

from referee.api import survey
from referee.replications._base import Found, How, Item
from referee.replications.printed_survey import survey_rows


def redo(_: How) -> Found:
    """All fifteen cells."""
    result = survey("flexer-1995")
    return Found(rows=survey_rows(result), answers={"shares of 61 articles with their intervals": result})


ITEM = Item(name="survey", title="The table of section 4: what 61 articles do",
            data="shipped: the printed percentages, and the counts of 61 nearest to them",
            procedure="survey flexer-1995", redo=redo)
