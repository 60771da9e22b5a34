"""What makes two problems the same: their values, however they were handed over.

Feature values, names and categories, target, classes, task, groups and the order in time count; the problem's name,
the rows' ids and the target's name do not. Whole numbers and floats of equal value are equal; float32 and float64
are not, because models fitted on them differ.
"""

from __future__ import annotations

import numpy as np

from referee.data.column import Column
from referee.data.features import Features
from referee.data.fit_parameters import named_for_fingerprint
from referee.data.forms import is_sparse
from referee.data.rows import plain_floats
from referee.data.target import Target
from referee.fingerprint import fingerprint
from referee.kinds import Array

EXACT_IN_FLOAT = 2**53


def column_digest(column: Array) -> str:
    """The name of a column's values.

    >>> column_digest(np.array([1, 2])) == column_digest(np.array([1.0, 2.0]))
    True
    """
    if column.dtype.kind in "iub":
        exact = column.size == 0 or max(abs(int(column.min())), abs(int(column.max()))) <= EXACT_IN_FLOAT
        return fingerprint(column.astype(np.float64 if exact else np.int64))
    return fingerprint(plain_floats(column))


def column_digests(features: Features) -> tuple[str, ...]:
    """The names of all columns' values; one column at a time is copied."""
    if not is_sparse(features.given):
        return tuple(column_digest(column) for column in features.matrix.T)
    by_column = features.given.tocsc()
    by_column.sum_duplicates()          # and sorts the rows of each column
    kept = range(by_column.shape[1]) if features.used is None else features.used
    spans = [slice(by_column.indptr[i], by_column.indptr[i + 1]) for i in kept]
    return tuple(fingerprint(column_digest(by_column.data[span]), by_column.indices[span].astype(np.int64))
                 for span in spans)


def problem_fingerprint(
    features: Features, digests: tuple[str, ...], target: Target, groups: Array | None, left_out: tuple[str, ...], *,
    time: Array | None = None,
) -> str:
    """The name of a problem's content."""
    columns = [_card(column, digest) for column, digest in zip(features.columns, digests, strict=True)]
    form: list[object] = [features.form] if features.form else []         # models of the user's own see it
    form += named_for_fingerprint(features.fit_parameters)
    form += [] if time is None else [["time", time]]
    return fingerprint("problem", target.task.value, columns, list(left_out), target.y, list(target.classes),
                       "no groups" if groups is None else groups, *form)


def _card(column: Column, digest: str) -> list[object]:
    return [column.name, column.kind.value, list(column.categories), digest]
