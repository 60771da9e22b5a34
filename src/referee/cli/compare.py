"""referee compare: which model is better, by how much, and how sure one can be."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.study_run import answer, carry_out, command_line, load_problem


def compare(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    level: o.Level = 0.95, test: o.SomeTest = None, against: o.Against = None, relevant: o.Relevant = None,
    adjust: o.Adjust = "holm", family: o.Family = "ledger", protocol: o.Protocol = None, baseline: o.Baseline = True,
    tuning: o.Tuning = None,
    seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None, ledger: o.Ledger = o.DEFAULT_LEDGER,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None, drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False, json: o.AsJson = False,
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
