"""From the columns that are left to features: described, checked, and without those that hold nothing."""

from __future__ import annotations

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.encoding import describe_column, encoding_notice
from referee.data.features import Features
from referee.data.table import Table
from referee.data.wording import counted, quoted, rows_at
from referee.errors import BadInput
from referee.kinds import frozen_array


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
    if not isinstance(table.given, np.ndarray):
        said = (encoding_notice(table.given.iloc[:, i], columns[i]) for i in used)
        found += [sentence for sentence in said if sentence]
    return features, left_out, found


def _described(table: Table) -> list[Column]:
    if not isinstance(table.given, np.ndarray):
        return [describe_column(table.given.iloc[:, i], name) for i, name in enumerate(table.names)]
    floats = table.given.dtype.kind == "f"
    return [Column(name=name, kind=ColumnKind.NUMBER, missing=int(np.isnan(values).sum()) if floats else 0)
            for name, values in zip(table.names, table.given.T, strict=True)]


def _refuse_infinity(features: Features, where: str) -> None:
    if features.matrix.dtype.kind != "f":
        return
    for column, values in zip(features.columns, features.matrix.T, strict=True):
        rows = np.flatnonzero(np.isinf(values))
        if rows.size:
            raise BadInput(f"{where}: column {column.name!r} is infinite in {rows_at(rows)}; "
                           f"give a number, or leave it empty if it is missing.")
