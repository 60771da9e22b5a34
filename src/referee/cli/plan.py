"""referee plan: how much evidence a difference needs, and what can be seen with what there is."""

from __future__ import annotations

from typing import Any

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import answer
from referee.cli.typed import pair as typed_pair


@with_copies
def plan(
    difference: o.Difference = None, unit: o.Unit = None, have: o.Have = None, power: o.Power = 0.8,
    level: o.Level = 0.95, comparisons: o.Comparisons = 1, alternative: o.Alternative = "two-sided",
    accuracy: o.Accuracy = None,
    disagreement: o.Disagreement = None, correlation: o.Correlation = None, sd: o.Sd = None, wins: o.Wins = None,
    test_share: o.SomeTestShare = None, cluster_size: o.ClusterSize = None, icc: o.Icc = None,
    unpaired: o.Unpaired = False, test: o.Test = "wilcoxon", half_width: o.HalfWidth = None,
    ledger: o.SomeLedger = None, study: o.Study = None, pair: o.Pair = None, metrics: o.Metrics = None,
    report: o.Report = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """How much evidence a difference needs, and what can be seen with what there is.

    Example: referee plan --difference 0.01 --disagreement 0.08 --have 2000
    """
    from referee import api

    assumed = {"accuracy": accuracy, "disagreement": disagreement, "correlation": correlation, "sd": sd, "wins": wins,
               "test_share": test_share, "cluster_size": cluster_size, "icc": icc}
    said: dict[str, Any] = {name: value for name, value in assumed.items() if value is not None}
    said |= {"unpaired": True} if unpaired else {}
    said |= {"test": test} if test != "wilcoxon" else {}
    result = api.plan(difference, unit=unit or ("data-sets" if wins is not None else None), have=have, power=power,
                      level=level, comparisons=comparisons, alternative=alternative, half_width=half_width,
                      ledger=ledger, study=study, metrics=metrics,
                      pair=typed_pair(pair, "--pair takes two learners"), **said)
    answer(result, as_json=json, page=report, copies=copies)
