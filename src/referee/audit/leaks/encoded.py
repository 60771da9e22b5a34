"""Columns that hold means of the target over all rows: target encoding, shares, weights of evidence.

Rows with one value of such a column have, in the whole table, exactly that mean of the target. Means that were fitted
on training rows, in other folds or in another year do not: they are off by chance. The category itself need not be
there; where several categories share a value, their counts are a multiple of one of them, which is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

FEWEST_LEVELS = 5           # of at least two rows
MATCH = 0.9                 # of the levels
PRECISE = 40                # times the rounding fits into the spread of the values, or a match says nothing
WEIGHTS = (1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 100, 200, 300, 500)      # of the overall mean, as people choose them
MOST_SHARED = 40            # categories with one value, where values are precise enough to tell
VERY_PRECISE = 2000         # times the rounding fits into the spread, for that
MOST_CLASSES = 12
Rule = Callable[[Array, Array], Array]      # counts and sums of the target to the value that a category would have


@dataclass(frozen=True, kw_only=True, eq=False)
class Levels:
    """The different values of a column, with the rows and the sum of the target of each."""

    values: Array
    counts: Array
    sums: Array
    rounding: float


def encodings(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Columns whose values are the means of the target among the rows that have them, plain, smoothed or as odds."""
    targets = [(rows.y.astype(float), "the target")] if rows.n_classes is None else [
        ((rows.y == code).astype(float), f"'{labels[code]}'") for code in range(len(labels))]
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        if rows.categories[position] or np.isnan(values).any() or not (
                FEWEST_LEVELS <= rows.distinct[position] <= rows.n / 1.5):
            continue
        for y, what in targets[:1] if rows.n_classes == 2 else targets[:MOST_CLASSES]:
            how = _how(values, y, binary=rows.n_classes is not None) or (
                _left_one_out(rows, values, y) if rows.n_classes is None or rows.n_classes == 2 else "")
            if how:
                yield Suspicion(columns=(name,), severity=Severity.SERIOUS, sentence=(
                    f"{name} holds {how} {what} over all {rows.n:,} rows, test rows among them."))
                break


def _how(values: Array, y: Array, *, binary: bool) -> str:
    levels = _levels(values, y)
    several = levels.counts >= 2
    if several.sum() < FEWEST_LEVELS or np.ptp(levels.values) < PRECISE * levels.rounding:
        return ""
    mean = float(y.mean())
    rules: list[tuple[str, Rule]] = [("means of", lambda n, s: s / n)]
    if binary:
        rules += [("means of", lambda n, s: 1 - s / n)]
        rules += [("log odds of", _odds(some, sign)) for some in (0.0, 0.5, 1.0) for sign in (1, -1)]
    for word, rule in rules:
        if _matches(levels, several, rule, free=word.startswith("log")):
            return word
    for weight in WEIGHTS:
        for target in (mean, 1 - mean) if binary else (mean,):
            flip = binary and target != mean
            if _matches(levels, several, _smoothed(weight, mean, flip=flip), free=False):
                return f"smoothed means (weight {weight}) of"
    return ""


def _levels(values: Array, y: Array) -> Levels:
    found, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    return Levels(values=found, counts=counts, sums=np.bincount(where.reshape(-1), weights=y),
                  rounding=_rounding(found))


def _rounding(values: Array) -> float:
    """Half a unit of the last digit that the values are given to, or nearly nothing where they are not rounded."""
    for digits in range(9):
        if np.allclose(values, np.round(values, digits), rtol=0, atol=1e-10):
            return 0.5001 * 10.0**-digits
    return 1e-8 * float(np.abs(values).max())


def _odds(some: float, sign: int) -> Rule:
    def rule(n: Array, s: Array) -> Array:
        with np.errstate(divide="ignore"):
            found: Array = sign * np.log((s + some) / (n - s + some))
        return found
    return rule


def _smoothed(weight: float, mean: float, *, flip: bool) -> Rule:
    def rule(n: Array, s: Array) -> Array:
        found: Array = (s + weight * mean) / (n + weight)
        return 1 - found if flip else found
    return rule


def _matches(levels: Levels, several: Array, rule: Rule, *, free: bool) -> bool:
    """Whether nearly all levels have the value that the rule gives; `free`: up to a constant."""
    values, counts, sums = levels.values[several], levels.counts[several], levels.sums[several]
    close = np.zeros(values.size, dtype=bool)
    constant = 0.0
    if free:
        off = values - rule(counts.astype(float), sums)
        off = off[np.isfinite(off)]
        if off.size < FEWEST_LEVELS:
            return False
        found, times = np.unique(np.round(off, 6), return_counts=True)
        if times.max() < max(2, 0.2 * off.size):
            return False
        constant = float(off[np.round(off, 6) == found[times.argmax()]].mean())
    precise = np.ptp(values) > VERY_PRECISE * levels.rounding
    for shared in range(1, MOST_SHARED + 1 if precise else 2):
        fits = counts % shared == 0
        if shared > 1 and not fits.any():
            continue
        made = rule(counts / shared, sums / shared) + constant
        tolerance = levels.rounding if not free else max(levels.rounding, 1e-6)
        close |= fits & (np.abs(made - values) <= tolerance)
        if shared == 1 and close.mean() < 0.15:
            return False
    return bool(close.mean() >= MATCH) and np.unique(values[close]).size >= FEWEST_LEVELS


def _left_one_out(rows: Rows, values: Array, y: Array) -> str:
    """Means of the other rows of a category: value · (n − 1) + y is then the same for all rows of a category."""
    for position in range(len(rows.names)):
        codes = rows.matrix[:, position]
        if not (rows.categories[position] or rows.whole[position]) or np.isnan(codes).any() or not (
                3 <= rows.distinct[position] <= rows.n / 3):
            continue
        level, where, counts = np.unique(codes, return_inverse=True, return_counts=True)
        where = where.reshape(-1)
        largest = np.flatnonzero(where == counts.argmax())
        if not _constant(values[largest], y[largest], np.zeros(largest.size, dtype=int), counts[[counts.argmax()]]):
            continue
        some = counts[where] >= 2
        if level.size >= 3 and _constant(values[some], y[some], where[some], counts):
            return f"means, over the other rows of one {rows.names[position]}, of"
    return ""


def _constant(values: Array, y: Array, where: Array, counts: Array) -> bool:
    for target in (y, 1 - y):
        total = values * (counts[where] - 1) + target
        high, low = np.full(counts.size, -np.inf), np.full(counts.size, np.inf)
        np.maximum.at(high, where, total)
        np.minimum.at(low, where, total)
        there = np.isfinite(high)
        if (high - low)[there].max() < 1e-3 * max(1.0, float(np.ptp(y))) and np.ptp(values) > 0 and np.ptp(y) > 0:
            return True
    return False
