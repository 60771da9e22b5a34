"""Rows that are one thing measured again: they agree in all columns but one.

Where a table would have far fewer different rows without one of its columns (the age at which a mix is tested, the
speed at which a hull is towed), and with any other column left out would have nearly as many, its rows come in series.
A full grid of settings loses alike with every column, and is none.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.rows import column_hashes, count_distinct
from referee.data.structure.copies import BEYOND_CHANCE, expected_repeats
from referee.data.structure.groups import APART
from referee.data.structure.look import Look
from referee.data.structure.noticed import Kind, Noticed
from referee.data.structure.shares import across
from referee.data.wording import counted

FEWEST_ROWS, FEWEST_COLUMNS, MOST_COLUMNS = 30, 4, 100
ROWS_EACH = 2.3         # on average in a series
DIFFERENT = 0.9         # of the rows, with all columns and with any other left out


def measured_again(look: Look) -> Iterator[Noticed]:
    """The one column in which rows that are otherwise equal differ."""
    n, k = look.n_rows, len(look.columns)
    if n < FEWEST_ROWS or not FEWEST_COLUMNS <= k <= MOST_COLUMNS:
        return
    hashes = column_hashes(look.codes)
    whole = np.asarray(np.sum(hashes, axis=0, dtype=np.uint64))
    if count_distinct(whole) < DIFFERENT * n:
        return
    left = np.array([count_distinct(whole - one) for one in hashes])
    position = int(left.argmin())
    if n / left[position] < ROWS_EACH or np.median(np.delete(left, position)) < DIFFERENT * n:
        return
    if _one_scale(look, position) or n - left[position] < BEYOND_CHANCE * expected_repeats(look, leave=position):
        return
    name = look.columns[position].name
    yield Noticed(
        kind=Kind.GROUPS, columns=tuple(c.name for i, c in enumerate(look.columns) if i != position),
        evidence=(("values", float(left[position])), ("rows", float(n))),
        sentence=f"{counted(n, 'row')} are {left[position]:,} different ones but for column {name!r}: the same thing "
                 f"measured again; if new data will be of new things, keep each together by naming it in a column for "
                 f"groups; groups='none' if rows are independent.")


def _one_scale(look: Look, position: int) -> bool:
    """Whether the other columns are all one scale: each a smooth function of the one with the most values."""
    others = [i for i in range(len(look.columns)) if i != position and look.sizes[i] > 1]
    if not others:
        return True
    base = max(others, key=lambda i: look.sizes[i])
    return all(across(look.codes[i].astype(np.float64), look.codes[base]) < APART for i in others)
