"""A row "macro average" below the classes it sums up: the plain mean of their scores, not that weighted by support.

Macro F1 is also computed of macro precision and recall; a row is told only where it is neither, and is the weighted
mean to the last digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.audit.numbers.agreeing import numbers_of
from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure
from referee.audit.numbers.naming import named

SCORES = ("precision", "recall", "sensitivity", "f1")
SUPPORT = ("cases", "n", "positives")
FEWEST = 3              # classes
MACRO = "macro"

Cells = Mapping[str, str]


def wrong_macro_rows(names: Sequence[str], cells: Sequence[Cells]) -> tuple[Contradiction, ...] | None:
    """Averages called macro that are weighted; None where there is no such row below classes with their support.

    >>> lines = ["a x 0.95 900", "a y 0.60 60", "a z 0.70 40", "a macro_average 0.919 1000"]
    >>> rows = [dict(zip(("model", "class", "f1", "support"), line.split())) for line in lines]
    >>> [str(one) for one in wrong_macro_rows(list(rows[0]), rows)]
    ['a, macro_average: f1 0.919 is the mean weighted by support; the plain mean of the 3 classes is 0.750.']
    """
    columns = numbers_of(names, cells)
    kinds = {name: kind.kind for name in columns if (kind := named(name)) is not None}
    support = [name for name, kind in kinds.items() if kind in SUPPORT]
    scores = [name for name, kind in kinds.items() if kind in SCORES]
    texts = [name for name in names if name not in columns]
    ends = [k for k, row in enumerate(cells) if any(MACRO in row.get(name, "").lower() for name in texts)]
    if len(support) != 1 or not scores or not ends:
        return None
    found, asked = list[Contradiction](), False
    for end in ends:
        block = _block(columns[support[0]], end)
        if len(block) < FEWEST:
            continue
        asked = True
        where = ", ".join(cells[end].get(name, "").strip() for name in texts)
        weights = [one.value for k in block if (one := columns[support[0]][k]) is not None]
        found += [wrong for name in scores if (wrong := _told(columns[name], block, weights, end, where)) is not None]
    return tuple(found) if asked else None


def _block(support: Sequence[Figure | None], end: int) -> list[int]:
    """The rows above that add up to the support of the row that sums them up."""
    whole, block, total = support[end], list[int](), 0.0
    for k in range(end - 1, -1, -1):
        one = support[k]
        if whole is None or one is None or total + one.value > whole.value:
            break
        block.append(k)
        total += one.value
        if total == whole.value:
            return block
    return []


def _told(column: Sequence[Figure | None], block: Sequence[int], weights: Sequence[float], end: int, where: str
          ) -> Contradiction | None:
    values, printed = [one for k in block if (one := column[k]) is not None], column[end]
    if printed is None or len(values) != len(block):
        return None
    plain = sum(one.value for one in values) / len(values)
    weighted = sum(one.value * w for one, w in zip(values, weights, strict=True)) / sum(weights)
    slack = printed.unit + max(one.unit for one in values)
    if abs(printed.value - weighted) > slack or abs(printed.value - plain) <= 3 * slack:
        return None
    return Contradiction(
        where=where, figures=(printed.name,), strength=Strength.PREMISE, possible=(plain, plain),
        message=f"{printed.said} is the mean weighted by support; the plain mean of the {len(values)} classes is "
                f"{plain:.3f}")
