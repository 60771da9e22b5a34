"""Every model speaks of the same cases in the same parts, or the table is refused, or cut."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.prediction_table.table import Part, PredictionTable
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array


def on_shared_cases(table: PredictionTable, *, common: bool) -> PredictionTable:
    """Every model speaks of the same cases in the same parts, or the table is refused, or cut."""
    spoken = {}
    for model, parts in table.said.items():
        spoken[model] = np.zeros(table.n_cases, dtype=bool)
        for part in parts:
            spoken[model][part.cases] = True
    everywhere = np.logical_and.reduce(list(spoken.values()))
    shared = np.flatnonzero(everywhere)
    if shared.size == table.n_cases:
        return table
    if not shared.size:
        raise BadInput(f"the models of {table.name} have no case in common; check that ids mean the same in all files.")
    counts = ", ".join(f"{model} {int(cases.sum()):,}" for model, cases in spoken.items())
    odd = np.flatnonzero(~everywhere)[0]
    lacking = next(model for model, cases in spoken.items() if not cases[odd])
    if not common:
        raise BadInput(f"the models were not given the same cases ({counts}; all have {shared.size:,}; id "
                       f"{table.ids[odd]!s} is missing from {lacking}): complete them, or say --common-cases to "
                       f"judge on the shared ones.")
    left = cut(table, shared, f"{counted(table.n_cases - shared.size, 'case')} that not every model has are left out "
                              f"({counts}; {shared.size:,} shared).")
    return replace(left, uncut=table)


def cut(table: PredictionTable, keep: Array, notice: str) -> PredictionTable:
    """The table with only some of its cases."""
    position = np.full(table.n_cases, -1, dtype=np.int64)
    position[keep] = np.arange(keep.size)
    return replace(
        table, ids=table.ids[keep], y=table.y[keep], notices=(*table.notices, notice),
        clusters=None if table.clusters is None else table.clusters[keep],
        weights=None if table.weights is None else table.weights[keep],
        costs=None if table.costs is None else table.costs[keep],
        time=None if table.time is None else np.unique(table.time[keep], return_inverse=True)[1].reshape(-1),
        said={model: tuple(_cut_part(part, position) for part in parts) for model, parts in table.said.items()},
    )


def _cut_part(part: Part, position: Array) -> Part:
    stays = position[part.cases] >= 0

    def kept(values: Array | None) -> Array | None:
        return None if values is None else values[stays]

    return Part(repeat=part.repeat, fold=part.fold, seed=part.seed, cases=position[part.cases[stays]],
                labels=kept(part.labels), probabilities=kept(part.probabilities), scores=kept(part.scores),
                values=kept(part.values), quantiles=kept(part.quantiles), marks=kept(part.marks))
