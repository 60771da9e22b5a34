"""Rows that were made of other rows: jittered and augmented copies, and points between neighbours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, Unseen
from referee.audit.bundle import Bundle
from referee.audit.leaks.between import between_others
from referee.audit.leaks.near import near_copies
from referee.audit.leaks.owing import Owing, owed_to_rows, owed_to_units
from referee.audit.leaks.rows import Rows, rows_of
from referee.kinds import Array, Json

FEWEST, MANY = 8, 0.01      # rows, and of the rows asked
MUCH = 0.1                  # of a score


def made_of_others(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Near copies at the scale of the data, and rows between others, each with what a forest owes to them."""
    try:
        rows = rows_of(bundle)
    except NotCheckable as reason:
        yield Unseen(reason=str(reason), ask=reason.ask)
        return
    yield from _near(rows)
    yield from _between(rows)


def owed_to_twins(bundle: Bundle, code: Array) -> Owing | None:
    """What a forest owes to twins on both sides; rows with a code of −1 have none."""
    try:
        rows = rows_of(bundle)
    except NotCheckable:
        return None
    alone = code < 0
    units = np.where(alone, np.arange(code.size) + code.max(initial=0) + 1, code)
    return owed_to_units(rows, units)


def without_numbering(matrix: Array) -> Array:
    """The table without columns of whole numbers that only number the rows: copies differ in them."""
    n = matrix.shape[0]
    kept = [j for j in range(matrix.shape[1]) if not _numbers(matrix[:, j], n)]
    return matrix if len(kept) == matrix.shape[1] or not kept else matrix[:, kept]


def _numbers(column: Array, n: int) -> bool:
    if n < FEWEST or np.isnan(column).any() or float(np.ptp(column)) > 4 * n or (column % 1 != 0).any():
        return False
    return np.unique(column).size == n


def _near(rows: Rows) -> Iterator[Found | Unseen]:
    near = near_copies(rows)
    if near is None:
        yield Unseen(reason="the numeric columns are too few or too coarse to tell copies with a little noise from "
                            "neighbours", ask="the columns as they were measured", aside=True)
        return
    if near.share < MANY or near.hit.sum() < FEWEST:
        return
    owed = owed_to_units(rows.of(near.among), near.units)
    yield Found(
        message=f"{near.share:.0%} of the rows nearly are another row: so much nearer than the next that "
                f"rows drawn one by one in {near.dimensions:.0f} dimensions are not; they may be jittered copies, or "
                f"one thing measured again.{told(owed, 'With copies kept on one side')}",
        severity=_severity(owed), evidence={"share": near.share, "dimensions": near.dimensions} | figures(owed))


def _between(rows: Rows) -> Iterator[Found]:
    found = between_others(rows)
    if found is None or found.sum() < FEWEST or found.mean() < MANY / 2:
        return
    owed = owed_to_rows(rows, found)
    yield Found(
        message=f"{int(found.sum()):,} rows lie exactly between two others of their class, as those that SMOTE makes: "
                f"made before the rows were divided, they carry test rows into training."
                f"{told(owed, 'Without those rows')}",
        severity=_severity(owed), evidence={"rows": np.flatnonzero(found)[:20].tolist()} | figures(owed))


def _severity(owed: Owing | None) -> Severity:
    if owed is None:
        return Severity.SERIOUS
    return Severity.FATAL if owed.loss > MUCH else Severity.SERIOUS if owed.matters else Severity.WARNING


def told(owed: Owing | None, what: str) -> str:
    """What is owed, as a sentence to add; empty where it was not measured."""
    return f" {owed.sentence(what)}" if owed else ""


def figures(owed: Owing | None) -> Json:
    """What is owed, for the evidence."""
    return owed.to_dict() if owed else {}
