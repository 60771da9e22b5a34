"""referee tune: which setting to use, and how good a model tuned in this way is."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.study_run import answer, carry_out, command_line, load_problem


def tune(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    tuning: o.Tuning = None,
    correction: o.Correction = "nested",
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("report.html"),
    no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Which setting to use, and how good a model tuned in this way is on rows that took no part in the choice.

    Example: referee tune iris --models "svm-rbf:C=1|10|100,gamma=0.01|0.1"
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare_tune(
        split_specs(models), problem, design=design, metrics=split_specs(metrics) if metrics else None, tuning=tuning,
        correction=correction, level=level, seed=seed, command=command_line(),
    )
    result = carry_out(prepared, ledger=ledger, jobs=jobs, time_limit=time_limit)
    answer(result, as_json=json, page=None if no_report else report)
