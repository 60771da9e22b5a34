"""referee compare: which model is better, by how much, and how sure one can be."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.gated import Gating
from referee.cli.told import Telling, answer
from referee.cli.typed import command_line, engine_at, names, of_data


@with_copies
def compare(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, design: o.Design = None,
    level: o.Level = 0.95, test: o.SomeTest = None, against: o.Against = None, relevant: o.Relevant = None,
    adjust: o.Adjust = "holm", family: o.Family = "ledger", side: o.Side = None, protocol: o.Protocol = None,
    baseline: o.Baseline = True, tuning: o.Tuning = None,
    seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, retry_failed: o.RetryFailed = False, share: o.Share = False,
    ledger: o.Ledger = o.DEFAULT_LEDGER,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    weights: o.Weights = None, weights_are: o.WeightsAre = None, case_costs: o.CaseCosts = None,
    fail_if: o.FailIfOption = None, junit: o.Junit = None, summary: o.Summary = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which model is better, by how much, and how sure one can be.

    Example: referee compare churn.csv --target churned --models logistic,forest
    """
    from referee import api

    gating = Gating(fail_if, junit, summary)
    gating.check(against=against, relevant=relevant)
    with Telling(ledger) as telling:
        result = api.compare(
            names(models), data, metrics=names(metrics), design=design, level=level, test=test, against=against,
            relevant=relevant, adjust=adjust, family=family, side=side, protocol=protocol, tuning=tuning,
            baseline=baseline, seed=seed, jobs=jobs, engine=engine_at(engine, address),
            time_limit=time_limit, retry_failed=retry_failed, share=share, ledger=ledger,
            announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive,
                      weights=weights, weights_are=weights_are, case_costs=case_costs))
    answer(result, as_json=json, page=None if no_report else report, gating=gating, copies=copies,
           everything=everything)
