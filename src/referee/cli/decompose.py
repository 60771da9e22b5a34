"""referee decompose: how much of the error is bias, how much variance, how much noise."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data, words


@with_copies
def decompose(
    data: o.Data, models: o.Models, target: o.Target = None,
    samples: o.Samples = 50, train_share: o.TrainShare = None, test_share: o.TestShare = 0.5,
    bootstrap: o.Bootstrap = False, true_mean: o.TrueMean = None, noise: o.Noise = None,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("decompose.html"),
    no_report: o.NoReport = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Where the error comes from: bias, variance, noise.

    Example: referee decompose wine --models tree,forest,lda
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.decompose(
            names(models), data, samples=samples, train_share=train_share, test_share=test_share, bootstrap=bootstrap,
            true_mean=words(true_mean) if true_mean else None, noise=noise, level=level, seed=seed, jobs=jobs,
            engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger, announce=telling, progress=telling.progress,
            command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies)
