"""referee rank: which model is better over many data sets, from a table of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import print_json, say
from referee.cli.study_run import command_line

Scores = Annotated[str, typer.Argument(
    metavar="SCORES", help="A table (.csv, .csv.gz, .tsv, .parquet): a row per data set and a column per model, or "
                           "columns that name the data set, the model and the score.")]


def rank(
    scores: Scores,
    metric: Annotated[str, typer.Option(help="What the scores are: accuracy, roc_auc, rmse, … Says which way is "
                                             "better.")] = "",
    higher_is_better: Annotated[bool | None, typer.Option(
        "--higher-is-better/--lower-is-better", help="Which way is better, where no metric says it.")] = None,
    level: o.Level = 0.95,
    adjust: Annotated[str, typer.Option(help="Correction: holm, shaffer, bergmann-hommel, …")] = "holm",
    against: Annotated[str | None, typer.Option(
        metavar="MODEL", help="Compare all with this model, not all pairs.")] = None,
    rope: Annotated[float | None, typer.Option(
        metavar="X", help="Largest difference that does not matter; adds Bayesian chances.")] = None,
    dataset: Annotated[str | None, typer.Option(
        metavar="COLS", help="Column that names the data set, where its name does not say so.")] = None,
    model: Annotated[str | None, typer.Option(metavar="COL", help="Column that names the model.")] = None,
    score: Annotated[str | None, typer.Option(metavar="COL", help="Column of the scores.")] = None,
    drop: o.Drop = None,
    missing: Annotated[str, typer.Option(help="refuse, drop-data-sets or drop-models.")] = "refuse",
    per_data_set: Annotated[bool, typer.Option(
        "--per-data-set", help="Count the data sets on which a model is truly better; needs folds or runs.")] = False,
    test_share: Annotated[float | None, typer.Option(
        metavar="X", help="Share of rows tested in each fold or run, where no column numbers folds.")] = None,
    seed: o.Seed = 0,
    report: Annotated[Path | None, typer.Option(
        "--report", "-o", metavar="FILE", help="Where to write the page.")] = Path("ranking.html"),
    no_report: o.NoPage = False, json: o.AsJson = False,
) -> None:
    """Which model is better over many data sets, from a table of scores.

    Example: referee rank scores.csv --metric accuracy
    """
    from referee import api

    result = api.rank(
        scores, metric=metric, higher_is_better=higher_is_better, level=level, adjust=adjust, against=against,
        rope=rope, dataset=dataset, model=model, score=score, drop=drop or (), missing=missing,
        per_data_set=per_data_set, test_share=test_share, seed=seed)
    if json:
        print_json(result.to_dict())
    else:
        print(result, end="")
    if report is not None and not no_report:
        say(f"Page: {result.report(report, command=command_line())}")
