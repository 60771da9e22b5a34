"""referee chance: better than chance?"""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.show import fitting
from referee.cli.study_run import announce, answer, command_line, load_problem, say_shortcuts


def chance(
    data: o.Data, models: o.Models, target: o.Target = None,
    shuffled: o.Shuffled = "labels", shuffles: o.Shuffles = 999, design: o.Design = None, metrics: o.Metrics = None,
    strata: o.Strata = None,
    tuning: o.Tuning = None, level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("chance.html"), no_report: o.NoReport = False, json: o.AsJson = False,
) -> None:
    """Better than chance? Runs the whole procedure again on shuffled data.

    Example: referee chance churn.csv --target churned --models lda,forest --shuffles 999
    """
    from referee import api
    from referee.spec import split_specs

    problem = load_problem(data, target=target, task=task, groups=groups, ids=ids, drop=drop, positive=positive,
                           ledger=ledger)
    prepared = api.prepare_chance(
        split_specs(models), problem, tests=[part.strip() for part in shuffled.split(",")], shuffles=shuffles,
        design=design, metrics=split_specs(metrics) if metrics else None, strata=strata, tuning=tuning, level=level,
        seed=seed, command=command_line(),
    )
    announce(prepared, ledger)
    with api.opened(ledger) as store, fitting() as tick:
        result = api.carry_out(prepared, store, engine=api.Local(workers=jobs), progress=tick)
    say_shortcuts(result)
    answer(result, as_json=json, page=None if no_report else report)
