"""referee curve: how learners grow with data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem


def curve(
    data: o.Data, models: o.Models, target: o.Target = None,
    sizes: Annotated[str | None, typer.Option(
        metavar="NUMBERS", help="Training sizes, separated by commas: rows (100,200,400) or shares (0.25,0.5,1.0); "
                                "doublings up to all rows if not said.")] = None,
    metrics: o.Metrics = None,
    folds: Annotated[int, typer.Option(help="Folds of the cross-validation.")] = 10,
    repeats: Annotated[int, typer.Option(help="How often the folds are dealt afresh.")] = 1,
    at: Annotated[int | None, typer.Option(
        metavar="SIZE", help="Compare at this size only, declared before looking.")] = None,
    against: Annotated[str | None, typer.Option(
        metavar="NAME", help="Compare all with this learner, not all pairs.")] = None,
    adjust: Annotated[str, typer.Option(help="Correction over pairs and sizes: max-t or holm.")] = "max-t",
    training: Annotated[int, typer.Option(
        help="Most rows of a training set that are predicted for the training score; 0 for none.")] = 1000,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.LedgerOption = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Page = Path("curve.html"),
    no_report: o.NoPage = False, json: o.AsJson = False,
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
