"""referee report: the page of a stored study, from the ledger alone."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import Copies
from referee.cli.told import answer
from referee.cli.typed import names


def report(
    ledger: o.LedgerArgument,
    study: o.Study = None, metrics: o.Metrics = None,
    latex: o.Latex = None, markdown: o.Markdown = None, csv: o.Csv = None, methods: o.Methods = None,
    bibtex: o.Bibtex = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Show a stored study again; nothing is fitted.

    Example: referee report referee.db
    """
    from referee import api

    answer(api.reread(ledger, study, metrics=names(metrics) or ()), as_json=json, page=None if no_report else report,
           copies=Copies(latex=latex, markdown=markdown, csv=csv, methods=methods, bibtex=bibtex))
