"""What marks the rows: the group each belongs to, and the name its owner knows it by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.rows import row_hashes
from referee.data.table import Table
from referee.data.wording import counted, rows_at
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd


NONE = "none"           # said in place of a column: there are none
COPIES = "copies"       # said in place of a column of groups: rows that are equal in all features belong together


def take_marks(table: Table, values: Any, what: str) -> tuple[pd.Series[Any] | None, Table]:
    """Groups or ids, given as a column's name or as values; a column so named is no feature."""
    import pandas as pd

    if values is None:
        return None, table
    if isinstance(values, str):
        return pd.Series(table.column(values)).reset_index(drop=True), table.without([values])
    values = values.to_pandas() if hasattr(values, "to_pandas") else values
    if np.ndim(values) != 1:
        raise BadInput(f"{table.where}: {what} must be the name of a column or one value for each row.")
    series = pd.Series(values).reset_index(drop=True)
    if len(series) != table.n_rows:
        raise BadInput(f"{table.where}: X has {counted(table.n_rows, 'row')} but there are {len(series):,} {what}.")
    return series, table


def group_codes(groups: pd.Series[Any], where: str) -> Array:
    """A code for each group, in the order in which groups first occur: their names do not matter.

    >>> import pandas as pd
    >>> group_codes(pd.Series(["b", "a", "b"]), "data").tolist()
    [0, 1, 0]
    """
    import pandas as pd

    missing = np.flatnonzero(groups.isna())
    if missing.size:
        raise BadInput(f"{where}: no group is given for {rows_at(missing)}; name a group for each row.")
    return pd.factorize(groups)[0].astype(np.int64)


def copies_together(matrix: Array) -> Array:
    """A code for each row, the same for rows that are equal in every column, in the order in which they first occur.

    >>> copies_together(np.array([[2.0, 1.0], [0.0, 1.0], [2.0, 1.0]])).tolist()
    [0, 1, 0]
    """
    import pandas as pd

    return pd.factorize(row_hashes(matrix))[0].astype(np.int64)


def group_notices(codes: Array | None) -> list[str]:
    """What is to be known of groups that are no groups: all rows in one, or one row in each.

    >>> group_notices(np.array([0, 0, 0]))[0]
    "all rows belong to one group: how models do on new groups cannot be told; groups='none' asks about new rows of it."
    """
    groups = 0 if codes is None else int(codes.max(initial=-1)) + 1
    if codes is None or codes.size < 2:
        return []
    if groups == 1:
        return [("all rows belong to one group: how models do on new groups cannot be told; groups='none' asks about "
                "new rows of it.")]
    return ["every group has one row only: keeping groups together changes nothing."] if groups == codes.size else []


def row_names(ids: pd.Series[Any], where: str) -> Array:
    """The rows' names as whole numbers or text, each given once."""
    missing, repeated = np.flatnonzero(ids.isna()), ids[ids.duplicated()]
    if missing.size:
        raise BadInput(f"{where}: no id is given for {rows_at(missing)}; name each row.")
    if len(repeated):
        raise BadInput(f"{where}: ids are not distinct ({str(repeated.iloc[0])!r} names more than one row); "
                       f"for rows that belong together say groups instead.")
    return ids.to_numpy(np.int64, copy=True) if ids.dtype.kind in "iu" else np.array([str(value) for value in ids])
