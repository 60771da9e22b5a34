"""referee panorama: every estimator side by side on one learner, or several."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem, say_shortcuts


def panorama(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None,
    resamples: o.Resamples = 200, true_value: o.TrueValue = None,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, time_limit: o.TimeLimit = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None, report: o.Report = Path("panorama.html"),
    no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Every way to estimate, side by side: does the picture look as it should?

    Example: referee panorama slump.csv --target slump,flow,strength --models mlp
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare_panorama(
        split_specs(models), problem, metrics=split_specs(metrics) if metrics else None, resamples=resamples,
        truth=_numbers(true_value), level=level, seed=seed, command=command_line(),
    )
    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs, time_limit=time_limit), progress=tick)
    say_shortcuts(result)
    answer(result, as_json=json, page=None if no_report else report)


def _numbers(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"--true-value is a number, or several separated by commas, not {text!r}.") from None
