"""Values that stand again and again and tell the class, though the values beside them do not.

A measured column has few such values by right. They come of gaps filled by the class (its mean, median or commonest
value), or of a constant for "not measured" where measuring followed the class. Of categories two and more must tell,
each another class, while the other levels do not: one level of one class alone is often a fact.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

FEWEST, SOME = 8, 0.02          # rows with the value; of all rows
OFTEN = 4                       # times as often as the values beside it
PURE, OTHERS = 0.985, 0.9       # of its rows are of one class; of the rows beside it, at most
CHANCE = 1e-6                   # that so many rows drawn at random are of one class, over all values looked at
MIXED = 0.2                     # of the rows have levels that tell nothing
BESIDE = 5                      # values on each side that a count is held against


def values_tell(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Columns with a repeated value, or several, that go with one class each."""
    if rows.n_classes is None:
        return
    for position, name in enumerate(rows.names):
        values = rows.matrix[:, position]
        if np.isnan(values).any() or rows.distinct[position] < 3:
            continue                        # what being missing tells is looked at elsewhere
        category = bool(rows.categories[position])
        found = _levels(rows, values) if category else _repeated(rows, values)
        classes = {code for _, _, code in found}
        if not found or (category and len(classes) < 2):
            continue
        texts = rows.texts.get(name)
        told = [f"{_written(value, texts)} in {many:,} rows, all but {_odd(rows, values, value, code)} of "
                f"'{labels[code]}'".replace("all but 0 of", "all of") for value, many, code in found[:3]]
        both = len(classes) > 1
        beside = "its other levels" if category else "the values beside them" if len(found) > 1 else (
            "the values beside it")
        why = "gaps were filled by the class, which tells it" if both else (
            "it may stand for what was not measured, or a gap filled by the class")
        yield Suspicion(columns=(name,), severity=Severity.FATAL if both else Severity.SERIOUS, sentence=(
            f"{name} is {' and '.join(told)}, while {beside} go with several classes: {why}."))


def _written(value: float, texts: tuple[str, ...] | None) -> str:
    return f"'{texts[int(value)]}'" if texts is not None else f"{value:.7g}"


def _odd(rows: Rows, values: Array, value: float, code: int) -> int:
    return int((rows.y[values == value] != code).sum())


def _telling(rows: Rows, at: Array, looked: int) -> int | None:
    """The class that nearly all of some rows have, and by chance would not; None where there is none."""
    counts = np.bincount(rows.y[at], minlength=rows.n_classes or 0)
    code, many = int(counts.argmax()), int(at.sum())
    share = float((rows.y == code).mean())
    if counts[code] < PURE * many:
        return None
    from scipy.stats import binom

    return code if float(binom.sf(counts[code] - 1, many, share)) * looked < CHANCE else None


def _repeated(rows: Rows, values: Array) -> list[tuple[float, int, int]]:
    """Values of a measured column that stand out by how often they occur, and by the class of their rows."""
    found, counts = np.unique(values, return_counts=True)
    told = []
    for k in np.flatnonzero(counts >= max(FEWEST, SOME * rows.n)):
        near = np.concatenate([counts[max(0, k - BESIDE):k], counts[k + 1:k + 1 + BESIDE]])
        at = values == found[k]
        code = _telling(rows, at, found.size) if near.size and counts[k] >= OFTEN * max(np.median(near), 1) else None
        if code is None:
            continue
        others = np.flatnonzero(~at)
        next_to = others[np.argsort(np.abs(values[others] - found[k]), kind="stable")[:int(counts[k])]]
        if next_to.size >= FEWEST and (rows.y[next_to] == code).mean() < OTHERS:
            told.append((float(found[k]), int(counts[k]), code))
    return sorted(told, key=lambda one: -one[1])


def _levels(rows: Rows, values: Array) -> list[tuple[float, int, int]]:
    """Levels of a category of one class each, where others are of several."""
    found, counts = np.unique(values, return_counts=True)
    told = [(float(level), int(many), code) for level, many in zip(found, counts, strict=True)
            if many >= max(FEWEST, SOME * rows.n)
            and (code := _telling(rows, values == level, found.size)) is not None]
    left = ~np.isin(values, [level for level, _, _ in told])
    mixed = left.mean() >= MIXED and np.unique(rows.y[left]).size > 1
    return sorted(told, key=lambda one: -one[1]) if mixed else []
