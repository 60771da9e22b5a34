"""referee audit: what is wrong with the way a study was done."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.show import print_json, say
from referee.cli.typed import names, of_data, words

Source = Annotated[str, typer.Argument(
    metavar="SOURCE", help="A ledger, predictions (.csv, .parquet, .jsonl, .xlsx), a study file or a description of a "
                           "study (.yaml), a script or a notebook (.py, .ipynb; read, never run), a table of published "
                           "numbers (.csv), a text with its tables (.txt, .md, .tex), or, with --target, a table of "
                           "data (of train and test, with --data).")]


@with_copies
def audit(
    source: Source,
    data: o.DataOfStudy = None, target: o.Target = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, split: o.Split = None, drop: o.Drop = None, task: o.Task = None, positive: o.Positive = None,
    truth: o.Truth = None, model: o.Model = None, prediction: o.Prediction = None, probability: o.Probability = None,
    score: o.Score = None, correct: o.Correct = None, fold: o.Fold = None, repeat: o.Repeat = None, run: o.Run = None,
    weights: o.Weights = None, weights_are: o.WeightsAre = None, dataset: o.Dataset = None,
    column: o.Column = None, study: o.Study = None,
    metrics: o.Metrics = None, tried: o.Tried = None, tuned_on: o.TunedOn = None, seeds: o.SeedsRun = None,
    baselines: o.Baselines = None, ledger: o.SomeLedger = None, everything: o.Everything = False, mute: o.Mute = None,
    questions: o.Questions = None, filled: o.Filled = None,
    fail_on: o.FailOnOption = o.FailOn.serious, report: o.Report = None, sarif: o.Sarif = None,
    junit: o.Junit = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """What is wrong with the way a study was done: over fifty checks, the worst findings first.

    Exit codes: 0 nothing at or above --fail-on, 1 something, 2 the input is at fault.

    Example: referee audit referee.db --data churn.csv --target churned
    """
    from referee import api

    muted = [code.upper() for some in mute or () for code in words(some)]
    result = api.audit(
        source, data=data, study=study, ledger=ledger, time=time, split=split, mute=muted, columns=_roles(column),
        truth=truth, model=model, prediction=prediction, probability=probability, score=score, correct=correct,
        fold=fold, repeat=repeat, run=run, weights=weights, dataset=dataset, metrics=names(metrics) or (),
        tried=_tried(tried), tuned_on=tuned_on, seeds=seeds, baselines=words(baselines or ""),
        questions=questions, filled=filled,
        **of_data(target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                  weights_are=weights_are))
    if json:
        print_json(result.to_dict())
    else:
        print(result.text(everything=everything))
    if questions is not None:
        say(f"Questions: {questions}; answer them and give them back: --filled {questions}")
    if report is not None:
        say(f"Page: {result.report(report)}")
    copies.write(result)
    if sarif is not None:
        say(f"SARIF: {result.write_sarif(sarif)}")
    if junit is not None:
        say(f"JUnit: {result.write_junit(junit, fail_on.value)}")
    if fail_on is not o.FailOn.never and result.fails(fail_on.value):
        raise typer.Exit(1)


def _tried(text: str | None) -> int | dict[str, int] | None:
    """A number of settings for all models, or one for each: forest=12,lda=1."""
    if text is None or text.strip().isdigit():
        return None if text is None else int(text)
    pairs = [part.rpartition("=") for part in words(text)]
    if not pairs or not all(name.strip() and number.strip().isdigit() for name, _, number in pairs):
        raise typer.BadParameter(f"--tried is a number of settings, or one a model (forest=12,lda=1), not {text!r}.")
    return {name.strip(): int(number) for name, _, number in pairs}


def _roles(given: list[str] | None) -> dict[str, str | None]:
    pairs = [text.partition("=") for text in given or ()]
    odd = next((role for role, sign, name in pairs if not sign or not name), None)
    if odd is not None:
        raise typer.BadParameter(f"--column is ROLE=COLUMN, such as truth=y, not {odd!r}.")
    return {role.strip(): name.strip() for role, _, name in pairs}
