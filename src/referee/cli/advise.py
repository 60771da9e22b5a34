"""referee advise: which design, interval and test suit a problem, and why; and the command to run."""

from __future__ import annotations

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import names, of_data


@with_copies
def advise(
    data: o.Data, target: o.Target = None,
    models: o.SomeModels = None, goal: o.Goal = "compare", metrics: o.Metrics = None, budget: o.Budget = None,
    test_rows: o.SomeTestRows = None, against: o.Against = None, relevant: o.Relevant = None, datasets: o.Datasets = 1,
    ordered: o.Ordered = False, simulator: o.SimulatorIsThere = False, reused: o.Reused = False,
    probabilities: o.Probabilities = False, costs: o.Costs = None, human: o.Human = None,
    tolerance: o.Tolerance = None, asked: o.Asked = "", timed: o.Timed = True, ledger: o.SomeLedger = None,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    seed: o.Seed = 0, report: o.Report = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Which design, interval and test suit a problem, and why; what would be run, and how long it takes here.

    Example: referee advise churn.csv --target churned --models logistic,forest --goal compare
    """
    from referee import api

    result = api.advise(
        data, models=names(models), goal=goal, metrics=names(metrics), budget=budget, test_rows=test_rows,
        against=against, relevant=relevant, datasets=datasets, ordered=ordered, simulator=simulator, reused=reused,
        probabilities=probabilities, costs=costs, human=human, tolerance=tolerance, asked=asked, timed=timed,
        ledger=ledger, seed=seed,
        **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=report, copies=copies)
