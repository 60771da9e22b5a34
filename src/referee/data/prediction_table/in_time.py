"""Cases in the order of time: when each was measured, as files say it, or as the rows of one file stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of, under_one_another
from referee.data.prediction_table.cases import Cases
from referee.data.prediction_table.table import Part, PredictionTable
from referee.data.times import times_of
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array


def in_time(table: PredictionTable, blocks: list[Block], cases: Cases, *, rows: bool) -> PredictionTable:
    """The cases in the order of the column that says when they were measured, with what is to be said of it."""
    if rows:
        import pandas as pd

        if not table.by_row:
            raise BadInput(f"{table.name}: the cases are known by their ids, not by the order of rows; name the column "
                           f"that says when each was measured (time).")
        values = pd.Series(np.arange(table.n_cases), name="row order")
    elif (found := _times(blocks, cases)) is None:
        return table
    else:
        values = found
    times = times_of(values, table.name)
    table = replace(table, notices=(*table.notices, *times.notices), time=times.in_order)
    return table if times.order is None else _reordered(table, times.order)


def _times(blocks: list[Block], cases: Cases) -> Any:
    """What the files say of each case; None where no column was named."""
    there = [(column, where, block.roles.time) for block, where in zip(blocks, cases.of_block, strict=True)
             if (column := block.mark("time")) is not None]
    if not there:
        return None
    import pandas as pd

    codes, values = codes_of(under_one_another([column for column, _, _ in there]))
    where, name = np.concatenate([w for _, w, _ in there]), there[0][2]
    first = np.full(cases.ids.size, -1, dtype=np.int64)
    first[where[::-1]] = codes[::-1]
    clash = np.flatnonzero(first[where] != codes)
    if clash.size:
        raise BadInput(f"case {cases.ids[where[clash[0]]]!s} has two times in {name!r}; "
                       f"{counted(np.unique(where[clash]).size, 'case')} contradict like this.")
    known = pd.Series(values)[np.maximum(first, 0)].reset_index(drop=True)
    return known.where(first >= 0).rename(name)


def _reordered(table: PredictionTable, order: Array) -> PredictionTable:
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    return replace(
        table, ids=table.ids[order], y=table.y[order],
        clusters=None if table.clusters is None else table.clusters[order],
        weights=None if table.weights is None else table.weights[order],
        costs=None if table.costs is None else table.costs[order],
        said={model: tuple(_moved(part, place) for part in parts) for model, parts in table.said.items()})


def _moved(part: Part, place: Array) -> Part:
    """What was said, by the new places of the cases, ascending again."""
    cases = place[part.cases]
    order = np.argsort(cases, kind="stable")

    def kept(values: Array | None) -> Array | None:
        return None if values is None else values[order]

    return replace(part, cases=cases[order], labels=kept(part.labels), probabilities=kept(part.probabilities),
                   scores=kept(part.scores), values=kept(part.values), quantiles=kept(part.quantiles),
                   marks=kept(part.marks),
                   trained=None if part.trained is None else np.sort(place[part.trained]))
