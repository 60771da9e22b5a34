"""referee panorama: every estimator side by side on one learner, or several."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, numbers, of_data


@with_copies
def panorama(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None,
    resamples: o.Resamples = 200, true_value: o.TrueValue = None,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("panorama.html"),
    no_report: o.NoReport = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Every way to estimate, side by side: does the picture look as it should?

    Example: referee panorama slump.csv --target slump,flow,strength --models mlp
    """
    from referee import api

    values = numbers(true_value, float, "--true-value is a number, or several")
    with Telling(ledger) as telling:
        result = api.panorama(
            names(models), data, metrics=names(metrics), resamples=resamples, true_value=values, level=level,
            seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger, announce=telling,
            progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
