"""referee replicate: a source paper redone, every number beside the printed one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line


@with_copies
def replicate(
    document: Annotated[str | None, typer.Argument(metavar="DOCUMENT", help=(
        "salzberg, flexer, mooney, reich-barai or guo; all are listed if none is named."))] = None,
    item: Annotated[str | None, typer.Argument(metavar="ITEM", help="One item of it; all if not said.")] = None,
    quick: o.Quick = False, seed: o.Seed = 0, jobs: o.Jobs = None, ledger: o.Ledger = "replications.db",
    folder: o.Folder = None,
    report: o.Report = Path("replication.html"), no_report: o.NoReport = False,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Redo a source paper; every number stands beside the printed one, with a verdict.

    Example: referee replicate flexer survey
    """
    from referee.replications import DOCUMENTS
    from referee.replications import replicate as redo

    if document is None:
        for one in DOCUMENTS:
            print(f"{one.name}: {one.title}")
            for part in one.items:
                print(f"  {part.name:<16} {part.title}")
        return
    with Telling(ledger) as telling:
        result = redo(document, item, quick=quick, seed=seed, jobs=jobs, ledger=ledger, folder=folder,
                      announce=telling.next_study, progress=telling.progress, command=command_line())
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
