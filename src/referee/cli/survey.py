"""referee survey: the checklist over a set of papers."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer


@with_copies
def survey(
    papers: Annotated[str, typer.Argument(
        metavar="PAPERS", help="A file (.yaml) of papers with their answers, or a survey that comes along: "
                               "flexer-1995, prechelt-1996, reich-barai-1999.")],
    level: o.Level = 0.95, report: o.Report = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """How many papers meet each demand, with counts, shares and intervals.

    Example: referee survey flexer-1995
    """
    from referee import api

    answer(api.survey(papers, level=level), as_json=json, page=report, copies=copies)
