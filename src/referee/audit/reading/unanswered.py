"""Cases that one model of a file answered and another did not: how many, and whether they were the hard ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.bundle import Unanswered
from referee.data.prediction_table import PredictionTable
from referee.kinds import Array


def unanswered(table: PredictionTable) -> Iterator[Unanswered]:
    """Of each model that lacks cases which others have, or that its own log asked it."""
    whole = table.uncut
    if whole is None:
        for model, (answered_of_log, asked) in table.scored.items():
            if answered_of_log < asked:
                yield Unanswered(model=model, answered=answered_of_log, of=asked, right_there=(0, 0),
                                 right_left_out=(0, 0), own=_share_right(table, model))
        return
    answered = {model: _cases(whole, model) for model in whole.models}
    for model, its in answered.items():
        if its.all():
            continue
        right = [one for other in whole.models if other != model if (one := _right(whole, other)) is not None]
        hits = np.concatenate(right) if right else np.empty((0, 2))
        there = its[hits[:, 0].astype(np.int64)]
        yield Unanswered(model=model, answered=int(its.sum()), of=whole.n_cases,
                         right_there=_counted(hits[there, 1]), right_left_out=_counted(hits[~there, 1]))


def _cases(table: PredictionTable, model: str) -> Array:
    mask = np.zeros(table.n_cases, dtype=bool)
    for part in table.said[model]:
        mask[part.cases] = True
    return mask


def _right(table: PredictionTable, model: str) -> Array | None:
    """Case, and whether the answer was right, of every answer of a model; None where there are no labels."""
    parts = [part for part in table.said[model] if part.labels is not None]
    if not parts or not table.classes:
        return None
    return np.concatenate([np.column_stack([part.cases, part.labels == table.y[part.cases]]) for part in parts])


def _share_right(table: PredictionTable, model: str) -> float | None:
    """Of its own answers, those that are right."""
    right = _right(table, model)
    return None if right is None else float(right[:, 1].mean())


def _counted(hits: Array) -> tuple[int, int]:
    return int(hits.sum()), int(hits.size)
