"""When the cases of a file of predictions were, by dates that it has and nobody named as its times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.reading.beside import by_case
from referee.audit.unnamed_columns import Dates
from referee.data.prediction_table import PredictionTable
from referee.data.structure.times import DATE
from referee.data.times import instants_of
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

DATES = 0.95            # of the values that are looked at
DIFFERENT = 0.5         # as many times as cases: a series, and no list of days with many cases each
LOOKED_AT = 200
FEWEST = 30


def dates_beside(source: Any, table: PredictionTable) -> Dates | None:
    """The column, or the ids, that hold dates, nearly each case its own; None where there are none."""
    if table.n_cases < FEWEST:
        return None
    frame = by_case(source, table)
    columns = {} if frame is None else {str(name): frame[name] for name in frame.columns}
    for name, column in columns.items():
        times = _times(column)
        if times is not None:
            return Dates(name=name, times=times)
    ids = None if table.by_row else _times(_series(table.ids))
    return None if ids is None else Dates(name="the ids", times=ids)


def _series(values: Array) -> pd.Series[Any]:
    import pandas as pd

    return pd.Series(values.astype(str))


def _times(column: pd.Series[Any]) -> Array | None:
    if column.dtype.kind in "fiub":
        return None
    texts = column.astype(str)
    some = texts.iloc[:: -(-len(texts) // LOOKED_AT)]
    if some.str.match(DATE).mean() < DATES:
        return None
    try:
        times = instants_of(texts, "predictions")
    except BadInput:                # no dates, or nobody knows whether the day or the month comes first
        return None
    if times.nunique() < DIFFERENT * len(times):
        return None
    found: Array = times.to_numpy(dtype="datetime64[s]").astype(np.float64)
    return found
