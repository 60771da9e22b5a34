"""referee advise: which design, interval and test suit a problem, and why; and the command to run."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import print_json


def advise(
    data: o.Data, target: o.Target = None,
    models: Annotated[str | None, typer.Option(
        "--models", "-m", metavar="NAMES", help="Learners, separated by commas; usual ones if not said.")] = None,
    goal: Annotated[str, typer.Option(
        "--goal", "-g", help="compare, absolute, compare-models, select, chance, equivalence, leaderboard, growing, "
                             "plan or curve.")] = "compare",
    metrics: o.Metrics = None, budget: o.Budget = None,
    test_rows: Annotated[int | None, typer.Option(
        min=1, metavar="N", help="Rows of these set aside to test on once.")] = None,
    against: Annotated[str | None, typer.Option(metavar="NAME", help="One new method against the others.")] = None,
    relevant: Annotated[float | None, typer.Option(
        metavar="X", help="Smallest difference that matters to you, in the unit of the primary metric.")] = None,
    data_sets: Annotated[int, typer.Option(min=1, metavar="N", help="Data sets of this kind to compare on.")] = 1,
    ordered: Annotated[bool, typer.Option("--ordered", help="The rows follow each other in time.")] = False,
    simulator: Annotated[bool, typer.Option("--simulator", help="Fresh rows can be had at will.")] = False,
    reused: Annotated[bool, typer.Option("--reused", help="The test rows have been used before.")] = False,
    probabilities: Annotated[bool, typer.Option("--probabilities", help="The probabilities are acted on.")] = False,
    costs: Annotated[bool, typer.Option("--costs", help="What each kind of error costs is known.")] = False,
    human: Annotated[int | None, typer.Option(
        metavar="N", help="Cases that people have scored, the others by a machine.")] = None,
    tolerance: Annotated[float | None, typer.Option(
        metavar="X", help="Precision that the use of the result needs; with --ledger and a panorama in it.")] = None,
    asked: Annotated[str, typer.Option(metavar="DESIGN", help="A design somebody has asked for.")] = "",
    timed: Annotated[bool, typer.Option(help="Time a few fits on some of the rows.")] = True,
    ledger: Annotated[str | None, typer.Option("--ledger", "-l", metavar="FILE", help="A ledger to look into.")] = None,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None, drop: o.Drop = None, positive: o.Positive = None,
    seed: o.Seed = 0, json: o.AsJson = False,
) -> None:
    """Which design, interval and test suit a problem, and why; what would be run, and how long it takes here.

    Example: referee advise churn.csv --target churned --models logistic,forest --goal compare
    """
    from referee import api
    from referee.spec import split_specs

    parts = [part.strip() for part in (target or "").split(",") if part.strip()]
    advice = api.advise(
        data, models=split_specs(models) if models else None, goal=goal,
        metrics=split_specs(metrics) if metrics else None, budget=budget, test_rows=test_rows, against=against,
        relevant=relevant, data_sets=data_sets, ordered=ordered, simulator=simulator, reused=reused,
        probabilities=probabilities, costs=costs, human=human, tolerance=tolerance, asked=asked, timed=timed,
        ledger=ledger, seed=seed, target=(parts[0] if len(parts) == 1 else parts) or None, task=task, groups=groups,
        ids=ids, drop=[part.strip() for part in drop.split(",")] if drop else None, positive=positive)
    if json:
        print_json(advice.to_dict())
    else:
        print(advice, end="")
