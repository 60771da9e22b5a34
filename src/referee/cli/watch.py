"""referee watch: which of two models is better on cases that keep coming."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import pair as typed_pair


@with_copies
def watch(
    file: Annotated[Path, typer.Argument(
        metavar="FILE", help="A line for each case (.csv, .tsv, .jsonl), a column a model: 1 or 0, or a score.")],
    pair: o.Pair = None, bounds: o.Bounds = "0,1", level: o.Level = 0.95, report: o.Report = None,
    follow: o.Follow = None,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which of two models is better on cases that keep coming; look as often as you like.

    Example: referee watch answers.csv --pair new,old
    """
    from referee import api

    two = typed_pair(pair, "--pair takes two learners")
    low, high = typed_pair(bounds, "--bounds takes two") or ("0", "1")
    try:
        limits = float(low), float(high)
    except ValueError:
        raise typer.BadParameter(f"--bounds are two numbers, such as 0,1, not {bounds!r}.") from None
    while True:
        result = api.watch(file, pair=two, bounds=limits, level=level)
        answer(result, as_json=json, page=report, copies=copies)
        if follow is None or result.decided:
            return
        seen = file.stat().st_mtime_ns
        while file.stat().st_mtime_ns == seen:
            time.sleep(follow)
