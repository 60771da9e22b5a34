"""referee components: how much of a score's spread comes from the sample, the split and the seed."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data


@with_copies
def components(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None,
    portions: o.Portions = 5, splits: o.Splits = 5, seeds: o.Seeds = 5, test_share: o.TestShare = 1 / 3,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("components.html"),
    no_report: o.NoReport = False, everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Where the spread of a score comes from: the sample, the split, the seed.

    Example: referee components wine --models mlp --metrics accuracy
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.components(
            names(models), data, metrics=names(metrics), portions=portions, splits=splits, seeds=seeds,
            test_share=test_share, level=level, seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger,
            announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, everything=everything, copies=copies)
