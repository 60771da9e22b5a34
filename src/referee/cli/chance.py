"""referee chance: better than chance?"""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data, words


@with_copies
def chance(
    data: o.Data, models: o.Models, target: o.Target = None, shuffled: o.Shuffled = "labels",
    shuffles: o.Shuffles = 999, design: o.Design = None, metrics: o.Metrics = None, strata: o.Strata = None,
    tuning: o.Tuning = None, level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None,
    ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("chance.html"),
    no_report: o.NoReport = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Better than chance? Runs the whole procedure again on shuffled data.

    Example: referee chance churn.csv --target churned --models lda,forest --shuffles 999
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.chance(
            names(models), data, shuffled=words(shuffled), shuffles=shuffles, design=design, metrics=names(metrics),
            strata=strata, tuning=tuning, level=level, seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger,
            announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
