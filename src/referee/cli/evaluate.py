"""referee evaluate: how good a model is, and how sure one can be."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.study_run import answer, carry_out, command_line, load_problem


def evaluate(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    tuning: o.Tuning = None, budget: o.Budget = None, level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None,
    time_limit: o.TimeLimit = None, ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None,
    groups: o.Groups = None, ids: o.Ids = None, drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """How good a model is, and how sure one can be.

    Example: referee evaluate iris --models tree
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare(
        "evaluate", split_specs(models), problem, design=design, metrics=split_specs(metrics) if metrics else None,
        tuning=tuning, budget=budget, seed=seed, command=command_line(), ask=api.Ask(level=level),
    )
    result = carry_out(prepared, ledger=ledger, jobs=jobs, time_limit=time_limit)
    answer(result, as_json=json, page=None if no_report else report)
