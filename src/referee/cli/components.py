"""referee components: how much of a score's spread comes from the sample, the split and the seed."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem


def components(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None,
    portions: o.Portions = 5, splits: o.Splits = 5, seeds: o.Seeds = 5, test_share: o.TestShare = 1 / 3,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("components.html"),
    no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Where the spread of a score comes from: the sample, the split, the seed.

    Example: referee components wine --models mlp --metrics accuracy
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare_components(
        split_specs(models), problem, metrics=split_specs(metrics) if metrics else None, seeds=seeds, level=level,
        protocol=api.Portions(seed=seed, samples=portions, splits=splits, test=test_share), seed=seed,
        command=command_line())
    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs, time_limit=time_limit), progress=tick)
    answer(result, as_json=json, page=None if no_report else report)
