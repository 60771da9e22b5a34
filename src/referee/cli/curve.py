"""referee curve: how learners grow with data."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem


def curve(
    data: o.Data, models: o.Models, target: o.Target = None,
    sizes: o.Sizes = None, metrics: o.Metrics = None, folds: o.Folds = 10, repeats: o.Repeats = 1,
    at: o.At = None, against: o.Against = None, adjust: o.Adjust = "max-t", training: o.Training = 1000,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("curve.html"),
    no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """How learners grow with data, and what more data would bring.

    Example: referee curve churn.csv --target churned --models logistic,forest --sizes 100,200,400,800
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare_curve(
        split_specs(models), problem, sizes=_numbers(sizes), folds=folds, repeats=repeats,
        metrics=split_specs(metrics) if metrics else None, training=training, seed=seed, command=command_line(),
        ask=api.CurveAsk(level=level, adjust=adjust, at=at, against=against),
    )
    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs, time_limit=time_limit), progress=tick)
    answer(result, as_json=json, page=None if no_report else report)


def _numbers(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) if "." in part else int(part) for part in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"--sizes are numbers separated by commas, not {text!r}.") from None
