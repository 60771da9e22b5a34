"""referee init: a commented study file to begin with, from a data file."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.show import say


def init(
    data: o.Data, target: o.Target = None,
    models: o.SomeModels = None,
    metrics: o.Metrics = None, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None, drop: o.Drop = None,
    positive: o.Positive = None,
    output: o.Output = Path("study.yaml"), force: o.Force = False,
) -> None:
    """Write a commented study file for a data file; `referee run` carries it out as it is.

    Example: referee init churn.csv --target churned --output churn.yaml
    """
    from referee import api
    from referee.spec import split_specs

    parts = [part.strip() for part in (target or "").split(",") if part.strip()]
    path = api.init_study(
        data, output, models=split_specs(models) if models else None, metrics=split_specs(metrics) if metrics else None,
        force=force, target=parts[0] if len(parts) == 1 else parts, task=task, groups=groups, ids=ids,
        drop=[part.strip() for part in drop.split(",")] if drop else None, positive=positive)
    say(f"Wrote {path}. Read it, change what you like, then: referee run {path}")
