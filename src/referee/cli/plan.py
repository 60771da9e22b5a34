"""referee plan: how much evidence a difference needs, and what can be seen with what there is."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import print_json


def plan(
    difference: Annotated[float | None, typer.Option(
        "--difference", "-d", metavar="X", help="Difference to be seen, in the metric's unit.")] = None,
    unit: Annotated[str | None, typer.Option(
        metavar="WHAT", help="What is counted: cases (of one test set), splits, runs or data-sets.")] = None,
    have: Annotated[int | None, typer.Option(metavar="N", help="How many of them there are.")] = None,
    power: Annotated[float, typer.Option(help="Chance of seeing the difference if it is there.")] = 0.8,
    level: o.Level = 0.95,
    tests: Annotated[int, typer.Option(help="Comparisons that share the error rate.")] = 1,
    accuracy: Annotated[float | None, typer.Option(help="Accuracy expected of the worse model.")] = None,
    disagreement: Annotated[float | None, typer.Option(
        help="Share of cases that exactly one of the two models gets right.")] = None,
    correlation: Annotated[float | None, typer.Option(
        help="Correlation of right answers, where the disagreement is not known.")] = None,
    sd: Annotated[float | None, typer.Option(
        help="Standard deviation of the differences over cases, splits or data sets; of the score over runs.")] = None,
    wins: Annotated[float | None, typer.Option(
        help="Share of data sets that the better model wins: plans the sign test.")] = None,
    test_share: Annotated[float | None, typer.Option(
        help="Share of rows tested in each split; 0.1 if not said.")] = None,
    cluster_size: Annotated[float | None, typer.Option(help="Cases in a cluster, on average.")] = None,
    icc: Annotated[float | None, typer.Option(help="Correlation of differences within a cluster.")] = None,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Each model has test cases of its own.")] = False,
    test: Annotated[str, typer.Option(help="Over data sets: wilcoxon or t.")] = "wilcoxon",
    half_width: Annotated[float | None, typer.Option(
        metavar="X", help="How far the interval of an estimate may reach to either side.")] = None,
    ledger: Annotated[str | None, typer.Option(
        "--ledger", "-l", metavar="FILE", help="A ledger with a pilot study, which gives the spread.")] = None,
    study: Annotated[int | None, typer.Option(help="Number of the pilot study; the newest if not said.")] = None,
    pair: Annotated[str | None, typer.Option(
        metavar="A,B", help="Two learners of the pilot; the two best if not said.")] = None,
    metric: Annotated[str | None, typer.Option(help="Metric of the pilot; its primary one if not said.")] = None,
    json: o.AsJson = False,
) -> None:
    """How much evidence a difference needs, and what can be seen with what there is.

    Example: referee plan --difference 0.01 --disagreement 0.08 --have 2000
    """
    from referee import api
    from referee.spec import split_specs

    assumed = {"accuracy": accuracy, "disagreement": disagreement, "correlation": correlation, "sd": sd, "wins": wins,
               "test_share": test_share, "cluster_size": cluster_size, "icc": icc}
    said: dict[str, Any] = {name: value for name, value in assumed.items() if value is not None}
    said |= {"unpaired": True} if unpaired else {}
    said |= {"test": test} if test != "wilcoxon" else {}
    result = api.plan(difference, unit=unit or ("data-sets" if wins is not None else None), have=have, power=power,
                      level=level, tests=tests, half_width=half_width, ledger=ledger, study=study, metric=metric,
                      pair=_pair(split_specs(pair)) if pair else None, **said)
    if json:
        print_json(result.to_dict())
    else:
        print(result, end="")


def _pair(names: list[str]) -> tuple[str, str]:
    if len(names) != 2:
        raise typer.BadParameter(f"--pair names two learners separated by a comma, not {len(names)}.")
    return names[0], names[1]
