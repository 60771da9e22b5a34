"""Gaps that were filled with a mean or median: of all rows, or of the rows of one class, which tells the class."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

FEWEST = 8              # rows with the same value
FINE = 0.3              # of the other rows have values of their own
MOST = 6                # values of a column that are looked at


def filled_by_class(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Columns with a value that only rows of one class have, often, and that is exactly the mean or median of it."""
    if rows.n_classes is None:
        return
    for position, name in _fine(rows):
        values = rows.matrix[:, position]
        for value, at in _often(values):
            codes = np.unique(rows.y[at])
            if codes.size != 1 or (rows.y == codes[0]).mean() > 0.9:
                continue
            which = _centre(values[(rows.y == codes[0]) & ~at], value)
            if which:
                yield Suspicion(columns=(name,), sentence=(
                    f"{name} has the value {value:.6g} in {int(at.sum()):,} rows, all of '{labels[codes[0]]}', and "
                    f"that is the {which} of its other rows: gaps were filled by the class, which tells it."))
                break


def filled_from_all(rows: Rows) -> list[str]:
    """Columns in which gaps were filled with the mean of all other rows."""
    return [name for position, name in _fine(rows)
            if any(_centre(rows.matrix[~at, position], value) == "mean"
                   for value, at in _often(rows.matrix[:, position]))]


def _fine(rows: Rows) -> Iterator[tuple[int, str]]:
    for position, name in enumerate(rows.names):
        if not rows.categories[position] and rows.distinct[position] >= FINE * rows.n and not np.isnan(
                rows.matrix[:, position]).any():
            yield position, name


def _often(values: Array) -> Iterator[tuple[float, Array]]:
    found, counts = np.unique(values, return_counts=True)
    for at in np.argsort(-counts, kind="stable")[:MOST]:
        if counts[at] >= max(FEWEST, 0.01 * values.size):
            yield float(found[at]), values == found[at]


def _centre(others: Array, value: float) -> str:
    """Whether a value is the mean or the median of others, to nine digits, or to the last place it is written with."""
    if others.size < FEWEST:
        return ""
    near = max(1e-9 * max(float(np.abs(others).max()), 1e-300), 0.501 * 10.0 ** -_places(value))
    if abs(float(others.mean()) - value) <= near:
        return "mean"
    return "median" if abs(float(np.median(others)) - value) <= near else ""


def _places(value: float) -> int:
    """How many places a number is written with; eight where it has more, or is a whole number.

    >>> _places(141.2572), _places(82.0), _places(1 / 3)
    (4, 8, 8)
    """
    places = len(f"{value:.8f}".rstrip("0").partition(".")[2])
    return places or 8
