"""referee curve: how learners grow with data."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, numbers, of_data, rows_or_share


@with_copies
def curve(
    data: o.Data, models: o.Models, target: o.Target = None,
    sizes: o.Sizes = None, metrics: o.Metrics = None, folds: o.Folds = 10, repeats: o.Repeats = 1,
    at: o.At = None, against: o.Against = None, adjust: o.Adjust = "max-t", training: o.Training = 1000,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("curve.html"),
    no_report: o.NoReport = False, everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """How learners grow with data, and what more data would bring.

    Example: referee curve churn.csv --target churned --models logistic,forest --sizes 100,200,400,800
    """
    from referee import api

    sized = numbers(sizes, rows_or_share, "--sizes are numbers")
    with Telling(ledger) as telling:
        result = api.curve(
            names(models), data, sizes=sized, folds=folds, repeats=repeats, metrics=names(metrics), level=level,
            adjust=adjust, at=at, against=against, training=training, seed=seed, jobs=jobs,
            engine=engine_at(engine, address), time_limit=time_limit,
            ledger=ledger, announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, everything=everything, copies=copies)
