"""referee tune: which setting to use, and how good a model tuned in this way is."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data


@with_copies
def tune(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    tuning: o.Tuning = None,
    correction: o.Correction = "nested",
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("report.html"),
    no_report: o.NoReport = False, everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which setting to use, and how good a model tuned in this way is on rows that took no part in the choice.

    Example: referee tune iris --models "svm-rbf:C=1|10|100,gamma=0.01|0.1"
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.tune(
            names(models), data, metrics=names(metrics), design=design, tuning=tuning, correction=correction,
            level=level, seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger, announce=telling,
            progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies, everything=everything)
