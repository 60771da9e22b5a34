"""What compare, evaluate and demo have in common: announce, fit, answer, write the page."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from referee.cli.show import fitting, print_json, say

if TYPE_CHECKING:
    from referee.api import JudgedSets, Prepared, Problem, Ready, Result
    from referee.api.reread import AnyResult


def load_problem(data: str, *, ledger: str | None = None, **options: Any) -> Problem:
    """Read the data as the options say, without the rows that a vault of the ledger holds."""
    from referee.api import load, unsealed_rows

    target, drop = options.pop("target"), options.pop("drop", None)
    if target is not None:
        parts = [part.strip() for part in target.split(",") if part.strip()]
        options["target"] = parts[0] if len(parts) == 1 else parts
    if drop:
        options["drop"] = [part.strip() for part in drop.split(",")]
    problem = load(data, **{name: value for name, value in options.items() if value is not None})
    return problem if ledger is None else unsealed_rows(problem, ledger)


def command_line() -> str:
    """The command as it was typed, to reproduce the study with."""
    return "referee " + " ".join(shlex.quote(word) for word in sys.argv[1:])


def announce(prepared: Ready[Any], ledger: str) -> None:
    """Say what is going to be done, before it is done."""
    say(prepared.problem.describe())
    for notice in prepared.problem.notices:
        say(f"! {notice}")
    why = prepared.card.declaration.why
    say(f"Design: {prepared.plan.card.description}; {prepared.n_fits:,} fits.{f' Why: {why}.' if why else ''}")
    say(f"Ledger: {ledger}")


def carry_out(prepared: Prepared[Result], *, ledger: str, jobs: int | None, time_limit: float | None) -> Result:
    """Fit what is missing, with the progress in sight."""
    from referee import api

    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs, time_limit=time_limit), progress=tick)
    say_shortcuts(result)
    return result


def say_shortcuts(result: AnyResult) -> None:
    """Say how many of the fits just made were not made the long way."""
    if result.done is not None and result.done.shortcut:
        say(f"{result.done.shortcut:,} of {result.done.fitted:,} fits by exact shortcut.")


def answer(result: AnyResult | JudgedSets, *, as_json: bool, page: Path | None) -> None:
    """Print the result, write the page, and leave with the exit code that says whether fits failed."""
    if as_json:
        print_json(result.to_dict())
    else:
        print(result)
    if page is not None:
        say(f"Page: {result.report(page)}")
    if result.failed:
        raise typer.Exit(3)
