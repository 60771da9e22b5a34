"""referee audit: what is wrong with the way a study was done."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import print_json, say

Source = Annotated[str, typer.Argument(
    metavar="SOURCE", help="A ledger, predictions (.csv, .parquet, .jsonl), a study file or a description of a study "
                           "(.yaml), or a table of published numbers (.csv).")]


class FailOn(StrEnum):
    """From which severity on the exit code is 1."""

    info = "info"
    warning = "warning"
    serious = "serious"
    fatal = "fatal"
    never = "never"


def audit(
    source: Source,
    data: Annotated[str | None, typer.Option(
        metavar="DATA", help="The data of the study, to look for duplicates and leaking columns.")] = None,
    target: o.Target = None, groups: o.Groups = None, ids: o.Ids = None,
    time: Annotated[str | None, typer.Option(metavar="COL", help="Column of --data that says when rows were "
                                                                 "measured.")] = None,
    drop: o.Drop = None, task: o.Task = None, positive: o.Positive = None,
    column: Annotated[list[str] | None, typer.Option(
        metavar="ROLE=COL", help="What is what in a file of predictions where the names do not tell: truth=y, "
                                 "model=system, prediction=said. May be repeated.")] = None,
    study: Annotated[int | None, typer.Option(
        help="Number of the study in `referee ledger ls`; the newest if not said.")] = None,
    ledger: Annotated[str | None, typer.Option(
        "--ledger", "-l", metavar="FILE", help="Where a study file was run, to see what came of it.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="List every check with what came of it.")] = False,
    mute: Annotated[list[str] | None, typer.Option(
        metavar="CODE", help="Leave a check out, e.g. F-07; may be repeated, or several with commas.")] = None,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="Leave with exit code 1 from this severity on.")] =
    FailOn.serious,
    json: o.AsJson = False,
    report: Annotated[Path | None, typer.Option("--report", "-o", metavar="FILE", help="Write a page too.")] = None,
) -> None:
    """What is wrong with the way a study was done: fifty checks, the worst findings first.

    Example: referee audit referee.db --data churn.csv --target churned. Exit codes: 0 nothing at or above --fail-on, 1
    something, 2 the input is at fault.
    """
    from referee import api

    parts = [part.strip() for part in (target or "").split(",") if part.strip()]
    muted = [code.strip().upper() for some in mute or () for code in some.split(",") if code.strip()]
    columns: dict[str, Any] = {"groups": groups, "ids": ids, "drop": drop.split(",") if drop else None,
               "target": parts[0] if len(parts) == 1 else parts or None}
    result = api.audit_study(source, data=data, study=study, ledger=ledger, time=time, mute=muted, task=task,
                             positive=positive, columns=_roles(column),
                             **{name: value for name, value in columns.items() if value is not None})
    if json:
        print_json(result.to_dict())
    else:
        print(result.text(everything=everything))
    if report is not None:
        say(f"Page: {result.report(report)}")
    if fail_on is not FailOn.never and result.fails(fail_on.value):
        raise typer.Exit(1)


def _roles(given: list[str] | None) -> dict[str, str | None] | None:
    pairs = [text.partition("=") for text in given or ()]
    odd = next((role for role, sign, name in pairs if not sign or not name), None)
    if odd is not None:
        raise typer.BadParameter(f"--column is ROLE=COLUMN, such as truth=y, not {odd!r}.")
    return {role.strip(): name.strip() for role, _, name in pairs} or None
