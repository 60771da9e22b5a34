"""Whatever a user hands over, as one kind of table: a NumPy array of numbers or a pandas frame, with names.

Arrays of numbers are taken as they are, without a copy. Arrays of text or objects, lists that are not all
numbers, polars and Arrow tables become pandas frames.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.wording import no_column
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """Rows and named columns; `where` is what messages call it.

    >>> table = as_table([[1, 2], [3, 4]], "data")
    >>> table.names, table.n_rows, table.column("x1").tolist(), table.without(["x1"]).names
    (('x0', 'x1'), 2, [2, 4], ('x0',))
    """

    given: Array | pd.DataFrame
    names: tuple[str, ...]
    where: str

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.given.shape[0])

    def position(self, name: object) -> int:
        """Where a column stands; a refusal with the nearest name when it does not."""
        if str(name) not in self.names:
            raise no_column(self.where, name, self.names)
        return self.names.index(str(name))

    def column(self, name: object) -> Any:
        """One column, as an array or a pandas series."""
        position = self.position(name)
        return self.given[:, position] if isinstance(self.given, np.ndarray) else self.given.iloc[:, position]

    def without(self, names: Iterable[object]) -> Table:
        """The other columns."""
        gone = {self.position(name) for name in names}
        if not gone:
            return self
        kept = [i for i in range(len(self.names)) if i not in gone]
        given = self.given[:, kept] if isinstance(self.given, np.ndarray) else self.given.iloc[:, kept]
        return Table(given=given, names=tuple(self.names[i] for i in kept), where=self.where)

    def rows(self, keep: Array) -> Table:
        """The rows where `keep` is true."""
        given = self.given[keep] if isinstance(self.given, np.ndarray) else self.given.loc[keep]
        return Table(given=given, names=self.names, where=self.where)

    def split_names(self, names: str | Sequence[object] | None) -> list[str]:
        """Column names as people give them: one, a list, or several in one text with commas between."""
        if names is None:
            return []
        if not isinstance(names, str):
            return [str(name) for name in names] if isinstance(names, Iterable) else [str(names)]
        if names in self.names or "," not in names:
            return [names]
        return [name.strip() for name in names.split(",") if name.strip()]


def as_table(X: Any, where: str) -> Table:
    """Rows and named columns from whatever the user has."""
    given = _given(X, where)
    if given.ndim != 2:
        raise BadInput(f"{where}: X has {given.ndim} dimension(s) and needs two, rows by columns; "
                       f"a single feature goes in as X.reshape(-1, 1).")
    if isinstance(given, np.ndarray):
        names = tuple(f"x{i}" for i in range(given.shape[1]))
    else:
        names = tuple(str(label) for label in given.columns)
    table = Table(given=given, names=names, where=where)
    _check_shape(table)
    return table


def _given(X: Any, where: str) -> Any:
    """An array of numbers or a pandas frame."""
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        # What the user later does to their frame must not reach ours; pandas copies on write only from 3 on.
        return X.copy(deep=int(pd.__version__.split(".")[0]) < 3)
    if isinstance(X, pd.Series):
        return X.to_frame()
    if hasattr(X, "tocsr"):
        raise BadInput(f"{where}: X is a sparse matrix, which referee does not take; "
                       f"make it dense with X.toarray(), or reduce its columns first.")
    if hasattr(X, "to_pandas"):     # polars and Arrow, by their own methods: neither is imported here
        frame = X.to_pandas()
        return frame.to_frame() if frame.ndim == 1 else frame
    if hasattr(X, "collect"):
        raise BadInput(f"{where}: X is a lazy frame; hand over X.collect().")
    if isinstance(X, dict):
        return pd.DataFrame(X)
    return _array(X, where)


def _array(X: Any, where: str) -> Any:
    if isinstance(X, np.ma.MaskedArray):
        X = np.ma.filled(X.astype(np.float64), np.nan)
    try:
        array = np.asarray(X)
    except ValueError as error:
        raise BadInput(f"{where}: the rows of X do not all have the same length.") from error
    if array.dtype.kind in "fiub":
        return array.astype(np.float64) if array.dtype.itemsize > 8 else array
    if array.ndim == 0 or array.dtype.kind not in "OUSMm":
        what = f"a {type(X).__name__}" if array.ndim == 0 else f"an array of {array.dtype}"
        raise BadInput(f"{where}: X is {what}, not a table of numbers or categories.")
    return array if array.ndim != 2 else _frame(X, array)


def _frame(X: Any, array: Array) -> pd.DataFrame:
    """Rows that are not all numbers, each column with a type of its own."""
    import pandas as pd

    if array.dtype.kind in "US" and isinstance(X, np.ndarray):
        # NumPy turns numbers that stand next to text into text; a column of nothing but numbers is turned back.
        frame = pd.DataFrame(array.astype(str)).apply(_numbers_where_possible)
    else:
        frame = pd.DataFrame(X).infer_objects()
    frame.columns = pd.Index([f"x{i}" for i in range(frame.shape[1])])
    return frame


def _numbers_where_possible(series: pd.Series[Any]) -> pd.Series[Any]:
    import pandas as pd

    try:
        return pd.to_numeric(series)
    except ValueError:
        return series


def _check_shape(table: Table) -> None:
    if table.n_rows == 0:
        raise BadInput(f"{table.where} has no rows.")
    repeated = [name for name, times in Counter(table.names).items() if times > 1]
    if repeated:
        at = [str(i + 1) for i, name in enumerate(table.names) if name == repeated[0]]
        raise BadInput(f"{table.where} has {len(at)} columns called {repeated[0]!r} "
                       f"(columns {' and '.join(at)}); rename all but one.")
