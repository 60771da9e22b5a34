"""referee evaluate: how good a model is, and how sure one can be."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data


@with_copies
def evaluate(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    tuning: o.Tuning = None, budget: o.Budget = None, level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None,
    engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, retry_failed: o.RetryFailed = False, share: o.Share = False,
    ledger: o.Ledger = o.DEFAULT_LEDGER,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    weights: o.Weights = None, weights_are: o.WeightsAre = None, case_costs: o.CaseCosts = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """How good a model is, and how sure one can be.

    Example: referee evaluate iris --models tree
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.evaluate(
            names(models), data, metrics=names(metrics), design=design, budget=budget, level=level, tuning=tuning,
            seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, retry_failed=retry_failed, share=share, ledger=ledger,
            announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive,
                      weights=weights, weights_are=weights_are, case_costs=case_costs))
    answer(result, as_json=json, page=None if no_report else report, copies=copies, everything=everything)
