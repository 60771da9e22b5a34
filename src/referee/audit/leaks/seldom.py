"""Columns that mostly have one value, and tell the class wherever they have another: filled in after the fact.

A refund is 0 until something came back; a mistake or two on either side do not change that. What is measured beforehand
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

MOSTLY = 0.5            # of the rows have the usual value
FEWEST = 20             # rows with another one, …
OF_CLASS = 0.2          # … which are so much of their class
ALL_OF_CLASS = 0.9      # from which on it is the class under another name
CHANCE = 1e-9           # that rows drawn at random are all of one class, for the columns together
LEAST = 0.05            # of the rows have the usual value, and another; and are of each class
VALUES = 10             # others that a number has: of fewer, a value is a level like any other
TELLS = 0.93            # as an AUC, of the usual value's standing there or not


def seldom_tells(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """A fee that only those who defaulted were charged, a date of closing that only the lost have."""
    if rows.n_classes is None:
        return
    shares = np.bincount(rows.y, minlength=rows.n_classes) / rows.n
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        known = values[~np.isnan(values)]
        if known.size < rows.n or rows.distinct[position] < 2:
            continue                    # what being missing tells is looked at elsewhere
        found, counts = np.unique(known, return_counts=True)
        usual = found[counts.argmax()]
        other = rows.y[values != usual]
        codes = np.unique(other)
        if counts.max() < MOSTLY * rows.n or other.size < FEWEST or codes.size != 1:
            continue
        share = float(shares[codes[0]])
        told = other.size / (share * rows.n)
        if told >= OF_CLASS and share ** other.size * len(rows.names) < CHANCE:
            text = rows.texts[name][int(usual)] if name in rows.texts else f"{usual:g}"
            severity = Severity.SERIOUS if told >= ALL_OF_CLASS else Severity.WARNING
            yield Suspicion(columns=(name,), severity=severity, strength=told, sentence=(
                f"Feature {name} is {text} in most rows, and wherever it is not the target is '{labels[codes[0]]}' "
                f"({other.size:,} rows, {told:.0%} of that class): it may be filled in only afterwards."))


def nearly_tells(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Numbers whose commonest value stands in nearly all rows of one of two classes, and in few others."""
    enough = max(FEWEST, LEAST * rows.n)
    if rows.n_classes != 2 or min(np.bincount(rows.y, minlength=2)) < enough:
        return
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        known = ~np.isnan(values)
        if rows.categories[position] or rows.distinct[position] <= VALUES or not known.any():
            continue
        found, counts = np.unique(values[known], return_counts=True)
        usual = found[counts.argmax()]
        there = values == usual
        if min(there.sum(), (known & ~there).sum()) < enough:
            continue
        tells = auc(there[known].astype(float), rows.y[known] == 1) or 0.5
        if max(tells, 1 - tells) >= TELLS:
            yield Suspicion(columns=(name,), severity=Severity.SERIOUS, strength=max(tells, 1 - tells), sentence=(
                f"Whether {name} is {usual:.6g} or anything else tells '{labels[1]}' with an AUC of "
                f"{max(tells, 1 - tells):.3f}: it may be written down only when the target is known."))
