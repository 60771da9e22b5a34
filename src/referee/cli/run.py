"""referee run: carry out what a study file declares."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.show import say
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at

Study = Annotated[Path, typer.Argument(metavar="STUDY", help="A study file; `referee init` writes one.")]


@with_copies
def run(
    study: Study, ledger: o.Ledger = o.DEFAULT_LEDGER, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, retry_failed: o.RetryFailed = False, share: o.Share = False,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Carry out what a study file declares; what it declares is stored before the first fit.

    Example: referee run study.yaml
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.run(study, ledger=ledger, jobs=jobs, engine=engine_at(engine, address),
                         time_limit=time_limit, retry_failed=retry_failed, share=share, announce=telling,
                         progress=telling.progress, command=command_line(), tell=say)
    answer(result, as_json=json, page=None if no_report else report, copies=copies, everything=everything)
