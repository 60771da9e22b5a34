"""referee watch: which of two models is better on cases that keep coming."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import options as o
from referee.cli.show import print_json, say

if TYPE_CHECKING:
    from referee.api import WatchResult


def watch(
    file: Annotated[Path, typer.Argument(
        metavar="FILE", help="A line for each case (.csv, .tsv, .jsonl), a column a model: 1 or 0, or a score.")],
    pair: o.Pair = None, bounds: o.Bounds = "0,1", level: o.Level = 0.95, figure: o.Figure = None,
    follow: o.Follow = None,
    json: o.AsJson = False,
) -> None:
    """Which of two models is better on cases that keep coming; look as often as you like.

    Example: referee watch answers.csv --pair new,old
    """
    from referee import api

    names = _pair(pair, "--pair")
    low, high = _pair(bounds, "--bounds") or ("0", "1")
    try:
        limits = float(low), float(high)
    except ValueError:
        raise typer.BadParameter(f"--bounds are two numbers, such as 0,1, not {bounds!r}.") from None
    while True:
        result = api.watch(file, models=names, bounds=limits, level=level)
        _tell(result, figure, as_json=json)
        if follow is None or result.decided:
            return
        seen = file.stat().st_mtime_ns
        while file.stat().st_mtime_ns == seen:
            time.sleep(follow)


def _tell(result: WatchResult, figure: Path | None, *, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
    else:
        print(result, flush=True)
    if figure is not None:
        say(f"Figure: {result.save(figure)}")


def _pair(text: str | None, option: str) -> tuple[str, str] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise typer.BadParameter(f"{option} takes two, separated by a comma, not {text!r}.")
    return parts[0], parts[1]
