"""referee init: a commented study file to begin with, from a data file."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.show import say
from referee.cli.typed import names, of_data


def init(
    data: o.Data, target: o.Target = None,
    models: o.SomeModels = None,
    metrics: o.Metrics = None, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None,
    positive: o.Positive = None,
    output: o.Output = Path("study.yaml"), force: o.Force = False,
) -> None:
    """Write a commented study file for a data file; `referee run` carries it out as it is.

    Example: referee init churn.csv --target churned --output churn.yaml
    """
    from referee import api

    path = api.init(
        data, output, models=names(models), metrics=names(metrics), force=force,
        **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    say(f"Wrote {path}. Read it, change what you like, then: referee run {path}")
