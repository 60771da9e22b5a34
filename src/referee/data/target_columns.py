"""Finding the target: beside the table or in it, and in which rows it is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.table import Table
from referee.data.wording import counted, listed, quoted, rows_at
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

MOST = 3                    # column names in a message


def take_target(table: Table, y: Any, target: str | Sequence[str] | None) -> tuple[pd.DataFrame, Table]:
    """The target column or columns as a frame, and the table without them."""
    import pandas as pd

    if y is not None:
        return _target_frame(y, table), table
    names = table.split_names(target)
    if not names:
        raise BadInput(f"{table.where}: say which column is the target (--target COL, or target=). "
                       f"Columns: {_first_and_last(table.names)}.")
    columns = {name: pd.Series(table.column(name), name=name).reset_index(drop=True) for name in names}
    return pd.DataFrame(columns), table.without(names)


def _first_and_last(names: Sequence[str]) -> str:
    """The first columns and the last one, which is most often the target."""
    return listed(names) if len(names) <= MOST else f"{', '.join(names[:MOST - 1])}, …, {names[-1]} ({len(names)})"


def _target_frame(y: Any, table: Table) -> pd.DataFrame:
    """The target given beside the table."""
    import pandas as pd

    y = y.to_pandas() if hasattr(y, "to_pandas") else y
    _check_index(y, table)
    if not isinstance(y, pd.DataFrame | pd.Series):
        y = _array_as_frame(y, table.where)
    frame = y.to_frame(y.name if y.name is not None else "y") if isinstance(y, pd.Series) else y
    if len(frame) != table.n_rows:
        raise BadInput(f"{table.where}: X has {counted(table.n_rows, 'row')} but y has {len(frame):,}.")
    return frame.reset_index(drop=True)


def _array_as_frame(y: Any, where: str) -> pd.DataFrame:
    import pandas as pd

    try:
        array = np.asarray(y)
    except ValueError as error:
        raise BadInput(f"{where}: the rows of y do not all have the same length.") from error
    if array.dtype.kind in "US" and not isinstance(y, np.ndarray):
        array = np.array(y, dtype=object)       # a list of labels: what is no text in it stays so
    if array.ndim not in (1, 2):
        raise BadInput(f"{where}: y has {array.ndim} dimensions; it needs one, or two for several targets.")
    columns = array[:, None] if array.ndim == 1 else array
    names = ["y"] if columns.shape[1] == 1 else [f"y{i + 1}" for i in range(columns.shape[1])]
    return pd.DataFrame(columns, columns=names).infer_objects()


def _check_index(y: Any, table: Table) -> None:
    """Frames whose rows stand in another order would be paired wrongly without a sound."""
    theirs, ours = getattr(y, "index", None), getattr(table.given, "index", None)
    if theirs is None or ours is None or callable(theirs) or len(theirs) != len(ours):
        return
    if not theirs.equals(ours) and theirs.is_unique and theirs.sort_values().equals(ours.sort_values()):
        raise BadInput(f"{table.where}: X and y have the same rows by their index, but in another order; "
                       f"hand over y.loc[X.index].")


def rows_with_target(targets: pd.DataFrame, where: str, *, allowed: bool) -> tuple[Array, list[str]]:
    """Which rows have a target, and what is to be said of those without."""
    there = np.asarray(targets.notna().all(axis=1))
    missing, names = np.flatnonzero(~there), quoted(list(targets.columns))
    if missing.size == len(targets):
        raise BadInput(f"{where}: target {names} has no values at all.")
    if missing.size and not allowed:
        raise BadInput(f"{where}: target {names} is missing in {rows_at(missing)}; fill it in, or leave those rows out "
                       f"with drop_missing_target.")
    return there, [f"the target is missing in {rows_at(missing)}: left out."] if missing.size else []


def whole_again(targets: pd.DataFrame) -> pd.DataFrame:
    """Whole numbers that missing values had turned into floats."""
    whole = {name: np.int64 for name, column in targets.items()
             if column.dtype.kind == "f" and bool((column % 1 == 0).all())}
    return targets.astype(whole).reset_index(drop=True)
