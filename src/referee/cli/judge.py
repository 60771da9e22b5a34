"""referee judge: predictions made elsewhere, in files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import say
from referee.cli.study_run import answer, command_line

Files = Annotated[list[str], typer.Argument(
    metavar="FILE…", help="Predictions: CSV, Parquet or JSON lines; one file for all models, or one for each.")]


def _column(what: str) -> Any:
    return typer.Option(metavar="COL", help=f"Column of {what}, where its name does not tell.")


def judge(
    files: Files,
    metrics: o.Metrics = None, level: o.Level = 0.95,
    test: Annotated[str | None, typer.Option(help="Test for the primary metric. See `referee list tests`.")] = None,
    against: Annotated[str | None, typer.Option(
        metavar="NAME", help="Compare all with this model, not all pairs.")] = None,
    relevant: Annotated[float | None, typer.Option(
        metavar="X", help="Smallest difference that matters to you, in the unit of the primary metric.")] = None,
    adjust: Annotated[str, typer.Option(help="Correction for the number of comparisons.")] = "holm",
    common_cases: Annotated[bool, typer.Option(
        "--common-cases", help="Judge on the cases all models have, instead of refusing.")] = False,
    id: Annotated[str | None, _column("the ids of the cases")] = None,  # noqa: A002 - as it is typed
    truth: Annotated[str | None, _column("the truth")] = None,
    model: Annotated[str | None, _column("the names of the models")] = None,
    prediction: Annotated[str | None, _column("the predictions")] = None,
    probability: Annotated[str | None, _column("the probability of the positive class")] = None,
    score: Annotated[str | None, _column("the scores")] = None,
    correct: Annotated[str | None, _column("the marks: right or wrong, or a grade")] = None,
    fold: Annotated[str | None, _column("the folds")] = None,
    repeat: Annotated[str | None, _column("the repeats")] = None,
    run: Annotated[str | None, _column("the runs, seeds or generations")] = None,
    cluster: Annotated[str | None, _column("the clusters: article, patient, user")] = None,
    weight: Annotated[str | None, _column("the weights")] = None,
    dataset: Annotated[str | None, _column("the names of the data sets")] = None,
    format: Annotated[str | None, typer.Option(  # noqa: A002 - as it is typed
        metavar="NAME", help="Which program wrote the files, where it is not recognised: weka, mlr3, openml, lm-eval, "
                             "inspect.")] = None,
    task: o.Task = None, positive: o.Positive = None, ledger: o.LedgerOption = o.DEFAULT_LEDGER,
    report: o.Page = Path("report.html"), no_report: o.NoPage = False, json: o.AsJson = False,
) -> None:
    """What predictions made elsewhere are worth, and which model's are better.

    Example: referee judge gpt.jsonl llama.jsonl --cluster article
    """
    from referee import api
    from referee.report.judged import judged_lines
    from referee.spec import split_specs

    result = api.judge(
        files, metrics=split_specs(metrics) if metrics else None, level=level, test=test, against=against,
        relevant=relevant, adjust=adjust, task=task, positive=positive, common=common_cases, ledger=ledger,
        command=command_line(), id=id, truth=truth, model=model, prediction=prediction, probability=probability,
        score=score, correct=correct, fold=fold, repeat=repeat, seed=run, cluster=cluster, weight=weight,
        dataset=dataset, format=format)
    for one in result.results.values() if isinstance(result, api.JudgedSets) else [result]:
        for line in judged_lines(one.analysis):
            say(line)
    answer(result, as_json=json, page=None if no_report else report)
