"""referee rank: which model is better over many data sets, from a table of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import command_line

Scores = Annotated[str, typer.Argument(
    metavar="SCORES", help="A table (.csv, .csv.gz, .tsv, .parquet): a row per data set and a column per model, or "
                           "columns that name the data set, the model and the score.")]


@with_copies
def rank(
    scores: Scores,
    metrics: o.Metrics = None, higher_is_better: o.HigherIsBetter = None, level: o.Level = 0.95,
    adjust: o.Adjust = "holm", against: o.Against = None, relevant: o.Relevant = None, dataset: o.Dataset = None,
    model: o.Model = None, score: o.Score = None, drop: o.Drop = None, missing: o.Missing = "refuse",
    per_data_set: o.PerDataSet = False, test_share: o.SomeTestShare = None, seed: o.Seed = 0,
    report: o.Report = Path("ranking.html"),
    no_report: o.NoReport = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which model is better over many data sets, from a table of scores.

    Example: referee rank scores.csv --metrics accuracy
    """
    from referee import api

    result = api.rank(
        scores, metrics=metrics or "", higher_is_better=higher_is_better, level=level, adjust=adjust, against=against,
        relevant=relevant, dataset=dataset, model=model, score=score, drop=drop or (), missing=missing,
        per_data_set=per_data_set, test_share=test_share, seed=seed, command=command_line())
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
