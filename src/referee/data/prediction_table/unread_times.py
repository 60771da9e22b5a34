"""Columns of a file of predictions that nobody named, are called as times are and hold dates: perhaps a series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.data.prediction_table.block import codes_of
from referee.data.prediction_table.dates import is_date
from referee.data.score_layout import plain_name

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

    from referee.data.prediction_table.opening import Opened
    from referee.data.prediction_table.roles import Roles

CALLED = {"date", "dates", "day", "datetime", "timestamp", "time", "when", "ds", "month", "week", "hour"}
FEWEST = 10             # different dates, of which a series may consist
LOOKED_AT = 20


def unread_times(one: Opened, table: pa.Table, roles: Roles) -> list[str]:
    """A sentence for each column that nobody named and that looks as if it said when."""
    if roles.time is not None:
        return []
    read, told = set(roles.columns), []
    for name in one.names:
        if name in read or plain_name(name) not in CALLED:      # the others may be as large as they like
            continue
        column = table.column(name) if name in table.column_names else None
        if column is None and one.source is not None:
            column = one.source.read([name]).column(name)
        values = [] if column is None else codes_of(column)[1]
        if len(values) >= FEWEST and all(is_date(value) for value in values[:LOOKED_AT]):
            told.append(f"{len(values):,} different dates stand in {name!r}: if cases follow each other in time they "
                        f"are not independent; say time={name!r} to allow for it, time='none' if they do not.")
    return told
