"""Tables 5 and 6: two surveys."""

from __future__ import annotations

from functools import partial

from referee.api import survey
from referee.replications._base import Found, How, Item
from referee.replications.printed_survey import survey_rows


def redo(_: How, *, name: str) -> Found:
    """Every printed share."""
    result = survey(name)
    return Found(rows=survey_rows(result), answers={"shares with their intervals": result})


ITEMS = (
    Item(name="table-5", title="Table 5: Flexer's survey, reprinted", data="shipped: the printed percentages",
         procedure="survey flexer-1995", redo=partial(redo, name="flexer-1995")),
    Item(name="table-6", title="Table 6: 32 applications, by evaluation method", data="shipped: the printed counts",
         procedure="survey reich-barai-1999", redo=partial(redo, name="reich-barai-1999")))
