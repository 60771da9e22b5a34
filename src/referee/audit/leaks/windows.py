"""Columns that are means of the target over neighbouring times, its own or later ones among them.

A mean over the days before is a fair feature. One over a window that holds the day itself, or days to come, tells what
is to be forecast; centred means are what smoothing routines make by default.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

LONGEST = 31            # times in a window
FEWEST = 30             # rows in which the column has to be the mean
LIKELY = 0.5            # correlation with the target from which windows are tried
PLACES = 6              # beyond, a column is taken as computed and not as written


def windows_tell(rows: Rows, times: Array | None) -> Iterator[Suspicion]:
    """Numeric columns that are a mean of the target over a window with the row's own time or later ones."""
    if rows.n_classes is not None or times is None or np.unique(times).size < rows.n:
        return                          # several series at once are not looked at
    order = np.argsort(times, kind="stable")
    y = rows.y[order].astype(np.float64)
    for position, name in enumerate(rows.names):
        if rows.categories[position] or rows.distinct[position] < FEWEST:
            continue
        values = rows.matrix[order, position]
        known = ~np.isnan(values)
        if known.sum() < FEWEST or abs(float(np.corrcoef(values[known], y[known])[0, 1])) < LIKELY:
            continue
        window = _window(values, y)
        if window is not None:
            before, after = window
            yield Suspicion(columns=(name,), sentence=(
                f"Feature {name} is the mean of the target from {before} rows before to {after} rows after each row"
                if after else f"Feature {name} is the mean of the target of each row itself and the {before} before"
            ) + ": it tells what is to be predicted.")


def _window(values: Array, y: Array) -> tuple[int, int] | None:
    """How many rows before and after the mean is taken over; None where it is none with the row itself."""
    sums = np.concatenate([[0.0], np.cumsum(y)])
    near = 0.51 * 10.0 ** -_places(values) + 1e-9 * max(float(np.abs(y).max()), 1.0)
    for length in range(2, min(LONGEST, y.size - FEWEST) + 1):
        means = (sums[length:] - sums[:-length]) / length       # means[i] is over i … i + length - 1
        for after in range(length):
            at = np.arange(means.size) + length - 1 - after     # the row whose window ends `after` rows later
            own = values[at]
            apart = np.abs(own - means)
            known = ~np.isnan(own)
            if known.sum() >= FEWEST and (apart[known] <= near).mean() > 0.95:
                return length - 1 - after, after
    return None


def _places(values: Array) -> int:
    """With how many places a column is written."""
    some = values[~np.isnan(values)][:200]
    return next((places for places in range(PLACES) if np.allclose(some, np.round(some, places), rtol=0, atol=1e-9)),
                9)
