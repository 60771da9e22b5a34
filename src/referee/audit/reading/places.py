"""Cases of a table of predictions on the rows of a data file: by their ids, or by row number, and checked by truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.features import Features
from referee.data.forms import renumbered, take_rows
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Array, Task


def places(ids: Array, truth: Array, data: Problem) -> Array:
    """The row of the data that each case is.

    Where the data have ids, these decide. Where they have none, whole numbers are row numbers, counted from 1 or from
    0, whichever makes the truth of every case agree with the data.

    >>> from referee.data import make_problem
    >>> data = make_problem([[1.0], [2.0], [3.0]], ["a", "b", "a"])
    >>> places(np.array([3, 2]), np.array(["a", "b"]), data).tolist()
    [2, 1]
    """
    if data.ids is not None:
        rows = _by_id(ids, data)
        _require_truth(ids, truth, data, rows)
        return rows
    numbers = _whole(ids)
    if numbers is None:
        raise BadInput(f"the cases are called by names such as {str(ids[0])!r}, and {data.name} has no such names; say "
                       f"which of its columns holds them (ids).")
    for start in (1, 0):
        rows = numbers - start
        if rows.min() >= 0 and rows.max() < data.n_rows and _agrees(truth, data, rows).all():
            return rows
    raise BadInput(f"the ids are no row numbers of {data.name} ({data.n_rows:,} rows), from 1 or from 0, for which the "
                   f"truth agrees with {data.targets[0]}; give the file that was predicted, or a column of ids.")


def with_features_of(stored: Problem, data: Problem) -> Problem:
    """A problem that was stored without its features, with those of the data file, row by row."""
    if stored.fingerprint == data.fingerprint:
        return replace(stored, features=data.features, columns=data.columns,
                       time=stored.time if stored.time is not None else data.time,
                       groups=stored.groups if stored.groups is not None else data.groups)
    if stored.ids is None or data.features is None:
        raise BadInput(f"{data.name} is not the data of this study: rows, values or target differ; give the file that "
                       f"was compared, with the same options.")
    rows = places(stored.ids, stored.labels, data)
    taken = renumbered(take_rows(data.features.given, rows))
    return replace(stored, features=Features(given=taken, columns=data.columns, used=data.features.used),
                   columns=data.columns, groups=stored.groups if data.groups is None else data.groups[rows])


def _by_id(ids: Array, data: Problem) -> Array:
    assert data.ids is not None
    position = {str(name): row for row, name in enumerate(data.ids)}
    missing = [str(name) for name in ids if str(name) not in position]
    if missing:
        raise BadInput(f"{len(missing):,} cases such as {missing[0]!r} are not among the ids of {data.name}.")
    return np.array([position[str(name)] for name in ids])


def _require_truth(ids: Array, truth: Array, data: Problem, rows: Array) -> None:
    agrees = _agrees(truth, data, rows)
    if not agrees.all():
        first = int(np.flatnonzero(~agrees)[0])
        raise BadInput(f"case {ids[first]!s} is {truth[first]!r} in the predictions and {data.labels[rows[first]]!r} "
                       f"in {data.name} ({int((~agrees).sum()):,} cases differ); they must be the same cases.")


def _agrees(truth: Array, data: Problem, rows: Array) -> Array:
    theirs = data.labels[rows]
    if data.task is Task.REGRESSION:
        close: Array = np.isclose(np.asarray(truth, dtype=float), theirs)
        return close
    return np.array([_plain(a) == _plain(b) for a, b in zip(truth, theirs, strict=True)])


def _plain(label: object) -> str:
    """1, 1.0 and "1" are one label."""
    text = str(label)
    return text.removesuffix(".0")


def _whole(ids: Array) -> Array | None:
    try:
        return np.array([int(str(name)) for name in ids])
    except ValueError:
        return None
