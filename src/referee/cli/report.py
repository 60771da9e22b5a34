"""referee report: the page of a stored study, from the ledger alone."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import names


@with_copies
def report(
    ledger: o.LedgerArgument,
    study: o.Study = None, metrics: o.Metrics = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Show a stored study again; nothing is fitted.

    Example: referee report referee.db
    """
    from referee import api

    answer(api.reread(ledger, study, metrics=names(metrics) or ()), as_json=json, page=None if no_report else report,
           copies=copies, everything=everything)
