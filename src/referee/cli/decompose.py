"""referee decompose: how much of the error is bias, how much variance, how much noise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem


def decompose(
    data: o.Data, models: o.Models, target: o.Target = None,
    samples: o.Samples = 50, train_share: o.TrainShare = None, test_share: o.TestShare = 0.5,
    bootstrap: o.Bootstrap = False, true_mean: o.TrueMean = None, noise: o.Noise = None,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("decompose.html"),
    no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Where the error comes from: bias, variance, noise.

    Example: referee decompose wine --models tree,forest,lda
    """
    from referee import api
    from referee.spec import split_specs

    known = _truth(data, true_mean, target)
    hidden = ",".join(part for part in (drop, true_mean) if part) or None
    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=hidden, positive=positive)
    protocol = api.FixedTest(seed=seed, samples=samples, test=test_share, replace=bootstrap,
                             train=api.share_of(train_share, replace=bootstrap))
    prepared = api.prepare_decomposition(split_specs(models), problem, protocol=protocol, truth=known, noise=noise,
                                         level=level, seed=seed, command=command_line())
    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs, time_limit=time_limit), progress=tick)
    answer(result, as_json=json, page=None if no_report else report)


def _truth(data: str, columns: str | None, target: str | None) -> Any:
    """The columns of the truth, read as if they were targets."""
    if columns is None:
        return None
    problem = load_problem(data, target=columns, task="regression", drop=target)
    return problem.y
