"""referee compare: which model is better, by how much, and how sure one can be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.study_run import answer, carry_out, command_line, load_problem


def compare(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.DesignOption = None,
    level: o.Level = 0.95,
    test: Annotated[str | None, typer.Option(help="Test for the primary metric. See `referee list tests`.")] = None,
    against: Annotated[str | None, typer.Option(
        metavar="NAME", help="Compare all with this learner, not all pairs.")] = None,
    relevant: Annotated[float | None, typer.Option(
        metavar="X", help="Smallest difference that matters to you, in the unit of the primary metric.")] = None,
    adjust: Annotated[str, typer.Option(help="Correction for the number of comparisons.")] = "holm",
    family: Annotated[str, typer.Option(
        help="What is corrected for: ledger (all that was tried on these rows), declared (this study alone), or "
             "online (one may stop whenever one likes what one sees).")] = "ledger",
    protocol: Annotated[str | None, typer.Option(
        help="Do as a paper says: salzberg or mooney. Sets design, test and correction.")] = None,
    baseline: Annotated[bool, typer.Option(help="Add a baseline that ignores the features.")] = True,
    tuning: o.Tuning = None,
    seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None, ledger: o.LedgerOption = o.DEFAULT_LEDGER,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None, drop: o.Drop = None, positive: o.Positive = None,
    report: o.Page = Path("report.html"), no_report: o.NoPage = False, json: o.AsJson = False,
) -> None:
    """Which model is better, by how much, and how sure one can be.

    Example: referee compare churn.csv --target churned --models logistic,forest
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare(
        "compare", split_specs(models), problem, design=design, metrics=split_specs(metrics) if metrics else None,
        baseline=baseline, protocol=protocol, tuning=tuning, seed=seed, command=command_line(),
        ask=api.Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant, family=family),
    )
    result = carry_out(prepared, ledger=ledger, jobs=jobs, time_limit=time_limit)
    answer(result, as_json=json, page=None if no_report else report)
