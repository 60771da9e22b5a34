"""referee survey: the checklist over a set of papers."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import say
from referee.cli.told import tell


def survey(
    papers: Annotated[str, typer.Argument(
        metavar="PAPERS", help="A file (.yaml) of papers with their answers, or a survey that comes along: "
                               "flexer-1995, reich-barai-1999.")],
    level: o.Level = 0.95, json: o.AsJson = False,
    figure: o.Figure = None,
) -> None:
    """How many papers meet each demand, with counts, shares and intervals.

    Example: referee survey flexer-1995
    """
    from referee import api

    result = api.survey(papers, level=level)
    tell(result, as_json=json)
    if figure is not None:
        result.figure().savefig(figure, dpi=150, facecolor="white")
        say(f"Figure: {figure}")
