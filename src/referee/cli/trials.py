"""referee trials: people with numbers; a table of runs or trials, or what a paper prints of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import command_line

Runs = Annotated[str | None, typer.Argument(
    metavar="TABLE", help="A table (.csv, .csv.gz, .tsv, .parquet): a row per trial and a column per model; or columns "
                          "that name the model, the trial and the scores; or mean_a, sd_a, n_a, mean_b, sd_b, n_b.")]


@with_copies
def trials(
    table: Runs = None, a: o.SummaryA = None, b: o.SummaryB = None, metrics: o.Metrics = None,
    higher_is_better: o.HigherIsBetter = None, test: o.SomeTest = None, level: o.Level = 0.95,
    alternative: o.Alternative = "two-sided", adjust: o.Adjust = "holm", against: o.Against = None,
    unpaired: o.Unpaired = False, train_rows: o.SomeTrainRows = None, test_rows: o.SomeTestRows = None,
    model: o.Model = None, score: o.Score = None, run: o.Run = None, drop: o.Drop = None,
    report: o.Report = Path("trials.html"), no_report: o.NoReport = False,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which model is better, from runs or trials, or from mean, sd and n as a paper prints them.

    Example: referee trials --a 9.79,1.46,10 --b 7.91,.36,10 --lower-is-better
    """
    from referee import api

    result = api.trials(
        table, a=a, b=b, metrics=metrics or "", higher_is_better=higher_is_better, test=test, level=level,
        alternative=alternative, adjust=adjust, against=against, unpaired=unpaired, train_rows=train_rows,
        test_rows=test_rows, model=model, score=score, run=run, drop=drop or (), command=command_line())
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
