"""Columns that mostly have one value, and tell the class wherever they have another: filled in after the fact."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion

MOSTLY = 0.5            # of the rows have the usual value
FEWEST = 20             # rows with another one, …
OF_CLASS = 0.2          # … which are so much of their class
ALL_OF_CLASS = 0.9      # from which on it is the class under another name
CHANCE = 1e-9           # that rows drawn at random are all of one class, for the columns together


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
