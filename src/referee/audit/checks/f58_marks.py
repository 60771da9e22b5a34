"""F-58: a table marks as best what is not, or as significant what its p values do not bear out."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.numbers.marks import bold_is_best, wrong_bold, wrong_stars


@check("F-58", "A mark contradicts the numbers", severity=Severity.SERIOUS,
       advice="Mark again from the numbers, by a program, and say below the table what a mark means.",
       reference="common sense")
def marks(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Bold where another score is better, though elsewhere the best is bold; stars that do not follow p.

    Where all bold is on one model, which may be the authors' own, or is seldom on the best, its meaning is not known.
    """
    if bundle.marked is None:
        if bundle.printed is None and bundle.grid is None:
            raise NotCheckable("no printed table is known", ask="the table as it was printed, with its marks (.csv)")
        raise NotApplicable("the table marks nothing")
    lines, tests = bundle.marked.lines, bundle.marked.tests
    known = bold_is_best(lines)
    for wrong in (*(wrong_bold(lines) if known else ()), *wrong_stars(tests)):
        yield Found(message=str(wrong), evidence={"line": wrong.where, "figures": list(wrong.figures)})
    if lines and not known:
        yield Unseen(reason="the table does not show what its bold scores stand for", ask="what the marks mean")
