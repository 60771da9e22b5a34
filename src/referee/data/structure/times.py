"""Columns that say when: dates, stamps that only rise, years.

A date is told by what it holds. A number is told by its name and by what it does: a year by its values, a day or a time
by rising from row to row, in all rows or, as in a panel, in nearly all steps. A number without such a name is a stamp
where it holds seconds since 1970, or dates written as one number, and the rows are sorted by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.encoding import TIMES, content
from referee.data.structure.look import Look, parts_of
from referee.data.structure.noticed import Kind, Noticed
from referee.data.wording import counted
from referee.kinds import Array

FEWEST_ROWS = 30
RISING = 0.9            # of the steps that are no return to the start
YEAR = frozenset({"year", "yr", "jahr"})
WHEN = YEAR | {"date", "datum", "time", "timestamp", "datetime", "month", "mnth", "week", "day", "stamp", "instant"}
DATE = re.compile(r"^\s*(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
                  r"|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4})([ T].*)?$")


def times(look: Look) -> Iterator[Noticed]:
    """The column that says when best; one is enough to divide the rows by."""
    if look.n_rows < FEWEST_ROWS:
        return
    found = [(rank, position, how) for position, column in enumerate(look.columns)
             for rank, how in [_how(look, position, column)] if rank]
    if found:
        _, position, how = max(found, key=lambda one: (one[0], -one[1]))
        name = look.columns[position].name
        yield Noticed(
            kind=Kind.TIME, columns=(name,), evidence=(("distinct", float(look.sizes[position])),),
            sentence=f"column {name!r} says when ({how}): what comes later must not help to tell what came before; "
                     f"say time={name!r} to test on later rows, or time='none' if it does not matter.")


def _how(look: Look, position: int, column: Column) -> tuple[int, str]:
    """How surely a column says when, 0 for not at all, and by what."""
    if column.kind is ColumnKind.CATEGORY:
        return _dates(column)
    if _holds_times(look, position):
        return 5, f"{counted(look.sizes[position], 'different time')}"
    return _number(look.matrix[:, position].astype(np.float64), look.sizes[position], column)


def _dates(column: Column) -> tuple[int, str]:
    """Text that holds dates."""
    some = column.categories[:: -(-len(column.categories) // 50)]
    hits = [value for value in some if DATE.match(value)]
    if len(column.categories) < 3 or len(hits) < 0.9 * len(some):
        return 0, ""
    odd = sum(not DATE.match(value) for value in column.categories)
    told = f", and {counted(odd, 'value')} that {'is' if odd == 1 else 'are'} no date" if odd else ""
    return 5, f"{counted(len(column.categories) - odd, 'different date')}{told}"


def _holds_times(look: Look, position: int) -> bool:
    given: Any = look.features.given
    if not hasattr(given, "iloc"):
        return False
    used = look.features.used
    return content(given.iloc[:, position if used is None else used[position]]) in TIMES


def _number(values: Array, distinct: int, column: Column) -> tuple[int, str]:
    parts = parts_of(column.name)
    named = [part for part in parts if part in WHEN]
    if column.missing:
        values = values[~np.isnan(values)]
    if distinct < 3 or values.size < FEWEST_ROWS:
        return 0, ""
    if not named:
        return _stamp(values, distinct, column)
    whole = bool((values % 1 == 0).all())
    low, high = float(values.min()), float(values.max())
    if YEAR & set(named) and whole and any(a <= low <= high <= b for a, b in ((1800, 2100), (30, 99))):
        return 4, f"years from {low:.0f} to {high:.0f}"
    if named[0] == "date" and whole and distinct >= 10:
        return 3, f"{distinct:,} different days"
    if parts[0] not in WHEN and parts[-1] not in WHEN:
        return 0, ""
    return _risen(values, distinct)


def _risen(values: Array, distinct: int) -> tuple[int, str]:
    """Whether the values rise: from the first row to the last, or from each return to the start to the next."""
    steps = np.diff(values)
    if (steps >= 0).all() or (steps <= 0).all():
        return 3, "the rows are sorted by it"
    forth = steps[steps > -0.5 * (values.max() - values.min())]
    if distinct >= 15 and forth.size and float((forth >= 0).mean()) >= RISING and forth.size < steps.size:
        return 2, f"it rises and starts anew {steps.size - forth.size:,} times"
    return 0, ""


def _stamp(values: Array, distinct: int, column: Column) -> tuple[int, str]:
    """Seconds or milliseconds since 1970, or dates written as one number, that never fall (or never rise)."""
    low, high = float(values.min()), float(values.max())
    seconds = any(2e8 * unit <= low and high <= 5e9 * unit for unit in (1.0, 1e3))
    dates = low >= 19000101 and high <= 21001231 and bool((values % 1 == 0).all()) and _are_dates(values)
    steps = np.diff(values)
    in_order = bool((steps >= 0).all() or (steps <= 0).all())
    if column.missing or distinct < FEWEST_ROWS or not (seconds or dates) or not in_order:
        return 0, ""
    return 1, f"{'dates' if dates else 'stamps'} by which the rows are sorted"


def _are_dates(values: Array) -> bool:
    """Whether whole numbers such as 20110131 are dates."""
    month, day = values // 100 % 100, values % 100
    return bool(((month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)).all())
