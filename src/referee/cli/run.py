"""referee run: carry out what a study file declares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import Tick, fitting, print_json, say
from referee.cli.study_run import announce, command_line, say_shortcuts

if TYPE_CHECKING:
    from referee.api import Ready

Study = Annotated[Path, typer.Argument(metavar="STUDY", help="A study file; `referee init` writes one.")]


def run(
    study: Study, ledger: o.Ledger = o.DEFAULT_LEDGER, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Carry out what a study file declares; what it declares is stored before the first fit.

    Example: referee run study.yaml
    """
    from referee import api

    @contextmanager
    def watched(prepared: Ready[Any]) -> Iterator[Tick]:
        if said := prepared.card.declaration.file:
            say(f"Declared {said.study} ({said.fingerprint}), before the first fit.")
            for sentence in said.deviations:
                say(f"! Deviation: {sentence}")
        announce(prepared, ledger)
        with fitting() as tick:
            yield tick

    done = api.run_study(study, ledger=ledger, jobs=jobs, time_limit=time_limit, command=command_line(),
                         watched=watched)
    for result in done.results:
        say_shortcuts(result)
    if json:
        print_json(done.to_dict())
    else:
        print(done)
    if report is not None and not no_report:
        for page in done.report(report):
            say(f"Page: {page}")
    if done.failed:
        raise typer.Exit(3)
