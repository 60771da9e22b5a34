"""From the columns that are left to features: described, checked, and without those that hold nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.encoding import describe_column, encoding_notice
from referee.data.features import Features
from referee.data.forms import form_of, is_sparse
from referee.data.table import Table
from referee.data.wording import counted, quoted, rows_at
from referee.errors import BadInput
from referee.kinds import frozen_array

if TYPE_CHECKING:
    import pandas as pd

TO_NAMED = {"texts": "each distinct text as a category, which tells them nothing of its words",
            "a sparse matrix": "the same with its zeros"}


def build_features(table: Table) -> tuple[Features, tuple[str, ...], list[str]]:
    """The features, the columns that hold nothing, and what is to be said of how columns are read."""
    if not table.names:
        raise BadInput(f"{table.where} has no features: no column is left beside the target.")
    columns = _described(table)
    used = tuple(i for i, column in enumerate(columns) if column.missing < table.n_rows)
    left_out = tuple(column.name for i, column in enumerate(columns) if i not in set(used))
    if not used:
        raise BadInput(f"{table.where} has no features: every column is empty.")
    given = frozen_array(table.given) if isinstance(table.given, np.ndarray) else table.given
    features = Features(given=given, columns=tuple(columns[i] for i in used),
                        used=used if left_out else None)
    _refuse_infinity(features, table.where)
    found = []
    if left_out:
        found.append(f"{counted(len(left_out), 'column')} without a single value left out ({quoted(left_out)}).")
    if features.form:
        found.append(f"X is {features.form}: models of your own get it as it is, named learners "
                     f"{TO_NAMED.get(features.form, 'one column for each cell')}.")
    elif not isinstance(table.given, np.ndarray):
        said = (encoding_notice(table.given.iloc[:, i], columns[i]) for i in used)
        found += [sentence for sentence in said if sentence]
    return features, left_out, found


def _described(table: Table) -> list[Column]:
    given, form = table.given, form_of(table.given)
    if form == "texts":
        return [describe_column(pd_series(given), table.names[0])]
    if not form and not isinstance(given, np.ndarray):
        return [describe_column(given.iloc[:, i], name) for i, name in enumerate(table.names)]
    return [Column(name=name, kind=ColumnKind.NUMBER, missing=int(n))
            for name, n in zip(table.names, missing_numbers(given), strict=True)]


def missing_numbers(given: Any) -> list[int]:
    """How many numbers are missing in each column of an array or a sparse matrix."""
    if given.dtype.kind != "f":
        return [0] * int(np.prod(given.shape[1:]))
    if is_sparse(given):
        gaps = np.isnan(given.data)
        return list(np.bincount(given.indices[gaps], minlength=given.shape[1]))
    return list(np.isnan(given.reshape(given.shape[0], -1)).sum(axis=0))


def pd_series(values: Any) -> pd.Series[Any]:
    """Texts as a column."""
    import pandas as pd

    return pd.Series(values)


def _refuse_infinity(features: Features, where: str) -> None:
    if is_sparse(features.given):
        if features.given.dtype.kind == "f" and np.isinf(features.given.data).any():
            raise BadInput(f"{where}: X holds an infinite number; give a number, or NaN if it is missing.")
        return
    if features.matrix.dtype.kind != "f":
        return
    for column, values in zip(features.columns, features.matrix.T, strict=True):
        rows = np.flatnonzero(np.isinf(values))
        if rows.size:
            raise BadInput(f"{where}: column {column.name!r} is infinite in {rows_at(rows)}; "
                           f"give a number, or leave it empty if it is missing.")
