"""Who looked at what: the readings of a ledger, newest first."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from referee.errors import LooksMissing
from referee.ledger import CountsLooks, Ledger
from referee.report.document import Table
from referee.report.wording import count

HEADER = ("when (UTC)", "who", "why", "metric", "learner", "data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """One page of them."""

    lead: str
    loud: tuple[str, ...]
    table: Table
    page: int
    pages: int


def told_looks(ledger: Ledger, *, page: int, per_page: int) -> Looks:
    """Some readings, and how many there are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LooksMissing)            # told on the page
        found = ledger.looks()[::-1]
    pages = max(1, -(-len(found) // per_page))
    page = min(page, pages)
    some = found[(page - 1) * per_page: page * per_page]
    learners = {look.learner: ledger.learner(look.learner).name for look in some}
    problems = {look.problem: ledger.problem(look.problem).name for look in some}
    rows = [[look.created[:19].replace("T", " "), look.who or "unknown", look.purpose, look.metric,
             learners[look.learner], problems[look.problem]] for look in some]
    return Looks(lead=f"{count(len(found), 'look')} at results on test rows {'was' if len(found) == 1 else 'were'} "
                      f"counted.",
                 loud=tuple(ledger.rows_missing()) if isinstance(ledger, CountsLooks) else (),
                 table=Table(header=HEADER, rows=rows, style="numbers"), page=page, pages=pages)
