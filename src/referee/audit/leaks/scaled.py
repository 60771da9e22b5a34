"""Columns that were scaled: mean 0 and sd 1, or from 0 to 1, over all rows, or over the training rows alone."""

from __future__ import annotations

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array

EXACT = 1e-6
ROUNDED = 1e-3          # of printed digits, where several columns and all classes agree
FEWEST = 20             # different values: what takes few may have such a mean by chance


def scaled_over(rows: Rows, some: Array | None = None, *, near: float = EXACT) -> dict[str, str]:
    """The columns that are scaled, exactly or nearly, over some rows (all of them if not said), with how."""
    table = rows.matrix if some is None else rows.matrix[some]
    if table.shape[0] < FEWEST:
        return {}
    found = {}
    for position, name in enumerate(rows.names):
        values = table[:, position]
        values = values[~np.isnan(values)]
        if rows.categories[position] or rows.distinct[position] < FEWEST or values.size < FEWEST:
            continue
        spread = float(values.std())
        if abs(float(values.mean())) < near * max(spread, near) and any(
                abs(sd - 1) < near for sd in (spread, float(values.std(ddof=1)))):
            found[name] = "mean 0 and standard deviation 1"
        elif not rows.whole[position] and float(values.min()) == 0.0 and float(values.max()) == 1.0:
            found[name] = "values from exactly 0 to exactly 1"
    return found


def scaled_within(rows: Rows) -> list[str]:
    """The columns that have mean 0 and sd 1 in every class by itself."""
    if rows.n_classes is None or (np.bincount(rows.y, minlength=rows.n_classes) < FEWEST).any():
        return []
    found = []
    for position, name in enumerate(rows.names):
        if rows.categories[position] or rows.distinct[position] < FEWEST:
            continue
        known = ~np.isnan(rows.matrix[:, position])
        parts = [rows.matrix[known & (rows.y == code), position] for code in range(rows.n_classes)]
        if all(part.size >= FEWEST and abs(float(part.mean())) < ROUNDED and any(
                abs(float(part.std(ddof=ddof)) - 1) < ROUNDED for ddof in (0, 1)) for part in parts):
            found.append(name)
    return found
