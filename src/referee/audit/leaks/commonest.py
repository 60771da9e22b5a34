"""Numbers whose commonest value, nought as a rule, tells the target by standing there: nothing was written yet.

A refund is 0 until something came back, the days in hospital until somebody was taken in. What is measured beforehand
does not do so: in 33 published tables of two classes the commonest value of a number tells them with an AUC of 0.907
at most (cell sizes of the breast cancer data of Wisconsin).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion

FEWEST, LEAST = 20, 0.05    # rows with the value, and without it; of all rows
VALUES = 10                 # others that it has: of fewer, a value is a level like any other
TELLS = 0.93                # as an AUC, of its standing there or not


def commonest_tells(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Columns of numbers whose commonest value stands in nearly all rows of one of two classes, and in few others."""
    if rows.n_classes != 2 or min(np.bincount(rows.y, minlength=2)) < max(FEWEST, LEAST * rows.n):
        return
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        known = ~np.isnan(values)
        if rows.categories[position] or rows.distinct[position] <= VALUES or not known.any():
            continue
        found, counts = np.unique(values[known], return_counts=True)
        commonest, there = found[counts.argmax()], values == found[counts.argmax()]
        if min(there.sum(), (known & ~there).sum()) < max(FEWEST, LEAST * rows.n):
            continue
        tells = auc(there[known].astype(float), rows.y[known] == 1) or 0.5
        if max(tells, 1 - tells) >= TELLS:
            yield Suspicion(columns=(name,), severity=Severity.SERIOUS, strength=max(tells, 1 - tells), sentence=(
                f"Whether {name} is {commonest:.6g} or anything else tells '{labels[1]}' with an AUC of "
                f"{max(tells, 1 - tells):.3f}: it may be written down only when the target is known."))
