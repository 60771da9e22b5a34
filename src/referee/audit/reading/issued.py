"""Forecasts in a file of predictions that were issued when what they forecast was over, by two columns of dates."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.unnamed_columns import Issued
from referee.data.prediction_table.naming import named
from referee.data.prediction_table.opening import beside_answers
from referee.data.structure.times import DATE
from referee.data.times import instants_of
from referee.errors import BadInput, RefereeError

if TYPE_CHECKING:
    import pandas as pd

MOSTLY = 0.6            # of the rows are issued before: else the one date is no issue of the other
DATES = 0.95            # of the values that are looked at
LOOKED_AT, MOST_DATES = 200, 4


def issued_late(source: Any, said: dict[str, str | None], name: str) -> tuple[Issued, ...]:
    """Of each model the rows issued behind their date, where most of the file's are issued before."""
    try:
        frame = beside_answers(source, name)
    except (RefereeError, ValueError):
        return ()
    if frame is None:
        return ()
    dates = {str(column): days for column in frame.columns if (days := _days(frame[column])) is not None}
    names = [str(column) for column in frame.columns]
    known = named(names, name, {role: column for role, column in said.items() if column in names})
    model = next(iter(known.candidates("model")), None)
    for issue, target in permutations(list(dates)[:MOST_DATES], 2):
        behind = dates[issue] > dates[target]
        if behind.any() and (dates[issue] < dates[target]).mean() >= MOSTLY:
            who = frame[model].astype(str) if model is not None else np.full(len(frame), "")
            found = [Issued(model=str(one), issue=issue, target=target, late=int(behind[who == one].sum()),
                            of=int((who == one).sum())) for one in dict.fromkeys(who)]
            return tuple(found) if any(one.many for one in found) else ()
    return ()


def _days(column: pd.Series[Any]) -> Any:
    """Dates as numbers; None for a column that holds others."""
    if column.dtype.kind in "fiub":
        return None
    if column.dtype.kind != "M":
        texts = column.astype(str)
        if texts.iloc[:: -(-len(texts) // LOOKED_AT)].str.match(DATE).mean() < DATES:
            return None
        try:
            column = instants_of(texts, "predictions")
        except BadInput:            # no dates, or nobody knows whether the day or the month comes first
            return None
    return None if column.isna().any() else column.to_numpy(dtype="datetime64[s]").astype(np.int64)
