"""Whatever a user hands over, as one kind of table: a NumPy array of numbers or a pandas frame, with names.

Arrays of numbers are taken as they are, without a copy. Arrays of text or objects, lists that are not all
numbers, polars and Arrow tables become pandas frames. Texts, sparse matrices and arrays of more dimensions stay what
they are (`forms`): columns of these have no names by which they could be the target.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.forms import form_of, is_sparse, take_rows
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

    given: Any                  # an array of numbers, a pandas frame, or one of the `forms`
    names: tuple[str, ...]
    where: str

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.given.shape[0])

    def position(self, name: object) -> int:
        """Where a column stands; a refusal with the nearest name when it does not."""
        if form := form_of(self.given):
            raise BadInput(f"{self.where}: X is {form}, whose columns have no names, so {str(name)!r} is none; give "
                           f"target, groups and ids beside it, one value for each row.")
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
        return Table(given=take_rows(self.given, keep), names=self.names, where=self.where)

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
    if given.ndim != 2 and isinstance(given, np.ndarray) and (given.ndim == 0 or not _may_be_a_form(given)):
        raise BadInput(f"{where}: X has {given.ndim} dimension(s) and needs two, rows by columns; "
                       f"a single feature goes in as X.reshape(-1, 1).")
    names: tuple[str, ...]
    if given.ndim == 1:
        names = (str(getattr(given, "name", None) or "text"),)
    elif isinstance(given, np.ndarray) or is_sparse(given):
        names = tuple(f"x{i}" for i in range(int(np.prod(given.shape[1:]))))
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
        return X if _are_texts(X) else X.to_frame()
    if is_sparse(X):
        return _sparse(X, where)
    if hasattr(X, "to_pandas"):     # polars and Arrow, by their own methods: neither is imported here
        frame = X.to_pandas()
        return frame.to_frame() if frame.ndim == 1 and not _are_texts(frame) else frame
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
    if array.ndim == 1 and _are_texts(array):
        return array.astype(object)
    return array if array.ndim != 2 else _frame(X, array)


def _sparse(X: Any, where: str) -> Any:
    """By rows, as it is divided by rows again and again."""
    if X.ndim != 2 or X.dtype.kind not in "fiub":
        raise BadInput(f"{where}: X is a sparse array of {X.ndim} dimension(s) and {X.dtype}, not a table of numbers.")
    return X.tocsr()


def _are_texts(values: Any) -> bool:
    """Whether one text is given for each row: words, not categories of a type of their own."""
    if str(values.dtype) not in {"object", "str", "string"} and values.dtype.kind not in "US":
        return False
    return len(values) > 0 and all(isinstance(value, str) for value in values)


def _may_be_a_form(array: Array) -> bool:
    """One text a row, or a block of numbers a row."""
    return array.dtype == object if array.ndim == 1 else array.dtype.kind in "fiub"


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
