"""Columns that alone tell the target: in order, in either direction from a middle, by their levels, by their rank."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

SUSPICIOUS_AUC, SUSPICIOUS_R, SUSPICIOUS_RANK = 0.99, 0.999, 0.9995
STRONG = 0.97           # as an AUC: an honest marker may be as good, so it is asked about
ENOUGH = 5              # cases of a class before an AUC says something
FEWEST = 20             # rows in which the column is known
BINS = 40


def column_tells(rows: Rows) -> Iterator[Suspicion]:
    """Columns that rank every two classes nearly without error, or are the target in another unit or order."""
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        known = ~np.isnan(values)
        if known.sum() < FEWEST or rows.distinct[position] < 2:
            continue
        if rows.n_classes is None:
            ordered = told_by_levels(rows.y, values) if rows.categories[position] else values
            found = _number(name, ordered, rows.y)
        else:
            found = _classes(rows, position)
        if found is not None:
            yield found


def _number(name: str, values: Array, y: Array) -> Suspicion | None:
    from scipy.stats import rankdata

    known = ~np.isnan(values)
    if known.sum() < FEWEST or np.ptp(values[known]) == 0 or np.ptp(y[known]) == 0:
        return None
    r = abs(float(np.corrcoef(values[known], y[known])[0, 1]))
    if r > SUSPICIOUS_R:
        return Suspicion(columns=(name,), strength=r, sentence=(
            f"Feature {name} alone gives a correlation of {r:.4f} with the target."))
    if r < 0.5:
        return None
    rank = abs(float(np.corrcoef(rankdata(values[known]), rankdata(y[known]))[0, 1]))
    return None if rank <= SUSPICIOUS_RANK else Suspicion(columns=(name,), strength=rank, sentence=(
        f"Feature {name} alone gives the order of the target (rank correlation {rank:.4f})."))


def _classes(rows: Rows, position: int) -> Suspicion | None:
    values, name = rows.matrix[:, position], rows.names[position]
    if rows.categories[position]:
        values = told_by_levels(rows.y, values)
    weakest = _weakest(values, rows.y)
    how = ""
    if weakest <= SUSPICIOUS_AUC and not rows.categories[position] and rows.n_classes == 2:
        folded = _weakest(told_by_levels(rows.y, _binned(values)), rows.y)
        weakest, how = (folded, ", by its ranges") if folded > max(SUSPICIOUS_AUC, weakest) else (weakest, how)
    what = "an AUC" if rows.n_classes == 2 else "for every two classes an AUC"
    if weakest > SUSPICIOUS_AUC:
        return Suspicion(columns=(name,), strength=weakest,
                         sentence=f"Feature {name} alone gives {what} of {weakest:.4f}{how}.")
    if weakest > STRONG:
        return Suspicion(columns=(name,), severity=Severity.WARNING, strength=weakest, sentence=(
            f"Feature {name} alone gives {what} of {weakest:.4f}, as a very good marker does, or a copy of the target "
            f"with a few mistakes."))
    return None


def _weakest(values: Array, y: Array) -> float:
    """The worst AUC of any two classes that have enough cases; 0 where there are no two."""
    known = ~np.isnan(values)
    values, y = values[known], y[known]
    counts = np.bincount(y)
    often = [int(code) for code in np.argsort(-counts, kind="stable") if counts[code] >= ENOUGH]
    weakest = 1.0 if len(often) > 1 else 0.0
    for a, b in combinations(often, 2):         # the frequent classes first: they soon show that it does not tell
        some = (y == a) | (y == b)
        found = auc(values[some], y[some] == b) or 0.0
        weakest = min(weakest, max(found, 1 - found))
        if weakest <= STRONG:
            break
    return weakest


def _binned(values: Array) -> Array:
    """Values by forty ranges with as many rows each."""
    known = ~np.isnan(values)
    edges = np.unique(np.quantile(values[known], np.linspace(0, 1, BINS + 1)[1:-1]))
    return np.where(known, np.searchsorted(edges, values, side="right"), np.nan)


def told_by_levels(y: Array, codes: Array) -> Array:
    """Levels of a category by the mean of the target that the other half of the rows gives them; NaN where it has none.

    Codes of categories are in no order, so their shares take their place. Shares of the same rows would let a column
    of names tell everything.
    """
    shares = np.full(codes.shape, np.nan)
    halves = np.arange(codes.size) % 2
    known = ~np.isnan(codes)
    levels = np.zeros(codes.size, dtype=np.int64)
    levels[known] = np.unique(codes[known], return_inverse=True)[1].reshape(-1)
    for half in (0, 1):
        there, here = known & (halves != half), known & (halves == half)
        size = int(levels.max(initial=0)) + 1
        counts = np.bincount(levels[there], minlength=size)
        sums = np.bincount(levels[there], weights=y[there].astype(float), minlength=size)
        with np.errstate(invalid="ignore", divide="ignore"):
            shares[here] = (sums / counts)[levels[here]]
    return shares
