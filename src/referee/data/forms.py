"""Features in forms that are no table of named columns: texts, sparse matrices, arrays of more dimensions.

Models that the user made get them as they are; as a table they are one column of texts, the sparse matrix made dense,
or one column for each cell of a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array

MOST_DENSE = 200_000_000        # cells of a sparse matrix that is made dense: 1.6 GB
MOST_LOOKED_AT = 20_000_000     # cells that are searched for what a careful person would notice


def is_sparse(given: Any) -> bool:
    """Whether it is a sparse matrix or array of SciPy's."""
    return hasattr(given, "tocsr")


def form_of(given: Any) -> str:
    """In a word; empty for tables of named columns.

    >>> form_of(np.zeros((5, 2))), form_of(np.zeros((5, 28, 28))), form_of(np.array(["a", "b"], dtype=object))
    ('', 'arrays of 28 × 28', 'texts')
    """
    if is_sparse(given):
        return "a sparse matrix"
    if given.ndim == 1:
        return "texts"
    return "" if given.ndim == 2 else f"arrays of {' × '.join(str(n) for n in given.shape[1:])}"


def take_rows(given: Any, rows: Array) -> Any:
    """Some rows, by number or by mask, in the form they are given in."""
    if hasattr(given, "iloc"):
        return given.iloc[rows]
    return given[rows]


def renumbered(given: Any) -> Any:
    """Rows numbered from 0 again, where they have an index."""
    return given.reset_index(drop=True) if hasattr(given, "reset_index") else given


def dense(given: Any) -> Array:
    """Rows by columns: a sparse matrix with its zeros, the cells of each row of an array side by side."""
    if not is_sparse(given):
        return np.asarray(given.reshape(given.shape[0], -1))
    cells = given.shape[0] * given.shape[1]
    if cells > MOST_DENSE:
        size = f"{counted(given.shape[0], 'row')} and {counted(given.shape[1], 'column')}"
        raise BadInput(f"X is a sparse matrix of {size}, too large to be made dense for named learners; give "
                       f"estimators of your own that take it as it is, or reduce its columns first.")
    return np.asarray(given.toarray())
