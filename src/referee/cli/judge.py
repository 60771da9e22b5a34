"""referee judge: predictions made elsewhere, in files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli import typed
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.gated import Gating
from referee.cli.show import say
from referee.cli.told import answer

Files = Annotated[list[str], typer.Argument(
    metavar="FILE", help="Predictions: CSV, Parquet or JSON lines; one file for all models, or one for each.")]


@with_copies
def judge(
    files: Files,
    metrics: o.Metrics = None, level: o.Level = 0.95, test: o.SomeTest = None, against: o.Against = None,
    relevant: o.Relevant = None, adjust: o.Adjust = "holm", family: o.Family = "ledger",
    common_cases: o.CommonCases = False, ids: o.Ids = None,
    truth: o.Truth = None, model: o.Model = None, prediction: o.Prediction = None, probability: o.Probability = None,
    score: o.Score = None, correct: o.Correct = None, fold: o.Fold = None, repeat: o.Repeat = None, run: o.Run = None,
    groups: o.Groups = None, time: o.Time = None, weights: o.Weights = None, weights_are: o.WeightsAre = None,
    case_costs: o.CaseCosts = None,
    dataset: o.Dataset = None, scorer: o.Scorer = None,
    names: o.Names = None, strays_are_wrong: o.StraysAreWrong = False,
    format: o.Format = None,  # noqa: A002 - as it is typed
    task: o.Task = None, positive: o.Positive = None, ledger: o.Ledger = o.DEFAULT_LEDGER,
    fail_if: o.FailIfOption = None, junit: o.Junit = None, summary: o.Summary = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """What predictions made elsewhere are worth, and which model's are better.

    Example: referee judge gpt.jsonl llama.jsonl --groups article
    """
    from referee import api
    from referee.report.judged import judged_lines

    gating = Gating(fail_if, junit, summary)
    gating.check(against=against, relevant=relevant)
    result = api.judge(
        files, metrics=typed.names(metrics), level=level, test=test, against=against, relevant=relevant, adjust=adjust,
        family=family, task=task, positive=positive, common_cases=common_cases, ledger=ledger,
        command=typed.command_line(), ids=ids,
        truth=truth, model=model, prediction=prediction, probability=probability, score=score, correct=correct,
        fold=fold, repeat=repeat, run=run, groups=groups, time=time, weights=weights, weights_are=weights_are,
        case_costs=case_costs,
        dataset=dataset, scorer=scorer, format=format,
        names=names, strays_are_wrong=strays_are_wrong)
    for one in result.results.values() if isinstance(result, api.JudgedSets) else [result]:
        for line in judged_lines(one.analysis):
            say(line)
    answer(result, as_json=json, page=None if no_report else report, gating=gating, copies=copies,
           everything=everything)
