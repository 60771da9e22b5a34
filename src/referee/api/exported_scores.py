"""The score of every learner of every stored study on every split, as one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.errors import RefereeError
from referee.ledger import Ledger, StudyCard
from referee.metrics import metric
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score
from referee.reading.target_views import of_target

if TYPE_CHECKING:
    from referee.ledger.exporting import Table

COLUMNS = {"study": "whole", "problem": "text", "plan": "text", "learner": "text", "learner_name": "text",
           "metric": "text", "position": "whole", "label": "text", "split": "text", "score": "real", "target": "text"}


def scores_of(store: Ledger) -> Table:
    """The table; a metric that is no part of referee is left out, as is a score that does not exist."""
    return "scores", COLUMNS, (portion for number, card in enumerate(store.studies(), 1)
                               for portion in _of_study(store, number, card))


def _of_study(store: Ledger, number: int, card: StudyCard) -> Iterator[dict[str, list[Any]]]:
    learners = dict(zip(card.declaration.names, card.learners, strict=False))
    metrics = []
    for name in card.declaration.metrics:
        try:
            metrics.append(metric(name))
        except RefereeError:
            continue
    try:
        problem, plan = store.problem(card.problem), store.plan(card.plan)
        views = [of_target(store, problem, j) for j in range(len(problem.targets))] if problem.has_several else [store]
        tables = [score(view, plan, learners, metrics) for view in views]
    except RefereeError:            # a study whose data or plan this ledger does not hold
        return
    for target, table in zip(problem.targets, tables, strict=True):
        yield from _of_table(table, number, card, target)


def _of_table(table: ScoreTable, number: int, card: StudyCard, target: str) -> Iterator[dict[str, list[Any]]]:
    """The scores by one target."""
    learners = dict(zip(card.declaration.names, card.learners, strict=False))
    for (name, measured), scores in table.scores.items():
        kept = [i for i, keep in enumerate(scores.kept) if keep]
        entries = [table.plan.entries[i] for i in kept]
        n = len(kept)
        yield {"study": [number] * n, "problem": [card.problem] * n, "plan": [card.plan] * n,
               "learner": [learners[name]] * n, "learner_name": [name] * n, "metric": [measured] * n, "position": kept,
               "label": [entry.label for entry in entries], "split": [entry.split for entry in entries],
               "score": [float(scores.values[i]) for i in kept], "target": [target] * n}
