"""Columns whose values have one answer each: groups by what they do, whatever they are called.

A column of many values with several rows each, in which the target does not vary within a value, is one of two things:
units that were measured again and again (hives, engines, donors), or a category that settles the target (a code of
products, and their kinds). The column alone does not tell which. Three things outside it do: whether the other columns
know the units again (small fits without the column that lose much once whole values are held out); whether the values
are numbered off, as units are and words are not; and whether another column numbers the rows of each value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import lgamma, log

import numpy as np

from referee.audit.leaks.owing import Owing, owed_to_units
from referee.audit.leaks.rows import Rows
from referee.data.structure.groups import APART, SAME
from referee.data.structure.shares import across, within
from referee.kinds import Array

VALUES, ROWS_EACH = 15, 3       # the fewest; the median of the rows of a value
IMPURE = 0.05                   # of the values with several rows may have more than one class: labels have mistakes
CHANCE = 1e-6                   # that labels dealt at random do so in any of the columns
VALUES_OF_A_CLASS = 5           # of two classes at least: a class of one value is that value in another word
RARE = 0.1                      # of the rows at most are of classes that have fewer than three values
COPIES = 0.5                    # of the rows, different but for the column: else they are copies, another fault
KNOWN_AGAIN = 1 / 3             # of what the other columns tell: places beside one another lose less at their borders
LONGEST_CYCLE = 60
MOST_ROWS = 200_000
NUMBERED = re.compile(r"[^\W\d_]{0,20}[\s_\-.#]{0,3}\d{1,12}")
ENUMERATED = 0.9                # of the values look so


@dataclass(frozen=True, kw_only=True, eq=False)
class OneAnswer:
    """A column whose values have one answer each."""

    name: str
    units: Array                # a code for each row; a row that has no value is one of its own
    values: int
    twins: tuple[str, ...]      # columns that divide the rows alike, itself among them
    counted_by: str             # a column that numbers the rows of each value; nothing: there is none
    enumerated: bool            # the values are numbered off, and no words

    @property
    def looks_like_units(self) -> bool:
        """Whether there is a sign beside the one answer that the values are units, and no category."""
        return self.enumerated or bool(self.counted_by)

    def owed(self, rows: Rows) -> Owing | None:
        """What forests that do not see the column lose when whole values are held out."""
        return owed_to_units(rows.without(self.twins), self.units)

    def known_again(self, owed: Owing, rows: Rows) -> bool:
        """Whether a good part of what the other columns tell goes once whole values are held out."""
        several = rows.n_classes is not None and rows.n_classes > 2
        nothing = float(np.bincount(rows.y).max()) / rows.n if several else owed.nothing     # of accuracy: the largest
        return owed.matters and owed.loss >= KNOWN_AGAIN * (owed.having - nothing)


def one_answer(rows: Rows) -> Iterator[OneAnswer]:
    """The columns whose values have one answer each, far beyond chance; those with the most values first."""
    if not VALUES * ROWS_EACH <= rows.n <= MOST_ROWS:
        return
    codes = [_codes(rows, position) for position in range(len(rows.names))]
    found = [position for position, own in enumerate(codes) if own is not None and _settled(rows, position, own)]
    for position in sorted(found, key=lambda one: -rows.distinct[one]):
        own = codes[position]
        twins = tuple(name for name, other in zip(rows.names, codes, strict=True)
                      if own is not None and other is not None and _alike(own, other))
        if own is not None and not _copies(rows.without(twins)):
            yield OneAnswer(name=rows.names[position], units=own, values=int(rows.distinct[position]), twins=twins,
                            counted_by=_counted_by(rows, position, own), enumerated=_enumerated(rows, position))


def _codes(rows: Rows, position: int) -> Array | None:
    """A code for each value of a column that may name things; None where it may not, or has too few or too many."""
    values, distinct = rows.matrix[:, position], int(rows.distinct[position])
    if not VALUES <= distinct <= rows.n / ROWS_EACH or rows.names[position] in rows.when:
        return None
    if not rows.categories[position] and not rows.whole[position]:
        return None
    known = ~np.isnan(values)
    codes = np.empty(rows.n, dtype=np.int64)
    codes[known] = np.unique(values[known], return_inverse=True)[1].reshape(-1)
    codes[~known] = distinct + np.arange(rows.n - int(known.sum()))         # not known together is no group
    return codes


def _settled(rows: Rows, position: int, codes: Array) -> bool:
    """Whether the target is settled by the value, and in a column of numbers not by its neighbours as well."""
    known = codes < rows.distinct[position]
    own, y = codes[known], rows.y[known]
    if float(np.median(np.bincount(own))) < ROWS_EACH:
        return False
    if rows.n_classes is None:
        y = np.unique(y, return_inverse=True)[1].reshape(-1)                # ranks: one far value makes no group
    one = within(y.astype(np.float64), own) <= SAME if rows.n_classes is None else (
        one_class_each(own, y, tried=len(rows.names)))
    return one and (bool(rows.categories[position]) or (
        _no_scale(own, y, rows.n_classes) and not _by_remainder(rows.matrix[known, position], y)))


def one_class_each(codes: Array, y: Array, tried: int = 1) -> bool:
    """Whether each value has one class, though chance would not deal the classes so.

    G values take one of K classes each in K^G ways at most, of N! / ∏ Nₖ! in which the labels may be dealt: an exact
    bound. Values with two classes may be any rows of the largest.

    >>> hives = np.repeat(np.arange(20), 6)
    >>> one_class_each(hives, hives % 2), one_class_each(hives, np.arange(120) % 2)
    (True, False)
    """
    sizes = np.bincount(codes)
    table = np.zeros((sizes.size, int(y.max()) + 1), dtype=np.int64)
    np.add.at(table, (codes, y), 1)
    several = int((sizes > 1).sum())
    impure = int(((table > 0).sum(axis=1) > 1).sum())
    spread = np.sort((table == table.max(axis=1, keepdims=True)).sum(axis=0)[table.sum(axis=0) > 0])[::-1]
    if impure > IMPURE * several or spread.size < 2 or spread[1] < VALUES_OF_A_CLASS:
        return False
    counts = table.sum(axis=0)
    if counts[(table > 0).sum(axis=0) < 3].sum() > RARE * y.size:
        return False
    free = sizes.size - impure + int(np.sort(sizes)[sizes.size - impure:].sum())
    which = lgamma(sizes.size + 1) - lgamma(impure + 1) - lgamma(sizes.size - impure + 1)
    ways = lgamma(y.size + 1) - sum(lgamma(int(count) + 1) for count in counts)
    return which + free * log(counts[counts > 0].size) - ways < log(CHANCE / max(tried, 1))


def _no_scale(codes: Array, y: Array, n_classes: int | None) -> bool:
    """Whether the values beside one tell less than it does; an age or a dose is told by those beside it."""
    columns = [y.astype(np.float64)] if n_classes is None else [
        (y == code).astype(np.float64) for code in np.unique(y) if 0 < int((y == code).sum()) < y.size]
    return min(across(column, codes) for column in columns) >= 2 * APART


def _by_remainder(values: Array, y: Array) -> bool:
    """Whether the remainder of a number tells the target as the number does: a day and its day of the week."""
    whole = np.abs(values).astype(np.int64)
    distinct, truths = np.unique(whole).size, np.unique(y, return_inverse=True)[1].reshape(-1)
    size = int(truths.max()) + 1
    return any(np.unique(whole % by * size + truths).size == np.unique(whole % by).size
               for by in range(2, min(LONGEST_CYCLE, distinct // 2) + 1))


def _alike(one: Array, other: Array) -> bool:
    """Whether two columns divide the rows alike, but for a few rows."""
    sizes = int(one.max()) + 1, int(other.max()) + 1
    return np.unique(one * sizes[1] + other).size <= 1.05 * min(sizes)


def _copies(others: Rows) -> bool:
    """Whether the rows are mostly copies of one another but for the column."""
    if not others.names:
        return True
    return bool(np.unique(np.nan_to_num(others.matrix, nan=-1e300), axis=0).shape[0] < COPIES * others.n)


def _counted_by(rows: Rows, position: int, codes: Array) -> str:
    """A column of whole numbers that never comes twice in a value, and has few values of its own: clip 1, 2, 3 …"""
    most = int(np.bincount(codes).max())
    for other, name in enumerate(rows.names):
        counts = rows.matrix[:, other]
        if other == position or rows.categories[other] or not rows.whole[other] or np.isnan(counts).any():
            continue
        distinct = np.unique(counts, return_inverse=True)[1].reshape(-1)
        size = int(distinct.max()) + 1
        if size <= 2 * most and np.unique(codes * size + distinct).size == rows.n:
            return name
    return ""


def _enumerated(rows: Rows, position: int) -> bool:
    """Whether the values are whole numbers, or a word or letter with a number behind it, of few words."""
    if not rows.categories[position]:
        return True
    used = np.unique(rows.matrix[:, position])
    texts = [rows.texts[rows.names[position]][int(code)] for code in used[~np.isnan(used)]]
    stems = {text.rstrip("0123456789") for text in texts if NUMBERED.fullmatch(text)}
    numbered = sum(NUMBERED.fullmatch(text) is not None for text in texts)
    return numbered >= ENUMERATED * len(texts) and len(stems) <= len(texts) / 3
