"""Columns that one class was written into with more digits than the others: two sources were joined."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

PLACES, FEWEST = 5, 40          # places looked at; rows
TELLS, MORE = 0.85, 0.1         # as an AUC of one class against the others; beyond that of the values themselves


def digits_tell(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """A class that is told by the number of places its values are written with, better than by the values."""
    if rows.n_classes is None:
        return
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        known = ~np.isnan(values)
        if rows.categories[position] or known.sum() < FEWEST or rows.distinct[position] < FEWEST / 2:
            continue
        places, y = places_of(values[known]), rows.y[known]
        if np.unique(places).size < 2:
            continue
        for code, label in enumerate(labels):
            told, sized = (_either(auc(some, y == code)) for some in (places, values[known]))
            if told >= TELLS and told > sized + MORE:
                mine, others = places[y == code].mean(), places[y != code].mean()
                yield Suspicion(columns=(name,), strength=told, severity=Severity.SERIOUS, sentence=(
                    f"Rows of '{label}' are written with {'more' if mine > others else 'fewer'} digits of {name} than "
                    f"the others, and that alone tells them with an AUC of {told:.3f}: they come from another source."))
                break


def places_of(values: Array) -> Array:
    """How many places behind the point each number needs; of whole numbers, minus the zeros they end in.

    >>> places_of(np.array([1.25, 3.0, 40.0, 0.1])).tolist()
    [2.0, 0.0, -1.0, 1.0]
    """
    found = np.full(values.size, float(PLACES))
    for places in range(PLACES - 1, -3, -1):
        scaled = values * 10.0 ** places
        exact = np.abs(scaled - np.round(scaled)) <= 1e-7 * np.maximum(np.abs(scaled), 1)
        found = np.where(exact & (values != 0), places, found)
    return np.where(values == 0, 0.0, found)


def _either(found: float | None) -> float:
    return 0.5 if found is None else max(found, 1 - found)
