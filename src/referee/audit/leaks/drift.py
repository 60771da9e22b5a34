"""Classes that were measured one after the other, while what measures them drifted: an order that the study left out.

The order is a column of whole numbers, one a row, that divides the classes. That alone is how cases are often numbered.
It is a fault where features go by the order within each class too: then whatever drifts tells the classes apart, and
the score owes to it what nobody can say.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.stats import norm, rankdata

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.data.features import Features
from referee.kinds import Array

FEWEST, EACH = 60, 20           # rows; of each of two classes
APART = 0.9                     # AUC of the order, either way
DRIFTS, CHANCE = 0.2, 1e-6      # rank correlation within the classes; of all features together by chance
DIFFERENT = 0.98                # of the numbers of an order


def measured_in_turn(rows: Rows, whole: Features) -> Iterator[Suspicion]:
    """Orders among the columns that the study left out, by which its features drift and its two classes are divided."""
    if rows.n_classes != 2 or rows.n < FEWEST or np.bincount(rows.y, minlength=2).min() < EACH:
        return
    for position, column in enumerate(whole.columns):
        if column.name in rows.names:
            continue
        order = np.asarray(whole.matrix[:, position], dtype=float)
        if order.size != rows.n or not _is_order(order):
            continue
        apart = auc(order, rows.y == 1)
        drifting = _drifting(rows, order) if apart is not None and abs(apart - 0.5) >= APART - 0.5 else []
        if apart is not None and drifting:
            most = max(drifting, key=lambda one: abs(one[1]))
            yield Suspicion(
                columns=(column.name,), severity=Severity.SERIOUS, strength=0.0,
                sentence=f"The classes follow one another in '{column.name}', which the study leaves out (an AUC of "
                         f"{max(apart, 1 - apart):.2f}), and {len(drifting)} features drift with it within each class, "
                         f"most of all {most[0]} (rank correlation {most[1]:+.2f}): what was measured late is told "
                         f"from what was measured early, and nobody can say what is left for the classes.")


def _is_order(order: Array) -> bool:
    return bool(np.isfinite(order).all() and (order % 1 == 0).all()
                and np.unique(order).size >= DIFFERENT * order.size
                and float(np.median(np.diff(np.sort(order)))) <= 1)


def _drifting(rows: Rows, order: Array) -> list[tuple[str, float]]:
    """Features that go by the order within the classes, each with its rank correlation there."""
    found = []
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        if rows.categories[position] or np.isnan(values).any() or np.ptp(values) == 0:
            continue
        r = _within(values, order, rows.y)
        if abs(r) >= DRIFTS and 2 * norm.sf(abs(r) * np.sqrt(rows.n - 2)) * len(rows.names) < CHANCE:
            found.append((name, r))
    return found


def _within(values: Array, order: Array, y: Array) -> float:
    """The rank correlation in each class, over both together."""
    centred = [rankdata(part[y == code]) - (np.sum(y == code) + 1) / 2 for part in (values, order) for code in (0, 1)]
    a, b = np.concatenate(centred[:2]), np.concatenate(centred[2:])
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size else 0.0
