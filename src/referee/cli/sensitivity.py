"""referee sensitivity: how an estimate moves with parameters, seeds, splits and designs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data


@with_copies
def sensitivity(
    data: o.Data, models: o.Models, target: o.Target = None, vary: o.Vary = None, seeds: o.Seeds = 5,
    splits: o.Splits = 5, designs: o.Designs = "kfold:folds=5;holdout:test=0.33,repeats=10",
    metrics: o.Metrics = None, design: o.Design = None, level: o.Level = 0.95, seed: o.Seed = 0,
    jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None,
    groups: o.Groups = None, ids: o.Ids = None, time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("sensitivity.html"), no_report: o.NoReport = False,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """How an estimate moves with parameters, seeds, splits and designs, each move beside its uncertainty.

    Example: referee sensitivity churn.csv --target churned --models tree --vary max_depth=2,4,8 --seeds 5
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.sensitivity(
            models, data, vary=_varied(vary or []), seeds=seeds, splits=splits, design=design, metrics=names(metrics),
            designs=[part.strip() for part in designs.split(";") if part.strip()], level=level, seed=seed, jobs=jobs,
            engine=engine_at(engine, address),
            time_limit=time_limit, ledger=ledger, announce=telling, progress=telling.progress,
            command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies)


def _varied(said: list[str]) -> dict[str, list[Any]]:
    """What each --vary names: max_depth=2,4,8."""
    from referee.spec import parse_spec, split_outside_brackets

    found: dict[str, list[Any]] = {}
    for text in said:
        name, equals, values = text.partition("=")
        if not equals or not name.strip().isidentifier() or not values.strip():
            raise typer.BadParameter(f"--vary is of the form max_depth=2,4,8, not {text!r}.")
        found[name.strip()] = [parse_spec(f"x:{name.strip()}={value}")[1][name.strip()]
                               for value in split_outside_brackets(values)]
    return found
