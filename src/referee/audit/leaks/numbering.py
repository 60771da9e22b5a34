"""Columns that name the rows and carry the target: cases numbered first, file names that say the class."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.single import told_by_levels
from referee.audit.leaks.suspicion import Suspicion
from referee.data.structure.groups import AFTER as NAMED_AFTER
from referee.data.structure.look import parts_of
from referee.kinds import Array

FEWEST = 60             # rows
NEXT_TO = 4.0           # numbers that lie so close to each other, and never repeat, are given out, not measured
REPEATS = 12.0          # that are expected of measured numbers: chance gives none once in e¹²
SURE = 6.0              # standard errors from chance
MUCH, NEARLY_ALL = 0.1, 0.45        # of an AUC above one half, or of a rank correlation's half
NUMBER = re.compile(r"\d")
RANGES = 20


def ids_tell(rows: Rows) -> Iterator[Suspicion]:
    """Ids from which the target can be told better than by chance: by size, by range, by how they begin."""
    if rows.n < FEWEST:
        return
    for position, name in enumerate(rows.names):
        if name in rows.when or rows.distinct[position] < 0.98 * rows.n:
            continue
        values = _numbers(rows, position)
        if values is None:
            continue
        size, sure, how = max(_tellings(rows, values), default=(0.0, 0.0, ""))
        if size >= MUCH and sure >= SURE:
            yield Suspicion(
                columns=(name,), severity=Severity.FATAL if size >= NEARLY_ALL else Severity.SERIOUS, strength=size,
                sentence=f"{name} only names the rows, and tells the target {how}: rows were numbered, or named, when "
                         f"the target was known.")


def _numbers(rows: Rows, position: int) -> Array | None:
    """Text by how it begins, and numbers that were given out; None where the column is neither."""
    if rows.categories[position]:
        texts, codes = rows.texts.get(rows.names[position], ()), rows.matrix[:, position]
        begins = [NUMBER.split(text, maxsplit=1)[0] for text in texts]
        number = {begin: float(place) for place, begin in enumerate(sorted(set(begins)))}
        if not 2 <= len(number) <= rows.n / 10 or np.isnan(codes).any():
            return None
        places: Array = np.array([number[begin] for begin in begins])[codes.astype(int)]
        return places
    values = rows.matrix[:, position]
    if not rows.whole[position] or np.isnan(values).any():
        return None
    near = float(np.median(np.diff(np.sort(values)))) <= NEXT_TO
    return values if near or _given_out(rows.names[position], values) else None


def _given_out(name: str, values: Array) -> bool:
    """Whether numbers are called so, and never repeat though as many that are measured would.

    >>> even = np.arange(0, 9000, 10.0)
    >>> _given_out("acc_no", even), _given_out("dose", even), _given_out("acc_no", even * 100)
    (True, False, False)
    """
    called = parts_of(name)[-1:] and parts_of(name)[-1] in NAMED_AFTER
    repeats = values.size**2 / (2 * max(float(np.ptp(values)), 1.0))       # expected of numbers spread evenly
    return bool(called) and np.unique(values).size == values.size and repeats > REPEATS


def _tellings(rows: Rows, values: Array) -> Iterator[tuple[float, float, str]]:
    """How far above chance, by how many standard errors, and in words."""
    ranges = np.searchsorted(np.quantile(values, np.linspace(0, 1, RANGES + 1)[1:-1]), values)
    for scores, by in ((values, "by its size"), (told_by_levels(rows.y, ranges.astype(float)), "by its ranges")):
        known = ~np.isnan(scores)
        y, said = rows.y[known], scores[known]
        if rows.n_classes is None:
            from scipy.stats import spearmanr

            r = abs(float(spearmanr(said, y).statistic)) if np.ptp(said) > 0 else 0.0
            yield r / 2, r * float(np.sqrt(y.size - 1)), f"{by} (rank correlation {r:.2f})"
            continue
        often = int(np.bincount(rows.y).argmax())
        found = auc(said, y != often)
        if found is None:
            continue
        ones = int((y != often).sum())
        noise = float(np.sqrt((y.size + 1) / (12 * ones * (y.size - ones))))
        away = abs(found - 0.5)
        yield away, away / noise, f"{by} (an AUC of {0.5 + away:.2f})"
