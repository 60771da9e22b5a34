"""Cases that one model of a file answered and another did not: how many, and whether they were the hard ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.bundle import Unanswered
from referee.data.prediction_table import PredictionTable
from referee.data.prediction_table.outputs import OTHER
from referee.kinds import Array


def unanswered(table: PredictionTable) -> Iterator[Unanswered]:
    """Of each model that lacks cases which others have, or that its own log asked it."""
    whole = table.uncut or (table if _silent(table) else None)
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
        others = [other for other in whole.models if other != model]
        right = [one for other in others if (one := _right(whole, other)) is not None]
        hits = np.concatenate(right) if right else np.empty((0, 2))
        there, own = its[hits[:, 0].astype(np.int64)], _share_right(whole, model, its)
        yield Unanswered(model=model, answered=int(its.sum()), of=whole.n_cases,
                         right_there=_counted(hits[there, 1]), right_left_out=_counted(hits[~there, 1]),
                         own=own, silent=model in _silent(whole), lost=_no_longer_led(whole, others, own, its))


def _no_longer_led(table: PredictionTable, others: list[str], own: float | None, its: Array) -> str | None:
    """The best of the others that a model is ahead of by its own cases alone: not if those left out count as wrong."""
    scores = {other: share for other in others if (share := _share_right(table, other)) is not None}
    if own is None:
        return None
    beside = [other for other, share in scores.items() if own * its.mean() <= share < own]
    return max(beside, key=scores.__getitem__, default=None)


def _cases(table: PredictionTable, model: str) -> Array:
    """The cases that a model answered, with a class where these are asked for."""
    mask = np.zeros(table.n_cases, dtype=bool)
    none = table.classes.index(OTHER) if OTHER in table.classes else -1
    for part in table.said[model]:
        mask[part.cases if part.labels is None else part.cases[part.labels != none]] = True
    return mask


def _silent(table: PredictionTable) -> set[str]:
    """The models with rows in which they name no class: nothing at all, n/a, a refusal."""
    if OTHER not in table.classes:
        return set()
    none = table.classes.index(OTHER)
    return {model for model, parts in table.said.items()
            if any(part.labels is not None and (part.labels == none).any() for part in parts)}


def _right(table: PredictionTable, model: str) -> Array | None:
    """Case, and whether the answer was right, of every answer of a model; None where there are no labels."""
    parts = [part for part in table.said[model] if part.labels is not None]
    if not parts or not table.classes:
        return None
    return np.concatenate([np.column_stack([part.cases, part.labels == table.y[part.cases]]) for part in parts])


def _share_right(table: PredictionTable, model: str, of: Array | None = None) -> float | None:
    """Of its own answers, or those to some cases, those that are right."""
    right = _right(table, model)
    right = right if right is None or of is None else right[of[right[:, 0].astype(np.int64)]]
    return None if right is None or not len(right) else float(right[:, 1].mean())


def _counted(hits: Array) -> tuple[int, int]:
    return int(hits.sum()), int(hits.size)
