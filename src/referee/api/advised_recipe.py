"""What advice makes of what it is told beside the rows: prices, a panorama, the metrics that the rules ask for."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.advice import Recipe, Situation, by_metric, shaped
from referee.api.ledger import opened
from referee.data import Problem
from referee.errors import BadInput, RefereeError
from referee.kinds import Task
from referee.ledger import Ledger
from referee.metrics import Metric, each_of
from referee.reading.panorama import see
from referee.study import choose_metrics


def shaped_for(situation: Situation, said: Any, chosen: tuple[Metric, ...],
            problem: Problem) -> tuple[Situation, Recipe]:
    """The recipe as the rules make it, and the situation with the metric that it is then judged by."""
    named = said is None or all(isinstance(one, str) for one in each_of(said))
    recipe = Recipe(metrics=tuple(metric.name for metric in chosen) if named and not problem.has_several else None)
    recipe = shaped(situation, recipe)
    if recipe.metrics is not None:
        first = choose_metrics([recipe.metrics[0]], problem)[0]
        situation = replace(situation, **by_metric(first))
    return situation, shaped(situation, recipe)


def prices(said: Any, problem: Problem) -> tuple[float, float] | None:
    """What a false alarm and a miss cost, from "1,5" or a pair."""
    if said is None:
        return None
    parts = said.split(",") if isinstance(said, str) else said
    try:
        alarm, miss = (float(part) for part in parts)
    except (TypeError, ValueError):
        alarm, miss = 0.0, 0.0
    if not (0 < alarm < float("inf") and 0 < miss < float("inf")):
        raise BadInput(f"costs are two positive numbers, of a false alarm and of a miss, as in 1,5, not {said!r}.")
    if problem.task is not Task.CLASSIFICATION or len(problem.classes) != 2:
        raise BadInput(f"costs of a false alarm and of a miss are for two classes, which {problem.name} has not; ask "
                       f"for expected_cost with a matrix (metrics).")
    return alarm, miss


def gap(ledger: str | Path | Ledger | None, problem: Problem, metric: Metric) -> float | None:
    """The widest gap between the estimators of the newest panorama of these rows, resubstitution aside."""
    if ledger is None:
        return None
    with suppress(RefereeError), opened(ledger, create=False) as store:
        cards = [card for card in store.studies() if card.declaration.verb == "panorama"
                 and card.problem == problem.fingerprint and metric.name in card.declaration.metrics]
        if cards:
            shown = see(store, cards[-1], count_look=False)
            values = [line.value for column in shown.columns if column.metric == metric.name for line in column.lines
                      if line.value is not None and not line.estimator.optimistic]
            return max(values) - min(values) if values else None
    return None
